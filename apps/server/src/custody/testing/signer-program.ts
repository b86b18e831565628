import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type AddressFormat,
  accountPath,
  BitcoinAddresses,
  type BitcoinNetworkName,
  bitcoinNetworks,
  evmAddresses,
  type Network,
  networks,
  SeedKeys,
  tronAddresses,
} from '@vitrine/chains';
import { journalMaker, signerFile } from './signer-files.ts';

const { NODE_COMPILE_CACHE } = process.env;
export const SIGNER_SECRET = 'a secret between these two, long enough';

/** The signer in its own process, with newly generated keys, started the way operators start it. */
export class SignerProgram {
  /** The exchange's settings, as `npm run signer:create-keys` prints them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly url: string;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  /** @param folder the folder for all of the signer's files */
  static async create(folder: string, policy: object, bitcoin: BitcoinNetworkName = 'mainnet'): Promise<SignerProgram> {
    const { PATH = '' } = process.env;
    const seed = randomBytes(32);
    writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy));
    // Uses a seed instead of a key file: by design, opening a key file takes most of a second of CPU time.
    const own = { PATH, SIGNER_SEED: seed.toString('hex'), SIGNER_DATA_DIR: join(folder, 'signer') };
    await promisify(execFile)(process.execPath, [journalMaker], { env: { NODE_COMPILE_CACHE, ...own } });
    return new SignerProgram(folder, await settingsFor(new SeedKeys(seed), bitcoin), own);
  }

  private constructor(
    folder: string,
    settings: Readonly<Record<string, string>>,
    environment: Readonly<Record<string, string>>,
  ) {
    this.settings = settings;
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
      child.once('exit', () => reject(new Error('the signer exited during startup')));
    });
  }

  /** Kills the signer as kill -9 does. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** The number of journal entries that name this payment. */
  signedFor(payment: string): number {
    const journal = readFileSync(join(this.#environment.SIGNER_DATA_DIR ?? '', 'journal'), 'utf8');
    return journal.split('\n').filter((line) => line.includes(`"${payment}"`)).length;
  }
}

async function settingsFor(keys: SeedKeys, bitcoin: BitcoinNetworkName): Promise<Readonly<Record<string, string>>> {
  const formats: Readonly<Record<Network, AddressFormat>> = {
    TRC20: tronAddresses,
    ERC20: evmAddresses,
    BEP20: evmAddresses,
    BTC: new BitcoinAddresses(bitcoinNetworks[bitcoin]),
  };
  const entries = networks.map(async (network) => {
    const format = formats[network];
    const hotXpub = await keys.accountXpub(accountPath(format.family, 'hot'));
    return [
      [`${network}_XPUB`, await keys.accountXpub(accountPath(format.family, 'deposit'))],
      [`${network}_HOT_ADDRESS`, format.derive(hotXpub, 0)],
    ];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}
