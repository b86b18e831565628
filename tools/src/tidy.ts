import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findMissingClasses } from './css-classes.ts';
import { findImportCycles } from './cycles.ts';
import { findDeadFiles } from './dead-files.ts';
import { findLargeFunctions } from './function-size.ts';
import { findDeadLinks, findDeadPaths } from './links.ts';
import { findImpurities } from './purity.ts';
import { repositoryRoot, repositoryTexts, type SourceTexts } from './repository.ts';
import { buildGraph, doorsOf, isSupportFile, type SourceFile, type SourceGraph } from './source-graph.ts';
import { findUnusedDependencies } from './unused-dependencies.ts';
import { findUnusedExports } from './unused-exports.ts';
import { findForbiddenWords } from './words.ts';

/** Longer files only get a hint, because some subjects need long files. */
const longFileLines = 450;

/**
 * Checks the conventions that can be automated, over all text files of the repository.
 * Returns one line per violation: file, line if there is one, and what is wrong.
 */
export function checkTidiness(texts: SourceTexts = repositoryTexts()): string[] {
  const graph = buildGraph(texts);
  const isThere = (target: string): boolean => texts.has(target) || existsSync(join(repositoryRoot, target));
  return [
    ...[...graph.files.values()].flatMap((file) => [
      ...findImpurities(file),
      ...defaultExportProblem(file),
      ...barrelProblem(file, graph),
    ]),
    ...findDeadFiles(graph, texts),
    ...findUnusedExports(graph),
    ...findImportCycles(graph),
    ...findUnusedDependencies(graph, texts),
    ...[...texts].flatMap(([path, text]) => [
      ...findLargeFunctions(path, text),
      ...findMissingClasses(path, text, texts),
      ...findForbiddenWords(path, text),
      ...findDeadLinks(path, text, isThere),
      ...findDeadPaths(path, text, isThere),
    ]),
  ];
}

/** Files that are very long: one line for each, as a hint rather than a violation. */
export function tidinessHints(texts: SourceTexts = repositoryTexts()): string[] {
  return [...texts].flatMap(([path, text]) => {
    const lines = text.split('\n').length;
    return /\.(ts|tsx)$/.test(path) && lines > longFileLines ? [`${path}: ${lines} lines`] : [];
  });
}

/** Only modules that tools load by path have a default export. */
function defaultExportProblem(file: SourceFile): string[] {
  const allowed = /\.config\.ts$/.test(file.path) || file.path === 'e2e/global-setup.ts';
  return file.defaultExportLine === undefined || allowed
    ? []
    : [`${file.path}:${file.defaultExportLine}: default export; use a named export`];
}

/**
 * Only the files that a package exports, the lists of handlers (`routes.ts`) and support files may do nothing but
 * re-export: any other such file hides where names come from.
 */
function barrelProblem(file: SourceFile, graph: SourceGraph): string[] {
  const doors = graph.manifests.flatMap(doorsOf);
  const mayReExport = doors.includes(file.path) || file.path.endsWith('/routes.ts') || isSupportFile(file.path);
  return file.onlyReExports && !mayReExport
    ? [`${file.path}: contains only re-exports; import from the files that define the names`]
    : [];
}
