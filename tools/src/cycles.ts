import type { SourceGraph } from './source-graph.ts';

/**
 * Import cycles, one line each, from the cycle's alphabetically first file back to that file. Type-only imports do not
 * count, because nothing remains of them at run time.
 */
export function findImportCycles(graph: SourceGraph): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const follow = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      cycles.push(describe(trail.slice(trail.indexOf(path))));
      return;
    }
    if (done.has(path)) return;
    for (const { targetFile, typeOnly } of graph.files.get(path)?.imports ?? []) {
      if (targetFile !== undefined && !typeOnly) follow(targetFile, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of graph.files.keys()) follow(path, []);
  return [...new Set(cycles)];
}

function describe(circle: readonly string[]): string {
  const [first = ''] = [...circle].sort();
  const from = circle.indexOf(first);
  const turned = [...circle.slice(from), ...circle.slice(0, from)];
  return `${first}: imports itself via ${[...turned.slice(1), first].join(', ')}`;
}
