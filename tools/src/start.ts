import { toolEnvironment } from './run.ts';
import { builtServer } from './server-build.ts';
import { serverFlags } from './server-flags.ts';
import { ensureWebBuild } from './web-build.ts';

const [serverFile] = await Promise.all([builtServer(), ensureWebBuild()]);
// The server takes this process' place, so that a signal sent to it reaches the server and nothing stands between them.
process.execve?.(
  process.execPath,
  [process.execPath, ...serverFlags, serverFile, ...process.argv.slice(2)],
  toolEnvironment(),
);
