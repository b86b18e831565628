import type { NamedKey } from '../../files/key-ring.ts';
import type { HttpSettings } from '../../http/services.ts';
import type { S3Settings } from '../../providers/blobs/s3-blobs.ts';
import type { OpenIdSettings } from '../../providers/openid/openid-client.ts';
import type { PaypalSettings } from '../../providers/payment/paypal-payment.ts';
import type { HttpSmsSettings } from '../../providers/sms/http-sms.ts';
import { type IndexSettings, readIndex } from './index-settings.ts';
import { type NetworkSettings, readNetworks, readSigner, type SignerSettings } from './network-settings.ts';
import { type OutsideSettings, readOutside } from './outside-settings.ts';
import { checkSandboxReach } from './sandbox-reach.ts';
import { type Environment, SettingsReader } from './settings-reader.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The operator's settings, read once from the environment. */
export interface Settings extends HttpSettings {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Undefined for the sandbox's embedded Postgres. Contains a password: never log it. */
  readonly databaseUrl: string | undefined;
  /** The URL for the role that owns and migrates the tables; undefined if that is the role of `databaseUrl`. */
  readonly databaseOwnerUrl: string | undefined;
  /** Whether production accepts that the server's database role also owns the tables. */
  readonly oneDatabaseRole: boolean;
  /** Maximum number of database connections, not including those of the log and the duties. */
  readonly databaseConnections: number;
  /** Folder with recorded candle files that the sandbox's prices follow. */
  readonly tape: string | undefined;
  /** Seed of the sandbox's simulated market. */
  readonly seed: number;
  /** Whether the sandbox's market maker and takers run. */
  readonly house: boolean;
  /** Whether the sandbox has demo accounts, demo staff and its first news. */
  readonly demo: boolean;
  readonly logLevel: LogLevel;
  /**
   * The duration of the lease. It determines how long an unresponsive leader blocks the next one, and for how long a
   * leader that has lost the database still serves reads from memory.
   */
  readonly leaseMs: number;
  /** The number of open orders for which the core's tables have room from the start. */
  readonly roomForOrders: number;
  /** A snapshot of the core is taken after this many commands. */
  readonly snapshotEveryCommands: number;
  /**
   * How long the part of the log before a snapshot is retained; undefined means forever (the operator archives the
   * log).
   */
  readonly logRetentionHours: number | undefined;
  /** Whether to rebuild the read models at this start, from the oldest retained snapshot. */
  readonly rebuildHistories: boolean;
  readonly sessionHours: number;
  readonly sessionIdleHours: number;
  /**
   * The secret that signs cookies and tokens; undefined in a sandbox without this setting, which uses its own secret in
   * DATA_DIR.
   */
  readonly sessionSecret: string | undefined;
  /** The mail server; undefined in a sandbox, which stores emails in its outbox and sends none. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  /** The provider of text messages; undefined in a sandbox, which stores text messages in its outbox too. */
  readonly sms: HttpSmsSettings | undefined;
  /** Maximum number of text messages to one country per hour. */
  readonly smsPerCountryHour: number;
  /** Sign-in with Google; undefined if not available, or in a sandbox with its own provider. */
  readonly openId: OpenIdSettings | undefined;
  /**
   * A file of leaked passwords that are refused; if undefined, only the built-in list of the most common passwords is
   * refused.
   */
  readonly leakedPasswords: string | undefined;
  /** Real networks; undefined in a sandbox that simulates them. */
  readonly networks: readonly NetworkSettings[] | undefined;
  /** A transaction of ours that no block has included for this long is replaced at a higher fee. */
  readonly replaceAfterSeconds: number;
  /**
   * The process that signs payments; undefined on a follower, or if none is set (simulated networks have their own).
   */
  readonly signer: SignerSettings | undefined;
  /** How clients buy USDT; undefined if they cannot, or in a sandbox with simulated payments. */
  readonly payments: PaymentSettings | undefined;
  /** Before a delisting closes the positions of a market, the market's index must have been confirmed for this long. */
  readonly delistingIndexSeconds: number;
  /** The sources of the index of perpetual markets. */
  readonly index: IndexSettings;
  /** The source of outside news, and its publisher's name; undefined for none. */
  readonly newsFeed: { readonly url: string; readonly name: string } | undefined;
  /** The hosts to which promotions may link, besides our own pages. */
  readonly promotionHosts: readonly string[];
  /** The market outside the exchange whose figures are shown beside ours. */
  readonly outside: OutsideSettings;
  readonly kyc: {
    /**
     * The keys that encrypt uploaded files and the numbers of identity documents; the first one encrypts new data.
     * Undefined on a follower without this setting, and in a sandbox without it, which uses its own key in DATA_DIR.
     */
    readonly keys: readonly NamedKey[] | undefined;
    /** How many days identity photos are stored after verification. */
    readonly retentionDays: number;
    /** The bucket for uploaded files; if undefined, they are stored in DATA_DIR. */
    readonly s3: S3Settings | undefined;
  };
}

/** PayPal, and the source of exchange rates. */
export interface PaymentSettings {
  readonly paypal: PaypalSettings;
  readonly ratesUrl: string;
}

