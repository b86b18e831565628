import { posix } from 'node:path';
import type { SourceTexts } from './repository.ts';
import { isSupportFile, manifestOf, type SourceFile, type SourceGraph } from './source-graph.ts';

/**
 * Unused TypeScript files, one line each: those that cannot be reached from a script in a package.json, a page's script
 * tag, a test or a configuration file.
 */
export function findDeadFiles(graph: SourceGraph, texts: SourceTexts): string[] {
  const alive = new Set<string>();
  const waiting = [...graph.files.keys()].filter(isRunByARunner).concat(scriptFiles(graph, texts));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = graph.files.get(path);
    if (file === undefined || alive.has(path)) continue;
    alive.add(path);
    waiting.push(...usedFiles(file, graph));
  }
  return [...graph.files.keys()].filter((path) => !alive.has(path)).map((path) => `${path}: nothing uses this file`);
}

/**
 * Whether a test runner or tool runs the file: tests and configuration files. Other support files must be used by one
 * of these or by a script.
 */
function isRunByARunner(path: string): boolean {
  return /\.(test|spec)\.tsx?$|\.config\.ts$/.test(path) && isSupportFile(path);
}

function scriptFiles(graph: SourceGraph, texts: SourceTexts): string[] {
  const fromScripts = graph.manifests.flatMap(({ folder }) => {
    const manifest = JSON.parse(texts.get(posix.join(folder, 'package.json')) ?? '{}') as {
      scripts?: Record<string, string>;
    };
    const words = Object.values(manifest.scripts ?? {}).flatMap((script) => script.split(/\s+/));
    return words.map((word) => posix.join(folder, word));
  });
  const fromPages = [...texts].flatMap(([path, text]) =>
    path.endsWith('.html')
      ? [...text.matchAll(/<script[^>]+src="\/?([^"]+)"/g)].map((match) =>
          posix.join(posix.dirname(path), match[1] ?? ''),
        )
      : [],
  );
  return [...fromScripts, ...fromPages];
}

/**
 * The files that this file imports, and those that it mentions by path, relative to its folder, package or repository.
 */
function usedFiles(file: SourceFile, graph: SourceGraph): string[] {
  const imported = file.imports.flatMap(({ targetFile }) => (targetFile === undefined ? [] : [targetFile]));
  const packageFolder = manifestOf(file.path, graph.manifests)?.folder ?? '';
  const mentioned = file.fileMentions.flatMap((mention) =>
    [posix.dirname(file.path), packageFolder, ''].map((folder) => posix.join(folder, mention)),
  );
  return [...imported, ...mentioned];
}
