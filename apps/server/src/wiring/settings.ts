import { type Network, networks } from '@vitrine/chains';
import type { HttpSettings } from '../http/services.ts';
import type { NamedKey } from '../kyc/key-ring.ts';
import type { S3Settings } from '../providers/blobs/s3-blobs.ts';
import type { OpenIdSettings } from '../providers/openid/openid-client.ts';
import type { PaypalSettings } from '../providers/payment/paypal-payment.ts';
import type { HttpSmsSettings } from '../providers/sms/http-sms.ts';
import {
  type EnvironmentReader,
  type NetworkSettings,
  readNetworks,
  readSigner,
  type SignerSettings,
} from './network-settings.ts';
import { StartError } from './start-error.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Everything an operator decides from outside, read once from the environment. */
export interface Settings extends HttpSettings {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Undefined: the sandbox's embedded Postgres. Holds a password: never logged. */
  readonly databaseUrl: string | undefined;
  /** Folder with recorded candle files that the sandbox's prices follow. */
  readonly tape: string | undefined;
  /** Seed of the sandbox's simulated market. */
  readonly seed: number;
  /** Whether the sandbox's market maker and takers are at work. */
  readonly house: boolean;
  /** Whether the sandbox has demo accounts, demo staff and first news. */
  readonly demo: boolean;
  readonly logLevel: LogLevel;
  /** A snapshot of the core is taken after so many commands. */
  readonly snapshotEveryCommands: number;
  /** How long log behind a snapshot is kept; undefined: for ever (the operator archives it). */
  readonly logRetentionHours: number | undefined;
  /** Fills the histories once more at this start, from the oldest kept snapshot on. */
  readonly rebuildHistories: boolean;
  readonly sessionHours: number;
  readonly sessionIdleHours: number;
  /** Signs cookies and tokens; undefined in a sandbox, which keeps one of its own in DATA_DIR. */
  readonly sessionSecret: string | undefined;
  /** Undefined in a sandbox, which keeps messages in its outbox. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  /** The same for text messages. */
  readonly sms: HttpSmsSettings | undefined;
  /** Where people sign in with Google; undefined: nowhere, or in a sandbox at its own provider. */
  readonly openId: OpenIdSettings | undefined;
  /** File of leaked passwords that none may be chosen from; undefined: the commonest alone, which the release brings. */
  readonly leakedPasswords: string | undefined;
  /** Real networks; undefined in a sandbox that simulates them. */
  readonly networks: readonly NetworkSettings[] | undefined;
  /** A transaction of ours that no block has taken for so long is replaced by one with a higher fee. */
  readonly replaceAfterSeconds: number;
  /** The process that signs what is sent; undefined in a sandbox, which has one of its own. */
  readonly signer: SignerSettings | undefined;
  /** How USDT is bought; undefined: not at all, or in a sandbox by simulated payments. */
  readonly payments: PaymentSettings | undefined;
  readonly kyc: {
    /** Seal proofs of identity, the one that writes first; undefined in a sandbox, which keeps one of its own in DATA_DIR. */
    readonly keys: readonly NamedKey[] | undefined;
    /** How long after verification photos are kept. */
    readonly retentionDays: number;
    /** Undefined: photos are kept in DATA_DIR. */
    readonly s3: S3Settings | undefined;
  };
}

/** PayPal, and where prices come from. */
export interface PaymentSettings {
  readonly paypal: PaypalSettings;
  readonly ratesUrl: string;
}

