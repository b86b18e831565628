import { doorsOf, type SourceFile, type SourceGraph } from './source-graph.ts';

/**
 * Functions, classes and constants that are exported although no other file imports them: either `export` or the code
 * can be removed. Exported types are not checked, because they also name parameters and results; neither are files that
 * a package exports.
 */
export function findUnusedExports(graph: SourceGraph): string[] {
  const used = usedNames(graph);
  const doors = graph.manifests.flatMap(doorsOf);
  return [...graph.files.values()].flatMap((file) => {
    const names = used.get(file.path) ?? new Set();
    if (names.has('*') || doors.includes(file.path)) return [];
    return file.exports
      .filter(({ name, typeOnly }) => !typeOnly && !names.has(name) && !isForARunner(file, name))
      .map(({ name, line }) => `${file.path}:${line}: ${name} is exported, but never imported`);
  });
}

/** File → the names that other files import from it. A re-export counts as a use. */
function usedNames(graph: SourceGraph): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>();
  for (const { imports } of graph.files.values()) {
    for (const { targetFile, names } of imports) {
      if (targetFile === undefined) continue;
      const known = used.get(targetFile) ?? new Set();
      for (const name of names) known.add(name);
      used.set(targetFile, known);
    }
  }
  return used;
}

/** Whether the export is a `setup` or `teardown` in tools, which Vitest calls by name. */
function isForARunner(file: SourceFile, name: string): boolean {
  return file.path.startsWith('tools/') && (name === 'setup' || name === 'teardown');
}
