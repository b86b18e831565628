import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SeedKeys, SigningClient } from '@vitrine/chains';
import { beginJournal } from '../journal-start.ts';

const { NODE_COMPILE_CACHE } = process.env;
/** The program that operators run; `tools/src/built-programs.ts` replaces it by its built version in tests. */
const program = fileURLToPath(new URL('../signer.ts', import.meta.url));
export const secret = 'a secret of thirty-two characters, or more';
export const seed = '000102030405060708090a0b0c0d0e0f';

/** Limits in whole coins, low enough for tests to reach. */
const policy = {
  chains: 'simulated',
  networks: {
    ERC20: {
      maxFee: '0.01',
      feesPerDay: '0.05',
      coins: {
        ETH: { decimals: 18, perPayment: '2', perDay: '5' },
        USDT: { decimals: 6, contract: 'simulated:USDT', perPayment: '100', perDay: '250' },
      },
    },
  },
  blocked: ['0x00000000000000000000000000000000000000b1'],
};

/** A signer in a separate process, with its own folder. */
export class SignerProcess {
  readonly folder = mkdtempSync(join(tmpdir(), 'signer-'));
  readonly journalPath = join(this.folder, 'data', 'journal');
  readonly stopPath = join(this.folder, 'data', 'stop');
  readonly url = `unix:${join(this.folder, 'socket')}`;
  readonly client = new SigningClient({ url: this.url, secret });
  #child: ChildProcess | undefined;
  #isBegun = false;
  /** Everything that the signer has printed since it was last started. */
  output = '';

  constructor(ofPolicy: unknown = policy) {
    writeFileSync(join(this.folder, 'policy.json'), JSON.stringify(ofPolicy));
  }

  /**
   * Starts the signer and waits until it listens; the first start also creates its journal. `entry`: the file to run.
   */
  async start(environment: Readonly<Record<string, string>> = {}, entry = program): Promise<void> {
    if (!this.#isBegun) await this.begin();
    const child = this.#spawn(environment, entry);
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', () => this.output.includes('"listens"') && resolve());
      child.once('exit', () => reject(new Error(this.output)));
    });
  }

  /** Creates the signer's journal. */
  async begin(): Promise<void> {
    await beginJournal(join(this.folder, 'data'), new SeedKeys(Buffer.from(seed, 'hex')));
    this.#isBegun = true;
  }

  /** Runs a signer that is expected to exit on its own, with `input` as its standard input; returns its exit code. */
  async run(environment: Readonly<Record<string, string>>, input = ''): Promise<number | null> {
    const child = this.#spawn(environment, program);
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    const [code] = await once(child, 'close');
    return code;
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  /** Waits until the signer has exited on its own. */
  async ended(): Promise<NodeJS.Signals | number | null> {
    const child = this.#child;
    if (child === undefined) return null;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.signalCode ?? child.exitCode;
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  #spawn(environment: Readonly<Record<string, string>>, entry: string): ChildProcess {
    const child = spawn(process.execPath, [entry], {
      env: {
        NODE_COMPILE_CACHE,
        SIGNER_LISTEN: this.url,
        SIGNER_SECRET: secret,
        SIGNER_DATA_DIR: join(this.folder, 'data'),
        SIGNER_POLICY: join(this.folder, 'policy.json'),
        SIGNER_SEED: seed,
        ...environment,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.output = '';
    const hear = (text: Buffer): void => {
      this.output += text.toString();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    this.#child = child;
    return child;
  }
}