const PAYPAL = 'https://api-m.paypal.com';
const GOOGLE_ISSUER = 'https://accounts.google.com';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment. Throws one StartError that lists everything missing or malformed. */
export function readSettings(environment: Environment): Settings {
  const reader = new SettingsReader(environment);
  const mode = reader.word('MODE', ['sandbox', 'production'], 'sandbox');
  const production = mode === 'production';
  const role = reader.word('ROLE', ['leader', 'follower'], 'leader');
  const settings: Settings = {
    mode,
    role,
    host: reader.text('HOST') ?? '127.0.0.1',
    port: reader.integer('PORT', 4000, 0, 65_535),
    dataDir: reader.text('DATA_DIR') ?? './.data',
    databaseUrl: reader.url('DATABASE_URL', ['postgres:', 'postgresql:'], production || role === 'follower'),
    publicOrigin: reader.origin('PUBLIC_ORIGIN', production),
    trustedProxies: reader.integer('TRUSTED_PROXIES', 0, 0, 8),
    compatGet: reader.word('COMPAT_GET', ['on', 'off'], production ? 'off' : 'on') === 'on',
    tape: production ? reader.absentInProduction('TAPE') : reader.text('TAPE'),
    seed: reader.integer('SEED', 1, 0, 4_294_967_295),
    demo: !production && reader.word('DEMO', ['on', 'off'], 'on') === 'on',
    house: !production && reader.word('HOUSE', ['on', 'off'], 'on') === 'on',
    logLevel: reader.word('LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    snapshotEveryCommands: reader.integer('SNAPSHOT_EVERY_COMMANDS', 200_000, 1_000, 100_000_000),
    logRetentionHours: reader.retention('LOG_RETENTION_HOURS', production ? undefined : 24),
    rebuildHistories: reader.word('REBUILD_HISTORIES', ['on', 'off'], 'off') === 'on',
    sessionHours: reader.integer('SESSION_HOURS', 12, 1, 720),
    sessionIdleHours: reader.integer('SESSION_IDLE_HOURS', 4, 1, 720),
    sessionSecret: reader.secret('SESSION_SECRET', production || role === 'follower'),
    mail: reader.mail(production),
    sms: reader.sms(production),
    openId: reader.openId(),
    leakedPasswords: reader.text('LEAKED_PASSWORDS'),
    explorers: reader.explorers(),
    networks: readNetworks(reader, production),
    replaceAfterSeconds: reader.integer('REPLACE_AFTER_SECONDS', 600, 1, 86_400),
    signer: role === 'leader' ? readSigner(reader, production && reader.text('NETWORKS') !== 'none') : undefined,
    payments: reader.payments(production),
    kyc: {
      keys: reader.keys('KYC_KEY', production && role === 'leader'),
      retentionDays: reader.integer('KYC_RETENTION_DAYS', 1_825, 1, 36_500),
      s3: reader.s3('KYC_S3_URL'),
    },
    rates: {
      perAddressPerSecond: reader.integer('RATE_PER_ADDRESS', production ? 200 : 1_000, 1, 10_000_000),
      ordersPerSessionPerSecond: reader.integer('RATE_ORDERS_PER_SESSION', 100, 1, 10_000_000),
      consolePerAddressPerSecond: reader.integer('RATE_CONSOLE', 20, 1, 10_000_000),
    },
  };
  reader.finish();
  return settings;
}

class SettingsReader implements EnvironmentReader {
  readonly #environment: Environment;
  readonly #faults: string[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  text(name: string): string | undefined {
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  word<const W extends readonly string[]>(name: string, words: W, otherwise: W[number]): W[number] {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    if (words.includes(value)) return value;
    this.fault(name, `must be one of ${words.join(', ')}`);
    return otherwise;
  }

  integer(name: string, otherwise: number, least: number, most: number): number {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    const number = Number(value);
    if (/^[0-9]+$/.test(value) && number >= least && number <= most) return number;
    this.fault(name, `must be a whole number from ${least} to ${most}`);
    return otherwise;
  }

  retention(name: string, otherwise: number | undefined): number | undefined {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    return value === 'forever' ? undefined : this.integer(name, 0, 1, 1_000_000);
  }

  url(name: string, protocols: readonly string[], required: boolean): string | undefined {
    const value = this.required(name, required);
    if (value === undefined) return undefined;
    if (protocols.includes(parseUrl(value)?.protocol ?? '')) return value;
    this.fault(name, `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    return undefined;
  }

  origin(name: string, required: boolean): string | undefined {
    const value = this.required(name, required);
    if (value === undefined) return undefined;
    const url = parseUrl(value);
    const protocols = required ? ['https:'] : ['https:', 'http:'];
    if (url !== undefined && protocols.includes(url.protocol) && url.origin === value) return value;
    this.fault(name, 'must be an origin such as https://exchange.example, without a path');
    return undefined;
  }

  secret(name: string, required: boolean): string | undefined {
    const value = this.required(name, required);
    if (value === undefined || value.length >= 32) return value;
    this.fault(name, 'must have at least 32 characters');
    return undefined;
  }

  mail(required: boolean): Settings['mail'] {
    if (!required) return undefined;
    const smtpUrl = this.url('SMTP_URL', ['smtp:', 'smtps:'], true);
    const from = this.required('MAIL_FROM', true);
    return smtpUrl === undefined || from === undefined ? undefined : { smtpUrl, from };
  }

  sms(required: boolean): Settings['sms'] {
    if (!required) return undefined;
    const url = this.url('SMS_URL', ['https:'], true);
    const token = this.required('SMS_TOKEN', true);
    const from = this.required('SMS_FROM', true);
    return url === undefined || token === undefined || from === undefined ? undefined : { url, token, from };
  }

  /** Named keys of 32 bytes, such as 2026b:6f0c…,2026a:91e4…, the newest first. */
  keys(name: string, required: boolean): readonly NamedKey[] | undefined {
    const value = this.required(name, required);
    if (value === undefined) return undefined;
    const keys = value.split(',').map((key) => /^([a-z0-9-]{1,16}):([0-9a-f]{64})$/.exec(key.trim()));
    const ids = new Set(keys.map((key) => key?.[1]));
    if (!keys.includes(null) && ids.size === keys.length)
      return keys.map((key) => ({ id: key?.[1] ?? '', hex: key?.[2] ?? '' }));
    this.fault(name, 'must be <name>:<64 hexadecimal digits>, several of them separated by commas, the newest first');
    return undefined;
  }

  /** By network, where a transaction can be looked at: an address with {txid} in it. */
  explorers(): Partial<Record<Network, string>> {
    const found = networks.flatMap((network) => {
      const name = `EXPLORER_${network}`;
      const url = this.url(name, ['https:'], false);
      if (url === undefined) return [];
      if (!url.includes('{txid}')) this.fault(name, 'must have {txid} where the transaction is to stand');
      return [[network, url] as const];
    });
    return Object.fromEntries(found);
  }

  /** A bucket, all of it or nothing. */
  s3(name: string): S3Settings | undefined {
    const url = this.url(name, ['https:', 'http:'], false);
    if (url === undefined) return undefined;
    const region = this.text('KYC_S3_REGION') ?? 'auto';
    const accessKeyId = this.required('KYC_S3_ACCESS_KEY', true);
    const secretAccessKey = this.required('KYC_S3_SECRET_KEY', true);
    if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
    return { url, region, accessKeyId, secretAccessKey };
  }

  /** All of it or none: half of it would be a button that leads nowhere. */
  openId(): OpenIdSettings | undefined {
    const isAsked = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'OIDC_ISSUER'].some((name) => this.text(name));
    if (!isAsked) return undefined;
    const clientId = this.required('GOOGLE_CLIENT_ID', true);
    const clientSecret = this.required('GOOGLE_CLIENT_SECRET', true);
    const issuer = this.url('OIDC_ISSUER', ['https:'], false) ?? GOOGLE_ISSUER;
    return clientId === undefined || clientSecret === undefined ? undefined : { issuer, clientId, clientSecret };
  }

  /** All of it or none: who can pay must also be credited. A sandbox may have stand-ins beside it, without TLS. */
  payments(production: boolean): PaymentSettings | undefined {
    const names = ['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID', 'PAYPAL_URL', 'RATES_URL'];
    if (!names.some((name) => this.text(name))) return undefined;
    const protocols = production ? ['https:'] : ['https:', 'http:'];
    const clientId = this.required('PAYPAL_CLIENT_ID', true);
    const secret = this.required('PAYPAL_SECRET', true);
    const webhookId = this.required('PAYPAL_WEBHOOK_ID', true);
    const url = this.url('PAYPAL_URL', protocols, false) ?? PAYPAL;
    const ratesUrl = this.url('RATES_URL', protocols, true);
    if (clientId === undefined || secret === undefined || webhookId === undefined || ratesUrl === undefined)
      return undefined;
    const paypal = { url: withoutSlash(url), clientId, secret, webhookId };
    return { paypal, ratesUrl: withoutSlash(ratesUrl) };
  }

  /** Settings of the simulation would be a mistake where real money is. */
  absentInProduction(name: string): undefined {
    if (this.text(name) !== undefined) this.fault(name, 'belongs to the sandbox; remove it');
    return undefined;
  }

  finish(): void {
    if (this.#faults.length === 0) return;
    throw new StartError(`Correct these settings and start again: ${this.#faults.join('; ')}.`);
  }

  required(name: string, required: boolean): string | undefined {
    const value = this.text(name);
    if (value === undefined && required) this.fault(name, 'is missing');
    return value;
  }

  fault(name: string, what: string): void {
    this.#faults.push(`${name} ${what}`);
  }
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
