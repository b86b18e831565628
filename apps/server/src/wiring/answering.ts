import { fileURLToPath } from 'node:url';
import type { Command, Core, CoreEvent } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import { newestStateHash, type Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { createIdentity, type Identity, type IdentityParts } from '../auth/identity.ts';
import { LeakedPasswords, NoLeakedPasswords } from '../auth/passwords/leaked-passwords.ts';
import { NewPasswords } from '../auth/passwords/new-passwords.ts';
import { Preferences } from '../auth/preferences.ts';
import { freezeNoteOf } from '../auth/security/freeze-note.ts';
import { SecurityEvents } from '../auth/security/security-events.ts';
import { ClientDirectory } from '../clients/client-directory.ts';
import { ClientFiles } from '../clients/client-files.ts';
import { Profiles } from '../clients/profiles.ts';
import { Custody } from '../custody/custody.ts';
import { DepositHistory } from '../custody/deposits/deposit-history.ts';
import { Unread } from '../custody/network/unread.ts';
import { Treasury } from '../custody/reconciliation/treasury.ts';
import { Destinations } from '../custody/withdrawals/destinations.ts';
import { FailedPayments } from '../custody/withdrawals/failed.ts';
import { createWithdrawals } from '../custody/withdrawals/withdrawals.ts';
import { buildApp } from '../http/app.ts';
import { Metrics } from '../http/metrics.ts';
import { consolePolicy, type PagesApp, strictPolicy } from '../http/pages.ts';
import { AttemptLimits } from '../kit/attempt-limits.ts';
import { Instruments } from '../kit/instruments.ts';
import { LedgerAudit } from '../kit/ledger-audit.ts';
import { FramedMail } from '../notifications/mail/framed-mail.ts';
import { KeptLetters } from '../notifications/mail/kept-letters.ts';
import { moneyFeed } from '../notifications/money-feed.ts';
import { noticeFeed } from '../notifications/notice-feed.ts';
import { Notices } from '../notifications/notices.ts';
import { registerTakeBacks } from '../payments/console/take-back-purchase.ts';
import { PaymentCalls } from '../payments/http/payment-calls.ts';
import { createBrowsing } from '../projections/browsing.ts';
import { createHistories, type ProjectorProgress } from '../projections/histories.ts';
import type { EventBatch } from '../projections/projector/event-batch.ts';
import { loadCoins } from '../projections/tables/coins.ts';
import type { MarketData } from '../projections/tables/market-data.ts';
import type { OpenOrders } from '../projections/tables/open-orders.ts';
import type { ReadModelTables } from '../projections/tables/tables.ts';
import { TradingVolume } from '../projections/tables/trading-volume.ts';
import { OutboxMail } from '../providers/mail/outbox-mail.ts';
import { SmtpMail } from '../providers/mail/smtp-mail.ts';
import { HttpSms } from '../providers/sms/http-sms.ts';
import { OutboxSms } from '../providers/sms/outbox-sms.ts';
import { registerRenewals } from '../restrictions/console/renew-restriction.ts';
import { Objections } from '../restrictions/objections.ts';
import { Restrictions } from '../restrictions/restrictions.ts';
import { SandboxChains } from '../sandbox/sandbox-chains.ts';
import { ExchangeSettingsStore } from '../settings/exchange-settings.ts';
import { Approvals } from '../staff/approvals.ts';
import { AuditTrail } from '../staff/audit/audit-trail.ts';
import { registerAccessApprovals } from '../staff/console/access-approvals.ts';
import { registerSettingsApprovals } from '../staff/console/settings-approvals.ts';
import { StaffGuards } from '../staff/http/staff-guard.ts';
import { createStaff } from '../staff/staff.ts';
import { ConsoleStream } from '../stream/console-stream.ts';
import { Stream } from '../stream/stream.ts';
import { Nodes } from '../system/nodes.ts';
import { ClientBooks } from '../wallet/profit/client-books.ts';
import { Reports } from '../wallet/profit/reports.ts';
import { openConverts } from './converts.ts';
import { connectTo, databaseFlushes, databaseHealth } from './database.ts';
import { drain } from './drain.ts';
import { openKyc } from './kyc.ts';
import { attachMetricsAddress } from './metrics-address.ts';
import { openNetworks } from './networks.ts';
import { wireOpenId } from './openid.ts';
import { openPurchases } from './purchases.ts';
import { Readiness } from './readiness.ts';
import { servedHandlers } from './routes.ts';
import type { Services } from './services.ts';
import { sessionSecret } from './session-secret.ts';
import { baseUrlOf, type Settings } from './settings.ts';
import { StartError } from './start-error.ts';
import { openSupport } from './support.ts';

const folderOf = (app: string) => fileURLToPath(new URL(`../../../${app}/dist`, import.meta.url));
const pages: readonly PagesApp[] = [
  { folder: folderOf('console'), base: '/console', policy: consolePolicy },
  { folder: folderOf('web'), base: '', policy: strictPolicy },
];
/** How long a stop waits for requests under way. */
const FINISH_WITHIN_MS = 2_000;

/** The state that answers come from: the sequencer's own, or a copy that follows the log. */
export interface StateSource {
  readonly position: number;
  /** Throws LeaseLost while it may be out of date. */
  core(): Core;
  isCurrent(): boolean;
  behindMs(): number;
  submit(command: Command): Promise<Outcome>;
}

export interface AnsweringParts {
  readonly settings: Settings;
  readonly url: string;
  readonly log: FastifyBaseLogger;
  readonly pool: pg.Pool;
  readonly database: Kysely<ReadModelTables>;
  readonly source: StateSource;
  readonly clock: () => TimeMs;
  readonly marketData: MarketData;
  readonly openOrders: OpenOrders;
  /** How far the histories' tables have come. */
  readonly projected: ProjectorProgress;
}

/** Everything that answers people, whoever writes the log. */
export interface Answering {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** What happens on the simulated networks; undefined where there are none. */
  readonly sandboxChains: SandboxChains | undefined;
  /** Takes what a batch did. Call it right after the core, the market data and the open orders have taken it. */
  apply(batch: EventBatch): void;
  /** Stops accepting, and finishes what is in flight. */
  finish(): Promise<void>;
  /** Lets go of the database. */
  close(): Promise<void>;
}

/** Puts services, stream, metrics and HTTP together. */
export async function openAnswering(parts: AnsweringParts): Promise<Answering> {
  const { settings, url, log, pool, database, source, clock, marketData, openOrders, projected } = parts;
  const core = () => source.core();
  const instruments = new Instruments(core);
  const ledgerAudit = new LedgerAudit(core, () => newestStateHash(pool));
  const outbox = settings.mode === 'sandbox' ? new OutboxMail(pool) : undefined;
  const exchangeSettings = new ExchangeSettingsStore({ pool, connect: connectTo(url, 'vitrine settings') });
  await exchangeSettings.open();
  const brand = () => exchangeSettings.current().brandName;
  const mail = new FramedMail({ carrier: outbox ?? smtpMail(settings), pool, brand, now: Date.now });
  const openId = await wireOpenId(settings);
  const leaked = await openLeakedPasswords(settings);
  const newPasswords = new NewPasswords({ pool, brand, leaked });
  const sms = outbox ? new OutboxSms(pool) : httpSms(settings);
  const secret = sessionSecret(settings);
  const letters = new KeptLetters({ pool, mail, secret, log });
  const outside = { mail, letters, sms, openId: openId.provider, brand, newPasswords };
  const identity = await openIdentity(parts, outside, core);
  const { sessions, accounts } = identity;
  const audit = new AuditTrail(pool);
  const isSandbox = settings.mode === 'sandbox';
  const staff = createStaff({
    pool,
    secret,
    mail,
    letters,
    audit,
    brand,
    baseUrl: baseUrlOf(settings),
    newPasswords,
    isSandbox,
  });
  const notices = new Notices(pool);
  const securityEvents = new SecurityEvents(pool);
  const { kyc, kycReviews, retention, pictures, ...sealed } = await openKyc({
    settings,
    url,
    pool,
    notices,
    securityEvents,
    mail,
    brand,
    log,
  });
  const submit = (command: Command) => source.submit(command);
  const restrictionParts = { pool, core, clock, submit, securityEvents, notices, mail, brand };
  const restrictions = new Restrictions(restrictionParts);
  await restrictions.refresh();
  const uploadLimits = new AttemptLimits(pool);
  const { mode, publicOrigin } = settings;
  const stream = new Stream({
    core,
    marketData,
    openOrders,
    instruments,
    sessions,
    freezeOf: (owner) => freezeNoteOf(pool, owner),
    mode,
    clock,
    publicOrigin,
    limits: { requestsPerSecond: settings.rates.perAddressPerSecond },
  });
  const readiness = new Readiness({
    isCurrent: () => source.isCurrent(),
    position: () => source.position,
    projectedPosition: () => projected.position,
    askDatabase: () => pool.query('select 1'),
    log,
  });
  const metrics = new Metrics({
    position: () => source.position,
    projectedPosition: () => projected.position,
    stalledMs: () => readiness.stalledMs(),
    streamClients: () => stream.size,
    assetSums: () => (source.isCurrent() ? assetSums(ledgerAudit, instruments) : []),
    behindMs: () => source.behindMs(),
    isReady: () => source.isCurrent(),
    flushes: await databaseFlushes(pool),
  });
  const feed = { isHeard: stream.isHeard.bind(stream), tell: stream.tell.bind(stream), log };
  const notifications = noticeFeed({ notices, connect: connectTo(url, 'vitrine notices'), ...feed });
  await notifications.open();
  const moneyMoves = moneyFeed({ connect: connectTo(url, 'vitrine money'), ...feed });
  await moneyMoves.open();
  const consoleStream = new ConsoleStream({ sessions: staff.sessions, publicOrigin });
  const support = await openSupport({
    pool,
    ...sealed,
    connect: connectTo(url, 'vitrine support'),
    letters,
    brand,
    stream,
    consoleStream,
    log,
  });
  const nodes = new Nodes({ pool, connect: connectTo(url, 'vitrine nodes'), position: () => source.position });
  await nodes.open();
  const networks = await openNetworks(settings, pool, log);
  const withdrawals = createWithdrawals({
    pool,
    core,
    instruments,
    settings: () => exchangeSettings.current(),
    clock,
    submit,
    isVerified: (owner) => kyc.isVerified(owner),
    restrictions,
    authenticators: identity.access.authenticators,
    passkeys: identity.access.passkeys,
    transactionPasswords: accounts,
    codes: identity.security.codes,
    destinations: new Destinations({
      networks: () => custody.chains,
      ownerOf: (network, address) => custody.addresses.ownerOf(network, address),
    }),
    securityEvents,
    notices,
    letters,
    brand,
    log,
  });
  const custody = new Custody({
    pool,
    networks: networks.setUps,
    core,
    assetByCode: (code) => instruments.assetByCode(code),
    rows: () => exchangeSettings.current().coinNetworks,
    submit,
    notices,
    signer: networks.signer,
    // The sandbox starts its own when it is first needed.
    isSignerWatched: networks.simulated.length === 0 && networks.setUps.length > 0,
    replaceAfterMs: settings.replaceAfterSeconds * 1_000,
    withdrawals,
    connect: connectTo(url, 'vitrine custody'),
    log,
  });
  await custody.open();
  const sandboxChains =
    isSandbox && settings.role === 'leader' && networks.simulated.length > 0
      ? new SandboxChains({ pool, chains: networks.simulated, custody, isAlive: settings.house, log })
      : undefined;
  const { attachPaymentPage, ...bought } = openPurchases({
    settings,
    pool,
    instruments,
    notices,
    letters,
    core,
    submit,
    brand,
    clock,
    log,
  });
  const services: Services = {
    settings,
    clock,
    sequencer: { submit },
    get core() {
      return source.core();
    },
    instruments,
    isReady: () => readiness.isReady(),
    // As the core: a server that may have been replaced does not answer from memory.
    get marketData() {
      source.core();
      return marketData;
    },
    get openOrders() {
      source.core();
      return openOrders;
    },
    histories: createHistories(database, projected),
    browsing: createBrowsing(database, projected),
    books: new ClientBooks(pool),
    reports: new Reports(pool),
    coins: await loadCoins(database),
    sessions,
    transactionPasswords: accounts,
    accounts,
    access: identity.access,
    security: identity.security,
    profiles: new Profiles(pool),
    preferences: new Preferences(pool),
    tradingVolume: new TradingVolume(pool),
    securityEvents,
    notices,
    restrictions,
    objections: new Objections({ ...restrictionParts, restrictions, limits: uploadLimits }),
    clientDirectory: new ClientDirectory(pool),
    clientFiles: new ClientFiles(pool),
    kyc,
    kycReviews,
    kycRetention: retention,
    uploads: sealed.uploads,
    uploadLimits,
    support,
    withdrawals,
    letters,
    failedPayments: new FailedPayments({ pool, clock, withdrawals, outgoing: custody.outgoing }),
    staffSessions: staff.sessions,
    staff,
    approvals: new Approvals(pool),
    exchangeSettings,
    audit,
    health: {
      behindMs: () => source.behindMs(),
      streamClients: () => stream.size,
      database: () => databaseHealth(pool),
    },
    converts: openConverts({ settings, pool, core, instruments, submit, restrictions, notices, log }),
    ...bought,
    nodes,
    outbox,
    custody,
    paymentCalls: new PaymentCalls(),
    depositHistory: new DepositHistory(pool),
    treasury: new Treasury(pool),
    unread: new Unread({ pool, custody, alarms: custody.alarms }),
    sandboxChains,
    ledgerAudit,
    metrics,
    log,
  };
  registerSettingsApprovals(services);
  registerRenewals(services);
  registerTakeBacks(services);
  registerAccessApprovals(services);
  const attach = async (app: FastifyInstance) => {
    await stream.attach(app);
    consoleStream.attach(app);
    await openId.attach(app);
    attachPaymentPage(app, brand);
    attachMetricsAddress(app, metrics, settings.metrics);
  };
  const staffGuards = new StaffGuards(services);
  const answerers = { handlers: servedHandlers, staffGuard: staffGuards.for.bind(staffGuards) };
  const app = await buildApp({ services, answerers, metrics, attach, pages });
  return {
    app,
    services,
    sandboxChains,
    apply: (batch) => {
      batch.events.forEach((_, event) => {
        services.converts.waiting.apply(event);
        if (isListing(event)) instruments.forget();
        else if (event.kind === 'OwnerFrozen') void sessions.endAll(event.owner, 'frozen');
      });
      stream.apply(batch);
      metrics.batchApplied(batch.count, clock() - batch.timeMs);
    },
    finish: async () => {
      await drain(app.server);
      const impatience = setTimeout(() => app.server.closeAllConnections(), FINISH_WITHIN_MS);
      await app.close();
      clearTimeout(impatience);
    },
    close: async () => {
      readiness.close();
      await pictures.close();
      await networks.stop();
      await nodes.close();
      await support.close();
      staff.close();
      await kyc.close();
      await exchangeSettings.close();
      await notifications.close();
      await moneyMoves.close();
      await identity.close();
      await leaked?.close();
      await pool.end();
    },
  };
}

const assetSums = (ledger: LedgerAudit, instruments: Instruments) =>
  [...(ledger.known()?.byAsset.values() ?? [])].map(
    ({ asset, allUnits }) => [instruments.asset(asset).code, allUnits] as const,
  );

function openIdentity(
  { settings, url, pool, log }: AnsweringParts,
  outside: Pick<IdentityParts, 'mail' | 'letters' | 'sms' | 'openId' | 'brand' | 'newPasswords'>,
  core: () => Core,
): Promise<Identity> {
  return createIdentity({
    pool,
    connect: connectTo(url, 'vitrine sessions'),
    secret: sessionSecret(settings),
    baseUrl: baseUrlOf(settings),
    smsPerCountryHour: settings.smsPerCountryHour,
    times: settings,
    now: Date.now,
    ...outside,
    log,
    onOpenIdFault: (fault) => log.warn({ err: fault }, 'the sign-in provider did not confirm a sign-in'),
    core,
  });
}

async function openLeakedPasswords({ leakedPasswords }: Settings): Promise<LeakedPasswords | undefined> {
  if (leakedPasswords === undefined) return undefined;
  return LeakedPasswords.open(leakedPasswords).catch((error: unknown) => {
    throw error instanceof NoLeakedPasswords ? new StartError(`LEAKED_PASSWORDS: ${error.message}.`) : error;
  });
}

function smtpMail({ mail }: Settings): SmtpMail {
  if (mail === undefined) throw new Error('production settings without mail');
  return new SmtpMail(mail.smtpUrl, mail.from);
}

function httpSms({ sms }: Settings): HttpSms {
  if (sms === undefined) throw new Error('production settings without SMS');
  return new HttpSms(sms);
}

const isListing = ({ kind }: CoreEvent): boolean =>
  kind === 'AssetRegistered' ||
  kind === 'MarketListed' ||
  kind === 'MarketRulesChanged' ||
  kind === 'MarketStatusChanged';
