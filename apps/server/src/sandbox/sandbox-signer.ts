import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type ChainCoin,
  type SignedTransaction,
  type SignerHealth,
  SignerUnreachable,
  SigningClient,
  type SignRefusal,
  type SignRequest,
} from '@vitrine/chains';
import { writeDurablySync } from '../providers/files/durable-file.ts';
import { simulatedNetworks } from './simulated-networks.ts';

const signer = fileURLToPath(new URL('../../../signer/src/signer.ts', import.meta.url));
const journalMaker = fileURLToPath(new URL('../../../signer/src/begin-journal.ts', import.meta.url));
/**
 * The limit of the sandbox's signer per payment and per day: far above the amounts that need operators' approval, so
 * that such withdrawals can be tested too.
 */
const PLENTY = '100000000';

export interface SandboxSignerParts {
  readonly dataDir: string;
  /** The seed from which every key of the simulated networks is derived. */
  readonly seed: () => Promise<Uint8Array>;
}

/** The sandbox's signer: the same process as in production, with the sandbox's keys; started on first use. */
export class SandboxSigner {
  readonly #parts: SandboxSignerParts;
  #running: Promise<{ readonly client: SigningClient; readonly child: ChildProcess }> | undefined;

  constructor(parts: SandboxSignerParts) {
    this.#parts = parts;
  }

  /** Throws SignerUnreachable if the signer does not start, or ends before it has responded. */
  async sign(request: SignRequest): Promise<SignedTransaction | SignRefusal> {
    return (await this.#client()).sign(request);
  }

  /** The signer's health. Throws SignerUnreachable in the same cases as `sign`. */
  async health(): Promise<SignerHealth> {
    return (await this.#client()).health();
  }

  async #client(): Promise<SigningClient> {
    this.#running ??= this.#start();
    const { client } = await this.#running.catch((reason: unknown) => {
      this.#running = undefined;
      throw new SignerUnreachable(`the sandbox's signer did not start: ${String(reason)}`);
    });
    return client;
  }

  async stop(): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    running?.child.disconnect();
  }

  async #start() {
    const seed = Buffer.from(await this.#parts.seed());
    // The signer's journal belongs to its keys. The keys of each database differ, so each database has a journal of its
    // own.
    const folder = join(this.#parts.dataDir, `signer-${createHash('sha256').update(seed).digest('hex').slice(0, 12)}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const policy = join(folder, 'policy.json');
    writeDurablySync(policy, JSON.stringify(sandboxPolicy()));
    const secret = randomBytes(32).toString('hex');
    const keys = { SIGNER_DATA_DIR: folder, SIGNER_SEED: '-' };
    // Only play money is at stake, so a missing journal is created without the usual confirmation.
    if (!hasJournal(folder)) await beginJournal(keys, seed);
    const child = spawn(process.execPath, [signer], {
      stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
      env: { ...keys, SIGNER_LISTEN: '127.0.0.1:0', SIGNER_SECRET: secret, SIGNER_POLICY: policy },
    });
    giveSeed(child, seed);
    child.once('exit', () => {
      this.#running = undefined;
    });
    return { client: new SigningClient({ url: await addressOf(child), secret }), child };
  }
}

async function beginJournal(env: Readonly<Record<string, string>>, seed: Buffer): Promise<void> {
  const begun = promisify(execFile)(process.execPath, [journalMaker], { env });
  giveSeed(begun.child, seed);
  await begun;
}

/** Passes the seed on standard input, because other processes of the same user can read the environment. */
function giveSeed({ stdin }: ChildProcess, seed: Buffer): void {
  // If the process ends before it reads the seed, its exit is reported elsewhere.
  stdin?.on('error', () => {});
  stdin?.end(seed.toString('hex'));
}

function hasJournal(folder: string): boolean {
  return (statSync(join(folder, 'journal'), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** The address in the first line of output that contains one. Rejects if the process ends before it prints one. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the process exited with code ${code}`)));
    child.once('error', reject);
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { listens } = JSON.parse(line) as { readonly listens?: string };
      if (listens !== undefined) resolve(`http://${listens}`);
    });
  });
}

const sandboxPolicy = () => ({
  chains: 'simulated',
  networks: Object.fromEntries(
    Object.entries(simulatedNetworks).map(([network, { coins }]) => [
      network,
      {
        maxFee: '1',
        feesPerDay: '1000',
        coins: Object.fromEntries(coins.map((coin) => [coin.coin, coinPolicy(coin)])),
      },
    ]),
  ),
});

const coinPolicy = ({ decimals, contract }: ChainCoin) => ({ decimals, contract, perPayment: PLENTY, perDay: PLENTY });
