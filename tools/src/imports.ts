import { isNode, lineFinder, parseProgram, type SyntaxNode, visitNodes } from './syntax.ts';

/** A module to which a file refers: by import, re-export, import(), or an import type. */
export interface ImportedModule {
  readonly specifier: string;
  /** 1 for the first line of the file. */
  readonly line: number;
  /** Whether only types are imported, so that nothing of the import remains at run time. */
  readonly typeOnly: boolean;
  /** The imported names; '*' for the whole module (namespace, star export, import()). */
  readonly names: readonly string[];
}

export interface ExportedName {
  readonly name: string;
  readonly line: number;
  readonly typeOnly: boolean;
}

export interface ModuleFacts {
  readonly imports: readonly ImportedModule[];
  readonly exports: readonly ExportedName[];
  /** Strings that look like the path of a TypeScript file: entry points of child processes, workers and runners. */
  readonly fileMentions: readonly string[];
  /** The line of `export default`, if any. */
  readonly defaultExportLine: number | undefined;
  /** Whether the file does nothing but re-export: all its other statements are imports. */
  readonly onlyReExports: boolean;
}

/** Reads the imports and exports of a TypeScript file from its syntax tree. Throws on a syntax error. */
export function readModule(path: string, text: string): ModuleFacts {
  const { body, module } = parseProgram(path, text);
  const lineOf = lineFinder(text);
  const imports: ImportedModule[] = [];
  const exports: ExportedName[] = [];
  const fileMentions: string[] = [];
  let defaultExportLine: number | undefined;

  for (const statement of module.staticImports) {
    imports.push({
      specifier: statement.moduleRequest.value,
      line: lineOf(statement.start),
      typeOnly: statement.entries.length > 0 && statement.entries.every((entry) => entry.isType),
      names: statement.entries.map(
        (entry) => entry.importName.name ?? (entry.importName.kind === 'Default' ? 'default' : '*'),
      ),
    });
  }
  for (const statement of module.staticExports) {
    for (const entry of statement.entries) {
      const line = lineOf(entry.start);
      if (entry.moduleRequest !== null) {
        const names = [entry.importName.name ?? '*'];
        imports.push({ specifier: entry.moduleRequest.value, line, typeOnly: entry.isType, names });
      }
      if (entry.exportName.kind === 'Default') defaultExportLine = line;
      else if (entry.exportName.name !== null) {
        exports.push({ name: entry.exportName.name, line, typeOnly: entry.isType });
      }
    }
  }
  visitNodes(body, (node) => {
    if (typeof node.value === 'string' && /\.tsx?$/.test(node.value)) fileMentions.push(node.value);
    const specifier = laterImport(node);
    if (specifier !== undefined) {
      imports.push({ specifier, line: lineOf(node.start), typeOnly: node.type === 'TSImportType', names: ['*'] });
    }
  });
  const statements = body.filter((node) => node.type !== 'ImportDeclaration');
  const onlyReExports = statements.length > 0 && statements.every(isReExport);
  return { imports, exports, fileMentions, defaultExportLine, onlyReExports };
}

function isReExport(node: SyntaxNode): boolean {
  return (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') && isNode(node.source);
}

/** The module of an import('...') expression or type. */
function laterImport(node: SyntaxNode): string | undefined {
  return node.type === 'ImportExpression' || node.type === 'TSImportType' ? stringOf(node.source) : undefined;
}

function stringOf(node: unknown): string | undefined {
  return isNode(node) && typeof node.value === 'string' ? node.value : undefined;
}
