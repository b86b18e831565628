import type { Network } from '@vitrine/chains';
import type { RestrictionReason } from '@vitrine/contract';
import type { Core, OwnerId } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Sequencer } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { AttemptLimits } from '../kit/attempt-limits.ts';
import type { HouseMoney } from '../kit/house-money.ts';
import type { Instruments } from '../kit/instruments.ts';
import type { LedgerAudit } from '../kit/ledger-audit.ts';
import type { Browsing } from '../projections/browsing.ts';
import type { Histories } from '../projections/histories.ts';
import type { Coins } from '../projections/tables/coins.ts';
import type { MarketData } from '../projections/tables/market-data.ts';
import type { OpenOrders } from '../projections/tables/open-orders.ts';
import type { ClientReads } from './client-reads.ts';
import type { Metrics } from './metrics.ts';
import type { Sessions } from './session.ts';
import type { StaffSessions } from './staff-session.ts';

/** The operator's settings that HTTP needs. */
export interface HttpSettings {
  readonly mode: 'sandbox' | 'production';
  /** Whether this server writes the log, or follows it and serves only reads. */
  readonly role: 'leader' | 'follower';
  /**
   * The origin at which browsers reach the exchange; undefined in a sandbox that is reached at localhost or an IP
   * address.
   */
  readonly publicOrigin: string | undefined;
  /** The number of reverse proxies in front of the server. This many entries of X-Forwarded-For are trusted. */
  readonly trustedProxies: number;
  readonly metrics: MetricsSettings;
  /** Whether calls that change state are also served as GET, as in the specification. */
  readonly compatGet: boolean;
  readonly rates: RateSettings;
  /** The pages of the mobile apps; undefined if there is none. */
  readonly appLinks: { readonly android: string | undefined; readonly ios: string | undefined };
  /** By network: the URL of a transaction's page in a block explorer, with the placeholder {txid}. */
  readonly explorers: Partial<Record<Network, string>>;
  /** How many days photos are stored after verification. */
  readonly kyc: { readonly retentionDays: number };
}

/** Access to the metrics. If neither field is set, only a sandbox serves them, to anyone. */
export interface MetricsSettings {
  /** The token that a request must send as `Authorization: Bearer`. */
  readonly token: string | undefined;
  /** A separate address; if set, metrics are served only at that address. */
  readonly listen: { readonly host: string; readonly port: number } | undefined;
}

/** Rate limits, per second unless the name says otherwise. A burst may use up the allowance of three seconds. */
export interface RateSettings {
  readonly perAddressPerSecond: number;
  readonly ordersPerSessionPerSecond: number;
  /** Calls of a sign-in from one address. They hash a visitor's password, or store state for a later step. */
  readonly signInsPerAddressPerSecond: number;
  /** Files per minute from one sender; a quarter of them may be sent in a burst. */
  readonly filesPerMinute: number;
  /** Console calls from one address. They are made by people, not by programs. */
  readonly consolePerAddressPerSecond: number;
}

/** The current health of the process and its database. */
export interface Health {
  /** The maximum age of the state that is served; zero on the leader. */
  behindMs(): number;
  streamClients(): number;
  database(): Promise<{
    /** The database's response time; undefined if it does not respond. */
    readonly answersInMs: number | undefined;
    readonly sizeBytes: number | undefined;
    readonly connections: number;
    /** Queries that are waiting for a connection. */
    readonly waiting: number;
  }>;
}

/** Whether operators restrict a client from trading, why, and until when. */
export interface TradeRestrictions {
  onTrade(owner: OwnerId): { readonly reason: RestrictionReason; readonly endsAtMs: number } | undefined;
}

/** The clients whose identity is verified. */
export interface VerifiedClients {
  isVerified(owner: OwnerId): boolean;
}

/**
 * What the handlers of every module may use. The `services.ts` of each module adds what the module provides to those
 * above it.
 */
export interface Services {
  readonly settings: HttpSettings;
  /** The current time on the exchange's clock, which the sandbox may have moved. */
  clock(): TimeMs;
  readonly sequencer: Pick<Sequencer, 'submit' | 'epoch'>;
  /** The core's memory: reads only. Reading it throws LeaseLost while it may be out of date. */
  readonly core: Core;
  readonly instruments: Instruments;
  /**
   * Whether commands are accepted: the lease is held, the database responds, and the read models are not far behind.
   */
  isReady(): Promise<boolean>;
  /** Market data in memory; reading it also throws LeaseLost while it may be out of date. */
  readonly marketData: MarketData;
  readonly openOrders: OpenOrders;
  readonly histories: Histories;
  readonly clientReads: ClientReads;
  /** The histories as pages with cursors in both directions. */
  readonly browsing: Browsing;
  readonly coins: Coins;
  readonly sessions: Sessions;
  readonly staffSessions: StaffSessions;
  readonly health: Health;
  readonly ledgerAudit: LedgerAudit;
  readonly houseMoney: HouseMoney;
  readonly metrics: Pick<Metrics, 'acknowledged'>;
  /** Limits how many files each sender may upload. */
  readonly uploadLimits: AttemptLimits;
  readonly restrictions: TradeRestrictions;
  readonly kyc: VerifiedClients;
  readonly log: FastifyBaseLogger;
}
