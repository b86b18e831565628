import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SigningClient } from '@vitrine/chains';
import { journalMaker, signerFile } from './signer-files.ts';

const { NODE_COMPILE_CACHE } = process.env;
const secret = 'what the signer and its tests share, very much';

/** A signer in its own process, for simulated networks. */
export class SignerProcess {
  readonly client: SigningClient;
  readonly url: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'signer-'));
  readonly journalPath = join(this.#folder, 'data', 'journal');
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  constructor(seed: string, networks: Readonly<Record<string, unknown>>) {
    const policy = join(this.#folder, 'policy.json');
    this.url = `unix:${join(this.#folder, 'socket')}`;
    writeFileSync(policy, JSON.stringify({ chains: 'simulated', networks }));
    this.#environment = {
      SIGNER_LISTEN: this.url,
      SIGNER_SECRET: secret,
      SIGNER_DATA_DIR: join(this.#folder, 'data'),
      SIGNER_POLICY: policy,
      SIGNER_SEED: seed,
    };
    this.client = new SigningClient({ url: this.url, secret });
  }

  /** Starts the signer; the first start creates its journal. */
  async start(): Promise<void> {
    if (!existsSync(this.journalPath))
      execFileSync(process.execPath, [journalMaker], {
        env: { NODE_COMPILE_CACHE, ...this.#environment },
      });
    const child = spawn(process.execPath, [signerFile], {
      env: { NODE_COMPILE_CACHE, ...this.#environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout.once('data', () => resolve());
      child.once('exit', () => reject(new Error('the signer did not start')));
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
