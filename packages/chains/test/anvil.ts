import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Hex } from 'viem';

/** A real Ethereum node in one process, with funded accounts and its own chain. */
export interface Anvil {
  readonly url: string;
  rpc<Result>(method: string, parameters?: readonly unknown[]): Promise<Result>;
  /** Ends the node with kill -9. */
  kill(): Promise<void>;
}

/** The time limit for a response: if a node hangs, only the test that queries it fails. */
const RESPOND_WITHIN_MS = 60_000;
/** The maximum length of the stored output; it includes the accounts and keys that the node prints before it listens. */
const MOST_SAID = 20_000;

/**
 * The keys of the accounts that every anvil starts with, derived from the mnemonic 'test test test test test test test
 * test test test test junk'.
 */
export const richKeys: readonly Hex[] = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
];

/** @param options command line options. Blocks are mined only on request. */
export async function startAnvil(options: readonly string[] = []): Promise<Anvil> {
  // --no-request-size-limit: loading a chain with many blocks takes a larger request than the default limit allows.
  const anvil = [binary(), '--port', '0', '--no-mining', '--no-request-size-limit', '--accounts', '5', ...options];
  const child = spawn('/bin/sh', ['-c', endsWithUs, 'sh', ...anvil], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${await portOf(child)}`;
  const kill = async () => {
    child.stdin.destroy();
    await ended;
  };
  return { url, kill, rpc: (method, parameters = []) => callNode(url, method, parameters) };
}

/**
 * A shell script that runs a command until the command ends or the script's standard input is closed, which happens
 * however this process ends.
 */
const endsWithUs = `
  exec 3<&0
  "$@" 3<&- &
  child=$!
  (cat <&3; kill -9 $child) > /dev/null 2>&1 &
  wait $child
`;

/** The program itself: npm's command would start it as a child process, which would outlive the command. */
function binary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const platform = `@foundry-rs/anvil-${process.platform}-${architecture}/package.json`;
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
  return require.resolve(platform).replace('package.json', 'bin/anvil');
}

function portOf({ stdout }: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    // The output must be read: otherwise it fills the pipe, and a node that cannot write stops responding.
    stdout?.on('data', (chunk) => {
      if (said.length < MOST_SAID) said += String(chunk);
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    stdout?.once('end', () => reject(new Error(`anvil did not start: ${said}`)));
  });
}

async function callNode<Result>(url: string, method: string, parameters: readonly unknown[]): Promise<Result> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: parameters });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(RESPOND_WITHIN_MS),
  });
  const answer = (await response.json()) as { readonly result?: Result; readonly error?: { readonly message: string } };
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result as Result;
}
