import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { journalMaker, keyMaker, signerFile } from './signer-files.ts';

const { NODE_COMPILE_CACHE } = process.env;
export const SIGNER_SECRET = 'a secret between these two, long enough';

/** The signer in its own process, with its own new keys, as its operators start it. */
export class SignerProgram {
  /** The exchange's settings, printed when the keys were created. */
  readonly settings: Readonly<Record<string, string>>;
  readonly url: string;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  /** @param folder where all its files are stored */
  static async create(folder: string, policy: object, bitcoin = 'mainnet'): Promise<SignerProgram> {
    const keys = { SIGNER_KEY_FILE: join(folder, 'keys'), SIGNER_PASSPHRASE: 'four words and a comma' };
    const { PATH = '' } = process.env;
    writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [keyMaker, '--file', keys.SIGNER_KEY_FILE, '--bitcoin', bitcoin],
      { env: { NODE_COMPILE_CACHE, PATH, ...keys } },
    );
    const environment = { PATH, ...keys, SIGNER_DATA_DIR: join(folder, 'signer') };
    await promisify(execFile)(process.execPath, [journalMaker], {
      env: { NODE_COMPILE_CACHE, ...environment },
    });
    return new SignerProgram(folder, stdout, environment);
  }

  private constructor(folder: string, printed: string, environment: Readonly<Record<string, string>>) {
    const lines = printed.trim().split('\n');
    this.settings = Object.fromEntries(lines.map((line) => line.split('=', 2)));
    this.url = `unix:${join(folder, 'signer.sock')}`;
    this.#environment = {
      ...environment,
      SIGNER_LISTEN: this.url,
      SIGNER_SECRET,
      SIGNER_POLICY: join(folder, 'policy.json'),
    };
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [signerFile], {
      env: { NODE_COMPILE_CACHE, ...this.#environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (said) => String(said).includes('"listens"') && resolve());
      child.once('exit', () => reject(new Error('the signer ended')));
    });
  }

  /** As kill -9 does. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** How often its journal names this payment. */
  signedFor(payment: string): number {
    const journal = readFileSync(join(this.#environment.SIGNER_DATA_DIR ?? '', 'journal'), 'utf8');
    return journal.split('\n').filter((line) => line.includes(`"${payment}"`)).length;
  }
}
