import { join } from 'node:path';
import { readOrMakeSecret } from './secret-file.ts';
import type { Settings } from './settings.ts';

/**
 * The secret that signs sessions: the operator's, or a sandbox's own in DATA_DIR, so that sign-ins survive a restart.
 */
export const sessionSecret = ({ sessionSecret: given, dataDir }: Settings): string =>
  given ?? readOrMakeSecret(join(dataDir, 'session.secret'), 32);
