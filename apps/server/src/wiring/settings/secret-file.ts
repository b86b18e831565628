import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeDurablySync } from '../../providers/files/durable-file.ts';
import { StartError } from '../process/start-error.ts';

/**
 * Reads the hexadecimal secret in a file. If the file is missing, creates it with `bytes` random bytes. Throws
 * StartError.
 */
export function readOrMakeSecret(file: string, bytes: number): string {
  if (!existsSync(file)) writeDurablySync(file, `${randomBytes(bytes).toString('hex')}\n`);
  const secret = readSecret(file);
  if (new RegExp(`^[0-9a-f]{${2 * bytes}}$`).test(secret)) return secret;
  throw new StartError(
    `The secret in ${file} is empty or damaged: restore this file from a backup and keep the rest of the folder; docs/operating/data-folder.md says what to do without a backup.`,
  );
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The secret in ${file} cannot be read (${code}): give the user that runs Vitrine read access to this file.`,
    );
  }
}
