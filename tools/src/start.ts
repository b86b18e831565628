import { join } from 'node:path';
import { repositoryRoot } from './repository.ts';
import { toolEnvironment } from './run.ts';
import { serverFlags } from './server-flags.ts';
import { ensureWebBuild } from './web-build.ts';

const serverFile = join(repositoryRoot, 'apps/server/src/server.ts');

await ensureWebBuild();
// The server takes this process' place, so that a signal sent to it reaches the server and nothing stands between them.
process.execve?.(
  process.execPath,
  [process.execPath, ...serverFlags, serverFile, ...process.argv.slice(2)],
  toolEnvironment(),
);
