import { join } from 'node:path';
import { readOrMakeSecret } from './secret-file.ts';
import type { Settings } from './settings.ts';

/** What signs sessions: the operator's setting, or in a sandbox a secret of its own in DATA_DIR, so that sign-ins survive a restart. */
export const sessionSecret = ({ sessionSecret: given, dataDir }: Settings): string =>
  given ?? readOrMakeSecret(join(dataDir, 'session.secret'), 32);
