import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { repositoryRoot } from './repository.ts';

const binaryFolder = join(repositoryRoot, 'node_modules/.bin');
/** Node's compile cache: reduces the loading time of the server's modules by a third. */
const compiledFolder = join(repositoryRoot, '.cache/compiled');

/** The environment for child processes: the pinned Node and the installed tools come first on PATH. */
export function toolEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${binaryFolder}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: compiledFolder,
    ...extra,
  };
}

export interface RunOptions {
  /** The command's working directory; the repository's folder by default. */
  readonly folder?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** A command that takes longer is stopped and fails. */
  readonly limitMinutes?: number;
}

/** How long a stopped command may take to clean up before it is killed. */
const graceMs = 60_000;

/**
 * Runs a command with its output on the terminal. Returns its exit code, or 1 if a signal ended it or the program is
 * missing.
 */
export function run(command: string, commandArguments: readonly string[], options: RunOptions = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, commandArguments, {
      cwd: options.folder ?? repositoryRoot,
      env: toolEnvironment(options.environment),
      stdio: 'inherit',
    });
    const limit = options.limitMinutes === undefined ? undefined : endLater(child, command, options.limitMinutes);
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => {
      clearTimeout(limit);
      resolve(code ?? 1);
    });
  });
}

function endLater(child: ChildProcess, command: string, limitMinutes: number): NodeJS.Timeout {
  return setTimeout(() => {
    console.error(`${command} has not ended within ${limitMinutes} minutes and is being stopped.`);
    // Like Ctrl+C: a test runner then stops the servers that it started.
    child.kill('SIGINT');
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
  }, limitMinutes * 60_000);
}
