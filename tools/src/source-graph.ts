import { posix } from 'node:path';
import { type ImportedModule, type ModuleFacts, readModule } from './imports.ts';
import type { SourceTexts } from './repository.ts';

export interface PackageManifest {
  readonly name: string;
  /** The package's folder; '' for the repository itself. */
  readonly folder: string;
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  readonly exports: string | Readonly<Record<string, string>> | undefined;
}

export interface ResolvedImport extends ImportedModule {
  /** The imported file; undefined if it is not in this repository. */
  readonly targetFile: string | undefined;
  /** The package, if the specifier names one: `react`, `@vitrine/core`, `node:fs`. */
  readonly packageName: string | undefined;
}

export interface SourceFile extends Omit<ModuleFacts, 'imports'> {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly ResolvedImport[];
}

export interface SourceGraph {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly manifests: readonly PackageManifest[];
}

/** Reads the TypeScript files and package manifests among the texts. */
export function buildGraph(texts: SourceTexts): SourceGraph {
  const manifests = [...texts].filter(([path]) => posix.basename(path) === 'package.json').map(readManifest);
  const files = new Map<string, SourceFile>();
  for (const [path, text] of texts) {
    if (!isTypeScript(path)) continue;
    const facts = readModule(path, text);
    const imports = facts.imports.map((imported) => resolveImport(path, imported, manifests));
    files.set(path, { ...facts, imports, path, text });
  }
  return { files, manifests };
}

/** The manifest of the package to which a file belongs: that of the innermost folder around it that has one. */
export function manifestOf(path: string, manifests: readonly PackageManifest[]): PackageManifest | undefined {
  return manifests
    .filter((manifest) => manifest.folder === '' || path.startsWith(`${manifest.folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}

/** The files that other packages may import. */
export function doorsOf({ folder, exports }: PackageManifest): string[] {
  const paths = typeof exports === 'string' ? [exports] : Object.values(exports ?? {});
  return paths.map((path) => posix.join(folder, path));
}

/**
 * Whether the file is a test, benchmark or tool, or is needed only to build or test a package: such files may import
 * more than the product may.
 */
export function isSupportFile(path: string): boolean {
  const isProduct = /^(packages|apps)\/[^/]+\/src\//.test(path);
  return !isProduct || /\.(test|spec|fuzz)\.tsx?$/.test(path) || /\/testing\//.test(path);
}

function isTypeScript(path: string): boolean {
  return /\.tsx?$/.test(path) && !path.endsWith('.d.ts');
}

function readManifest([path, text]: readonly [string, string]): PackageManifest {
  const json = JSON.parse(text) as {
    name: string;
    dependencies?: object;
    devDependencies?: object;
    exports?: PackageManifest['exports'];
  };
  const folder = posix.dirname(path);
  return {
    name: json.name,
    folder: folder === '.' ? '' : folder,
    dependencies: Object.keys(json.dependencies ?? {}),
    devDependencies: Object.keys(json.devDependencies ?? {}),
    exports: json.exports,
  };
}

function resolveImport(path: string, imported: ImportedModule, manifests: readonly PackageManifest[]): ResolvedImport {
  // In Vite, a `?worker` or `?url` after the path is a query, not part of the file name.
  const specifier = imported.specifier.replace(/\?.*$/, '');
  if (specifier.startsWith('.')) {
    return { ...imported, targetFile: posix.join(posix.dirname(path), specifier), packageName: undefined };
  }
  const packageName = packageNameOf(specifier);
  const manifest = manifests.find((candidate) => candidate.name === packageName);
  return { ...imported, targetFile: manifest && doorOf(manifest, specifier), packageName };
}

function packageNameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The file behind the name of a package or of one of its exported paths. */
function doorOf(manifest: PackageManifest, specifier: string): string | undefined {
  const subpath = `.${specifier.slice(manifest.name.length)}`;
  const { exports } = manifest;
  const door = typeof exports === 'string' ? (subpath === '.' ? exports : undefined) : exports?.[subpath];
  return door === undefined ? undefined : posix.join(manifest.folder, door);
}
