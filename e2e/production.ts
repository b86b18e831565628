import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type EvmTestNetwork, openEvmNetwork } from '@vitrine/chains/evm-test-network';
import { builtServer } from '@vitrine/tools/server-build';
import { serverFlags } from '@vitrine/tools/server-flags';
import { createDatabase, startTemporaryPostgres } from '@vitrine/tools/temporary-postgres';
import pg from 'pg';
import { type Mailbox, startMailbox } from './mailbox.ts';
import { startTlsProxy } from './tls-proxy.ts';

const repository = resolve(import.meta.dirname, '..');
const LISTENS_WITHIN_MS = 90_000;
const MOST_SAID = 20_000;

export interface Production {
  readonly baseUrl: string;
  readonly mailbox: Mailbox;
  readonly network: EvmTestNetwork;
  readonly database: pg.Pool;
  /** Runs a command of the server, such as create-admin.ts, and returns what it prints. */
  run(program: string, parameters: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts a new installation in production mode, as an operator does: with its own Postgres, behind a proxy with TLS, on
 * an Ethereum node, and with a mail server. Its signer is not running: payments would wait for it.
 */
export async function startProduction(): Promise<Production> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-production-'));
  const [postgres, mailbox, proxy, network] = await Promise.all([
    startTemporaryPostgres(['-c', 'fsync=off']),
    startMailbox(),
    startTlsProxy(),
    openEvmNetwork(),
  ]);
  const databaseUrl = await createDatabase(postgres.url, 'exchange');
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const baseUrl = `https://localhost:${proxy.port}`;
  const secret = randomBytes(32).toString('hex');
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    MODE: 'production',
    PUBLIC_ORIGIN: baseUrl,
    PORT: '0',
    TRUSTED_PROXIES: '1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_ONE_ROLE: 'on',
    DATABASE_CONNECTIONS: '6',
    ROOM_FOR_ORDERS: '1024',
    SESSION_SECRET: secret,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Vitrine <no-reply@exchange.example>',
    SMS_URL: 'https://127.0.0.1:9/messages',
    SMS_TOKEN: 'a token of the provider',
    SMS_FROM: 'Vitrine',
    KYC_KEY: `2026a:${secret}`,
    NETWORKS: 'ERC20',
    ERC20_NODE_URL: network.node.url,
    ERC20_CHAIN_ID: String(network.settings.chainId),
    ERC20_TRACES: 'none',
    ERC20_POLL_MS: '200',
    ERC20_START_HEIGHT: '1',
    ERC20_XPUB: network.xpub,
    ERC20_HOT_ADDRESS: network.chain.hotAddress,
    ERC20_USDT_CONTRACT: network.contracts.SilentToken ?? '',
    ERC20_USDC_CONTRACT: network.contracts.PlainToken ?? '',
    SIGNER_URL: `unix:${join(dataDir, 'signer.sock')}`,
    SIGNER_SECRET: secret,
  };
  const child = spawn(process.execPath, [...serverFlags, await builtServer()], {
    cwd: repository,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    proxy.close();
    mailbox.close();
    await network.close();
    await database.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    proxy.target = await portOf(child);
  } catch (error) {
    await stop();
    throw error;
  }
  const run = async (program: string, parameters: readonly string[]) => {
    const file = join(repository, 'apps/server/src', program);
    return (await promisify(execFile)(process.execPath, [file, ...parameters], { env: environment })).stdout;
  };
  return { baseUrl, mailbox, network, database, run, stop };
}

/** The port that the server says it serves. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolvePort, reject) => {
    let said = '';
    const fail = () => reject(new Error(`The server did not start: ${said}`));
    const timer = setTimeout(fail, LISTENS_WITHIN_MS);
    const hear = (data: unknown) => {
      said = (said + String(data)).slice(-MOST_SAID);
      const port = /is serving at \S+:(\d+)/.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolvePort(Number(port));
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', fail);
  });
}
