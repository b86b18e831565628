import type { Network } from '@vitrine/chains';
import type { RestrictionReason } from '@vitrine/contract';
import type { Core, OwnerId } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Sequencer } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { AttemptLimits } from '../kit/attempt-limits.ts';
import type { Instruments } from '../kit/instruments.ts';
import type { LedgerAudit } from '../kit/ledger-audit.ts';
import type { Browsing } from '../projections/browsing.ts';
import type { Histories } from '../projections/histories.ts';
import type { Coins } from '../projections/tables/coins.ts';
import type { MarketData } from '../projections/tables/market-data.ts';
import type { OpenOrders } from '../projections/tables/open-orders.ts';
import type { Metrics } from './metrics.ts';
import type { Sessions } from './session.ts';
import type { StaffSessions } from './staff-session.ts';

/** What the HTTP side must know of the operator's settings. */
export interface HttpSettings {
  readonly mode: 'sandbox' | 'production';
  /** Whether this server writes the log, or follows it and answers reads alone. */
  readonly role: 'leader' | 'follower';
  /** Where browsers reach the exchange; undefined in a sandbox: whatever address they used. */
  readonly publicOrigin: string | undefined;
  /** The number of reverse proxies in front: so many entries of X-Forwarded-For are trusted. */
  readonly trustedProxies: number;
  readonly metrics: MetricsSettings;
  /** Serves the specification's GET form of calls that change state. */
  readonly compatGet: boolean;
  readonly rates: RateSettings;
  /** By network, the page of a transaction in an explorer, with {txid} in its place. */
  readonly explorers: Partial<Record<Network, string>>;
  /** How many days after verification photos are stored. */
  readonly kyc: { readonly retentionDays: number };
}

/** Access to the metrics. Without either of these nobody in production, everyone in a sandbox. */
export interface MetricsSettings {
  /** What a reader has to send as `Authorization: Bearer`. */
  readonly token: string | undefined;
  /** An address of their own; they are then nowhere else. */
  readonly listen: { readonly host: string; readonly port: number } | undefined;
}

/** Requests a second that one client may make; short bursts of three seconds' worth pass. */
export interface RateSettings {
  readonly perAddressPerSecond: number;
  readonly ordersPerSessionPerSecond: number;
  /**
   * Calls from one address that begin or end a sign-in: they hash a visitor's password, or store something for later.
   */
  readonly signInsPerAddressPerSecond: number;
  /** Files a minute from one sender; a quarter of them at once. */
  readonly filesPerMinute: number;
  /** Calls of the console from one address: people, not programs, work there. */
  readonly consolePerAddressPerSecond: number;
}

/** How the process and its database are, at the moment of asking. */
export interface Health {
  /** How old the state may be; zero where the log is written. */
  behindMs(): number;
  streamClients(): number;
  database(): Promise<{
    /** Undefined where it does not answer. */
    readonly answersInMs: number | undefined;
    readonly sizeBytes: number | undefined;
    readonly connections: number;
    /** Queries that wait for a connection. */
    readonly waiting: number;
  }>;
}

/** Whether operators keep a client from trading, why, and until when. */
export interface TradeRestrictions {
  onTrade(owner: OwnerId): { readonly reason: RestrictionReason; readonly endsAtMs: number } | undefined;
}

/** What the handlers of every room may use. A room adds what it offers to those above it: its `services.ts`. */
export interface Services {
  readonly settings: HttpSettings;
  /** Now, on the exchange's clock (the sandbox may have moved it). */
  clock(): TimeMs;
  readonly sequencer: Pick<Sequencer, 'submit'>;
  /** The core's memory: reads only. Reading it throws LeaseLost while it may be out of date. */
  readonly core: Core;
  readonly instruments: Instruments;
  /** Whether commands are taken: lease held, database answering, histories near. */
  isReady(): Promise<boolean>;
  /** Reading these throws LeaseLost too. */
  readonly marketData: MarketData;
  readonly openOrders: OpenOrders;
  readonly histories: Histories;
  /** The same as pages that can be turned both ways. */
  readonly browsing: Browsing;
  readonly coins: Coins;
  readonly sessions: Sessions;
  readonly staffSessions: StaffSessions;
  readonly health: Health;
  readonly ledgerAudit: LedgerAudit;
  readonly metrics: Pick<Metrics, 'acknowledged'>;
  /** How many files each sender has sent. */
  readonly uploadLimits: AttemptLimits;
  readonly restrictions: TradeRestrictions;
  readonly log: FastifyBaseLogger;
}
