import type { Network } from '@vitrine/chains';
import type { Core } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Sequencer } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { AuditTrail } from '../staff/audit/audit-trail.ts';
import type { ClientBooks } from '../wallet/profit/client-books.ts';
import type { Reports } from '../wallet/profit/reports.ts';
import type { Converts } from '../trading/convert/converts.ts';
import type { Custody } from '../custody/custody.ts';
import type { DepositHistory } from '../custody/deposits/deposit-history.ts';
import type { Treasury } from '../custody/reconciliation/treasury.ts';
import type { Unread } from '../custody/network/unread.ts';
import type { Withdrawals } from '../custody/withdrawals/withdrawals.ts';
import type { FailedPayments } from '../custody/withdrawals/failed.ts';
import type { ExchangeSettingsStore } from '../staff/settings/exchange-settings.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { AttemptLimits } from '../auth/codes/attempt-limits.ts';
import type { Access } from '../auth/identity.ts';
import type { Preferences } from '../clients/preferences.ts';
import type { Profiles } from '../clients/profiles.ts';
import type { SecurityCentre } from '../auth/security/security-centre.ts';
import type { SecurityEvents } from '../auth/security/security-events.ts';
import type { Sessions, TransactionPasswords } from '../auth/session/session.ts';
import type { Kyc } from '../kyc/kyc.ts';
import type { KycReviews } from '../kyc/reviews.ts';
import type { Nodes } from '../system/nodes.ts';
import type { KeptLetters } from '../notifications/mail/kept-letters.ts';
import type { Notices } from '../notifications/notices.ts';
import type { PurchaseReview } from '../payments/purchase-review.ts';
import type { PurchaseTable } from '../payments/purchase-table.ts';
import type { PurchaseTakeBacks } from '../payments/purchase-take-backs.ts';
import type { Purchases } from '../payments/purchases.ts';
import type { People } from '../restrictions/people.ts';
import type { OutboxMail } from '../providers/mail/outbox-mail.ts';
import type { SimulatedPayment } from '../providers/payment/simulated-payment.ts';
import type { Browsing } from '../projections/browsing.ts';
import type { Coins } from '../projections/tables/coins.ts';
import type { Histories } from '../projections/histories.ts';
import type { MarketData } from '../projections/tables/market-data.ts';
import type { OpenOrders } from '../projections/tables/open-orders.ts';
import type { TradingVolume } from '../projections/tables/trading-volume.ts';
import type { Approvals } from '../staff/approvals.ts';
import type { Staff } from '../staff/staff.ts';
import type { StaffSessions } from '../staff/staff-session.ts';
import type { Support } from '../support/support.ts';
import type { Uploads } from '../files/uploads.ts';
import type { Instruments } from '../kit/instruments.ts';
import type { Metrics } from '../http/metrics.ts';
import type { PaymentCalls } from '../payments/http/payment-calls.ts';
import type { LedgerAudit } from '../system/http/ledger-audit.ts';

/** What the HTTP side must know of the operator's settings. */
export interface HttpSettings {
  readonly mode: 'sandbox' | 'production';
  /** Whether this server writes the log, or follows it and answers reads alone. */
  readonly role: 'leader' | 'follower';
  /** Where browsers reach the exchange; undefined in a sandbox: whatever address they used. */
  readonly publicOrigin: string | undefined;
  /** How many reverse proxies stand in front: so many entries of X-Forwarded-For are believed. */
  readonly trustedProxies: number;
  readonly metrics: MetricsSettings;
  /** Serves the specification's GET form of calls that change state. */
  readonly compatGet: boolean;
  readonly rates: RateSettings;
  /** By network, the page of a transaction in an explorer, with {txid} in its place. */
  readonly explorers: Partial<Record<Network, string>>;
  /** How many days after verification photos are kept. */
  readonly kyc: { readonly retentionDays: number };
}

/** Who may read the metrics. In production without either of these nobody, in a sandbox everyone. */
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
  /** Calls from one address that begin or end a sign-in: they hash a stranger's password, or keep something for later. */
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

/** What handlers may use, put together once by wiring/exchange.ts. */
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
  /** Clients’ profit and loss. */
  readonly books: ClientBooks;
  readonly reports: Reports;
  readonly coins: Coins;
  readonly sessions: Sessions;
  readonly transactionPasswords: TransactionPasswords;
  readonly accounts: Accounts;
  /** The ways into an account. */
  readonly access: Access;
  readonly profiles: Profiles;
  readonly preferences: Preferences;
  readonly tradingVolume: TradingVolume;
  readonly security: SecurityCentre;
  readonly securityEvents: SecurityEvents;
  readonly notices: Notices;
  readonly kyc: Kyc;
  readonly kycReviews: KycReviews;
  readonly uploads: Uploads;
  readonly uploadLimits: AttemptLimits;
  /** Conversations with clients, and what is published for them. */
  readonly support: Support;
  readonly people: People;
  readonly withdrawals: Withdrawals;
  readonly letters: KeptLetters;
  readonly failedPayments: FailedPayments;
  readonly staffSessions: StaffSessions;
  readonly staff: Staff;
  readonly approvals: Approvals;
  readonly exchangeSettings: ExchangeSettingsStore;
  readonly audit: Pick<AuditTrail, 'append' | 'read' | 'verify' | 'head'>;
  readonly health: Health;
  readonly converts: Converts;
  /** Undefined: nothing can be bought with money of countries here. */
  readonly purchases: Purchases | undefined;
  /** How often that may ask the payment provider. */
  readonly paymentCalls: PaymentCalls;
  /** The sandbox's own payment provider; undefined where another charges. */
  readonly simulatedPayment: SimulatedPayment | undefined;
  /** What was bought stays on record where nothing is sold any more. */
  readonly purchaseTable: PurchaseTable;
  readonly purchaseReview: PurchaseReview;
  readonly purchaseTakeBacks: PurchaseTakeBacks;
  /** The exchange's own nodes that are up. */
  readonly nodes: Pick<Nodes, 'count'>;
  /** Messages the sandbox keeps instead of sending them; undefined in production. */
  readonly outbox: OutboxMail | undefined;
  /** Money that comes from networks and goes to them. */
  readonly custody: Custody;
  readonly depositHistory: DepositHistory;
  readonly treasury: Treasury;
  readonly unread: Unread;
  /** The networks that the sandbox simulates; undefined in production and where the log is only followed. */
  readonly sandboxChains: SandboxNetworks | undefined;
  readonly ledgerAudit: LedgerAudit;
  readonly metrics: Pick<Metrics, 'acknowledged'>;
  readonly log: FastifyBaseLogger;
}

/** What somebody outside can make happen on a simulated network. */
export interface SandboxNetworks {
  /** Sends a payment; returns the transaction's id. The same key is the same transaction. `amount` in the chain's smallest units. */
  pay(payment: {
    readonly network: Network;
    readonly to: string;
    readonly coin: string;
    readonly amount: bigint;
    readonly key: string;
  }): Promise<string>;
  /** So many blocks now, and what they bring is read. */
  mine(network: Network, count: number): Promise<void>;
}
