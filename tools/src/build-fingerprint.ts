import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, repositoryRoot } from './repository.ts';

/**
 * A hexadecimal hash over `rest`, and over the path and content of each of the `files` and of all files in `folders`.
 */
export function fingerprintOf(folders: readonly string[], files: readonly string[], rest = ''): string {
  const hash = createHash('sha256').update(rest);
  const paths = folders.flatMap((folder) => listFiles(join(repositoryRoot, folder)).map((path) => `${folder}/${path}`));
  for (const path of [...paths, ...files]) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(repositoryRoot, path)))
      .update('\0');
  }
  return hash.digest('hex');
}
