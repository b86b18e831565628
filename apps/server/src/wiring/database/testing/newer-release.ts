import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const server = join(import.meta.dirname, '../../../..');
const repository = join(server, '../..');

export interface NewerRelease {
  /** The path of the newer release's server program. */
  readonly file: string;
  remove(): void;
}

/** Creates a newer release: a copy of this one with one more migration. */
export function makeNewerRelease(migration: { readonly name: string; readonly sql: string }): NewerRelease {
  const root = mkdtempSync(join(tmpdir(), 'vitrine-newer-'));
  const copy = join(root, 'apps/server');
  mkdirSync(copy, { recursive: true });
  for (const part of ['src', 'migrations', 'package.json'])
    cpSync(join(server, part), join(copy, part), { recursive: true });
  for (const folder of ['node_modules', 'packages', 'apps/signer', 'apps/server/node_modules'])
    symlinkSync(join(repository, folder), join(root, folder));
  writeFileSync(join(copy, 'migrations', `${migration.name}.sql`), migration.sql);
  return { file: join(copy, 'src/server.ts'), remove: () => rmSync(root, { recursive: true }) };
}
