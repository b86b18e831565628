import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import process from 'node:process';
import { isVaried } from '@vitrine/chains';
import { SignerStartError } from './signer-start-error.ts';

/** All settings of the signer's process, read once from the environment. */
export interface Settings {
  readonly listen: ListenAt;
  /** The secret that the signer and the exchange share. */
  readonly secret: string;
  /** The folder that contains the journal and the stop file. */
  readonly dataDir: string;
  readonly policyPath: string;
  readonly keys: KeySource;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
}

export type ListenAt = { readonly path: string } | { readonly host: string; readonly port: number };

export type KeySource =
  | { readonly kind: 'file'; readonly path: string; readonly passphrase: string }
  | { readonly kind: 'seed'; readonly seed: Uint8Array };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * If this is given in place of the seed, the seed is read from standard input, because other processes can read a
 * process's environment.
 */
const FROM_INPUT = '-';
const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/** Reads the environment. Throws one SignerStartError that lists everything missing or malformed. */
export function readSettings(environment: Environment): Settings {
  const reader = new SettingsReader(environment);
  const tls = reader.tls();
  const settings = {
    listen: reader.listen(tls !== undefined),
    secret: reader.secret('SIGNER_SECRET'),
    dataDir: reader.dataDir(),
    policyPath: reader.required('SIGNER_POLICY', "the file with the signer's limits"),
    keys: reader.keys(),
    tls,
  };
  reader.finish();
  return settings;
}

/** The settings needed to begin a journal. Throws SignerStartError. */
export function readJournalSettings(environment: Environment): Pick<Settings, 'dataDir' | 'keys'> {
  const reader = new SettingsReader(environment);
  const settings = { dataDir: reader.dataDir(), keys: reader.keys() };
  reader.finish();
  return settings;
}

/** Reads only the passphrase, for creating keys. Throws SignerStartError. */
export function readPassphrase(environment: Environment): string {
  const reader = new SettingsReader(environment);
  const passphrase = reader.passphrase();
  reader.finish();
  return passphrase;
}

class SettingsReader {
  readonly #environment: Environment;
  readonly #faults: string[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  required(name: string, what: string): string {
    return this.#text(name) ?? this.#fault(name, `is missing: ${what}`);
  }

  dataDir(): string {
    return this.required('SIGNER_DATA_DIR', "the folder of the signer's journal");
  }

  secret(name: string): string {
    const value = this.required(name, 'the secret shared with the exchange');
    if (value === '') return value;
    if (value.length < 32) return this.#fault(name, 'must have at least 32 characters');
    return isVaried(value) ? value : this.#fault(name, 'is not random enough: generate one with openssl rand -hex 32');
  }

  /** Where the signer listens: unix:/path or host:port; addresses other than loopback require TLS. */
  listen(isSecured: boolean): ListenAt {
    const name = 'SIGNER_LISTEN';
    const value = this.required(
      name,
      'the address to listen on, such as unix:/run/vitrine/signer.sock or 127.0.0.1:4700',
    );
    if (value.startsWith('unix:')) return { path: value.slice('unix:'.length) };
    const match = /^\[?([^\]]+)\]?:([0-9]{1,5})$/.exec(value);
    const [host, port] = [match?.[1] ?? '', Number(match?.[2])];
    if (value !== '' && (match === null || port > 65_535)) this.#fault(name, 'must be unix:<path> or <host>:<port>');
    else if (!isSecured && (isIP(host) !== 0 || host !== '') && !loopback.has(host))
      this.#fault(
        name,
        'must be a loopback address such as 127.0.0.1, unless SIGNER_TLS_CERT and SIGNER_TLS_KEY are set',
      );
    return { host, port };
  }

  keys(): KeySource {
    const given = this.#text('SIGNER_SEED');
    const seed = given === FROM_INPUT ? readFileSync(process.stdin.fd, 'utf8').trim() : given;
    const path = this.#text('SIGNER_KEY_FILE');
    if (seed !== undefined && path !== undefined)
      this.#fault('SIGNER_SEED', 'and SIGNER_KEY_FILE are both set: remove one of them');
    if (seed !== undefined) {
      if (!/^(?:[0-9a-f]{2}){16,64}$/i.test(seed)) this.#fault('SIGNER_SEED', 'must be 16 to 64 bytes in hexadecimal');
      return { kind: 'seed', seed: Buffer.from(seed, 'hex') };
    }
    if (path === undefined) this.#fault('SIGNER_KEY_FILE', 'is missing: create one with npm run signer:create-keys');
    return { kind: 'file', path: path ?? '', passphrase: path === undefined ? '' : this.passphrase() };
  }

  passphrase(): string {
    const path = this.#text('SIGNER_PASSPHRASE_FILE');
    const value =
      path === undefined ? this.#text('SIGNER_PASSPHRASE') : this.#firstLine('SIGNER_PASSPHRASE_FILE', path);
    if (value === undefined)
      return this.#fault('SIGNER_PASSPHRASE', 'or SIGNER_PASSPHRASE_FILE is missing: the passphrase of the key file');
    return value.length >= 12
      ? value
      : this.#fault(
          'SIGNER_PASSPHRASE',
          'or the first line of SIGNER_PASSPHRASE_FILE must have at least 12 characters',
        );
  }

  tls(): Settings['tls'] {
    const [cert, key] = [this.#text('SIGNER_TLS_CERT'), this.#text('SIGNER_TLS_KEY')];
    if (cert === undefined && key === undefined) return undefined;
    if (cert === undefined || key === undefined) {
      this.#fault('SIGNER_TLS_CERT', 'and SIGNER_TLS_KEY must be set together');
      return undefined;
    }
    return { cert: this.#content('SIGNER_TLS_CERT', cert), key: this.#content('SIGNER_TLS_KEY', key) };
  }

  finish(): void {
    if (this.#faults.length === 0) return;
    throw new SignerStartError(`Correct these settings and start again: ${this.#faults.join('; ')}.`);
  }

  #text(name: string): string | undefined {
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  #firstLine(name: string, path: string): string {
    return this.#content(name, path).split('\n', 1)[0]?.trim() ?? '';
  }

  #content(name: string, path: string): string {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      return this.#fault(name, `cannot be read: ${(error as Error).message}`);
    }
  }

  #fault(name: string, what: string): '' {
    this.#faults.push(`${name} ${what}`);
    return '';
  }
}
