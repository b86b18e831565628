import { toolEnvironment } from './run.ts';
import { builtServer } from './server-build.ts';
import { serverFlags } from './server-flags.ts';
import { ensureWebBuild } from './web-build.ts';

const [serverFile] = await Promise.all([builtServer(), ensureWebBuild()]);
// The server replaces this process, and so receives the process's signals directly.
process.execve?.(
  process.execPath,
  [process.execPath, ...serverFlags, serverFile, ...process.argv.slice(2)],
  toolEnvironment(),
);
