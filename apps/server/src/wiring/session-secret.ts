import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings.ts';

/** What signs sessions: the operator's setting, or in a sandbox a secret of its own in DATA_DIR, so that sign-ins survive a restart. */
export function sessionSecret({ sessionSecret: given, dataDir }: Settings): string {
  if (given !== undefined) return given;
  const file = join(dataDir, 'session.secret');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}