/** The exchange's address as seen by browsers, for links in emails. It is never taken from a request. */
export const baseUrlOf = ({ publicOrigin, host, port }: Pick<Settings, 'publicOrigin' | 'host' | 'port'>): string =>
  publicOrigin ?? `http://${host}:${port}`;

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
    databaseOwnerUrl: reader.url('DATABASE_OWNER_URL', ['postgres:', 'postgresql:'], false),
    databaseUrl: reader.url('DATABASE_URL', ['postgres:', 'postgresql:'], production || role === 'follower'),
    oneDatabaseRole: reader.word('DATABASE_ONE_ROLE', ['on', 'off'], 'off') === 'on',
    databaseConnections: reader.integer('DATABASE_CONNECTIONS', 12, 2, 1_000),
    publicOrigin: reader.origin('PUBLIC_ORIGIN', production),
    trustedProxies: reader.trustedProxies(production),
    metrics: reader.metrics(),
    ...frontOf(reader),
    compatGet: reader.word('COMPAT_GET', ['on', 'off'], production ? 'off' : 'on') === 'on',
    tape: production ? reader.absentInProduction('TAPE') : reader.text('TAPE'),
    seed: reader.integer('SEED', 1, 0, 4_294_967_295),
    demo: !production && reader.word('DEMO', ['on', 'off'], 'on') === 'on',
    house: !production && reader.word('HOUSE', ['on', 'off'], 'on') === 'on',
    logLevel: reader.word('LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    leaseMs: reader.integer('LEASE_MS', 3_000, 1_000, 60_000),
    roomForOrders: reader.integer('ROOM_FOR_ORDERS', production ? 2_097_152 : 131_072, 1_024, 67_108_864),
    snapshotEveryCommands: reader.integer('SNAPSHOT_EVERY_COMMANDS', 200_000, 1_000, 100_000_000),
    logRetentionHours: reader.retention('LOG_RETENTION_HOURS', production ? undefined : 24),
    rebuildHistories: reader.word('REBUILD_HISTORIES', ['on', 'off'], 'off') === 'on',
    sessionHours: reader.integer('SESSION_HOURS', 12, 1, 720),
    sessionIdleHours: reader.integer('SESSION_IDLE_HOURS', 4, 1, 720),
    sessionSecret: reader.secret('SESSION_SECRET', production || role === 'follower'),
    mail: reader.mail(production),
    sms: reader.sms(production),
    smsPerCountryHour: reader.integer('SMS_PER_COUNTRY', 100, 1, 1_000_000),
    openId: reader.openId(),
    leakedPasswords: reader.text('LEAKED_PASSWORDS'),
    explorers: reader.explorers(),
    networks: readNetworks(reader, production),
    delistingIndexSeconds: reader.integer(
      'DELISTING_INDEX_SECONDS',
      production ? 1_800 : 10,
      production ? 1_800 : 0,
      86_400,
    ),
    replaceAfterSeconds: reader.integer('REPLACE_AFTER_SECONDS', 600, 1, 86_400),
    signer: role === 'leader' ? readSigner(reader, production && reader.text('NETWORKS') !== 'none') : undefined,
    payments: reader.payments(production),
    index: readIndex(reader, production),
    outside: readOutside(reader, production),
    kyc: {
      keys: reader.keys('KYC_KEY', production && role === 'leader'),
      retentionDays: reader.integer('KYC_RETENTION_DAYS', 1_825, 1, 36_500),
      s3: reader.s3('KYC_S3_URL'),
    },
    rates: {
      perAddressPerSecond: reader.integer('RATE_PER_ADDRESS', production ? 200 : 1_000, 1, 10_000_000),
      ordersPerSessionPerSecond: reader.integer('RATE_ORDERS_PER_SESSION', 100, 1, 10_000_000),
      signInsPerAddressPerSecond: reader.integer('RATE_SIGN_INS', production ? 3 : 1_000, 1, 10_000_000),
      filesPerMinute: reader.integer('RATE_FILES', 12, 4, 10_000_000),
      consolePerAddressPerSecond: reader.integer('RATE_CONSOLE', 20, 1, 10_000_000),
    },
  };
  const inPublic = reader.word('SANDBOX_IN_PUBLIC', ['on', 'off'], 'off') === 'on';
  if (production) reader.absentInProduction('SANDBOX_IN_PUBLIC');
  else if (!inPublic) checkSandboxReach(reader, settings);
  reader.finish();
  return settings;
}

/** What the front page shows besides the exchange's own. */
function frontOf(reader: SettingsReader): Pick<Settings, 'appLinks' | 'newsFeed' | 'promotionHosts'> {
  const url = reader.url('NEWS_FEED_URL', ['https:'], false);
  const name = reader.text('NEWS_FEED_NAME');
  return {
    appLinks: appLinksOf(reader),
    newsFeed: url === undefined ? undefined : { url, name: name ?? new URL(url).hostname },
    promotionHosts: reader.hosts('PROMOTION_HOSTS'),
  };
}

const appLinksOf = (reader: SettingsReader): Settings['appLinks'] => ({
  android: reader.url('APP_LINK_ANDROID', ['https:'], false),
  ios: reader.url('APP_LINK_IOS', ['https:'], false),
});
