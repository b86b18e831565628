import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** The repository's folder, regardless of the working directory. */
export const repositoryRoot = resolve(import.meta.dirname, '../..');

const skippedFolders = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'coverage', 'test-results']);

/** Every file under `folder` that belongs to the repository, as paths relative to `folder` with forward slashes, sorted. */
export function listFiles(folder: string): string[] {
  const found: string[] = [];
  const walk = (current: string): void => {
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) {
        if (!skippedFolders.has(entry.name)) walk(path);
      } else if (entry.isFile()) {
        found.push(relative(folder, path).split(sep).join('/'));
      }
    }
  };
  walk(folder);
  return found.sort();
}

/**
 * Path relative to the repository → text. Tests of the checks pass a few made-up files; commands pass all real ones.
 */
export type SourceTexts = ReadonlyMap<string, string>;

const textFile = /\.(ts|tsx|mjs|cjs|js|json|css|html|md|sql|yml|yaml|svg|sh)$|(^|\/)\.npmrc$|^\.ci\/run$/;

/** All text files of the repository, as they are on disk. */
export function repositoryTexts(): SourceTexts {
  const paths = listFiles(repositoryRoot).filter((path) => textFile.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(repositoryRoot, path), 'utf8')]));
}
