import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';

const repository = join(import.meta.dirname, '../..');

/** The same ending for all classes of a file, so that its list of names compresses well. */
const endingOf = (file: string): string =>
  createHash('sha256').update(relative(repository, file)).digest('base64url').slice(0, 5);

/** Names of the classes in CSS modules, unique in the whole app. */
export const classNames = {
  generateScopedName: (name: string, file: string): string => `${name}_${endingOf(file)}`,
};
