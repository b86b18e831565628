import { fileURLToPath } from 'node:url';
import type { Command, Core, CoreEvent, OwnerId } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { registerPositionClosings } from '../clients/console/close-position.ts';
import { registerEarn } from '../earn/console/register-earn.ts';
import { buildApp } from '../http/app.ts';
import { consolePolicy, type PagesApp, strictPolicy } from '../http/pages.ts';
import type { Ground } from '../kit/ground.ts';
import { SharedConnection } from '../kit/postgres/shared-connection.ts';
import { registerListings } from '../listing/listing-approvals.ts';
import { registerTakeBacks } from '../payments/console/take-back-purchase.ts';
import type { ProjectorProgress } from '../projections/histories.ts';
import type { EventBatch } from '../projections/projector/event-batch.ts';
import type { MarketData } from '../projections/tables/market-data.ts';
import type { OpenOrders } from '../projections/tables/open-orders.ts';
import type { ReadModelTables } from '../projections/tables/tables.ts';
import { registerRenewals } from '../restrictions/console/renew-restriction.ts';
import { registerRewards } from '../rewards/console/rewards.ts';
import { attachPaymentPage } from '../sandbox/payment-page.ts';
import type { SandboxChains } from '../sandbox/sandbox-chains.ts';
import { StaffGuards } from '../staff/http/staff-guard.ts';
import { registerAccessApprovals } from '../staff/members/console/access-approvals.ts';
import { registerSettingsApprovals } from '../staff/settings/settings-approvals.ts';
import { connectTo } from './database/database.ts';
import { openModules } from './modules.ts';
import { wireOpenId } from './outside/openid.ts';
import { drain } from './process/drain.ts';
import { attachMetricsAddress } from './process/metrics-address.ts';
import { servedHandlers } from './served-handlers.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings/settings.ts';

const folderOf = (app: string) => fileURLToPath(new URL(`../../../${app}/dist`, import.meta.url));
const pages: readonly PagesApp[] = [
  { folder: folderOf('console'), base: '/console', policy: consolePolicy },
  { folder: folderOf('web'), base: '', policy: strictPolicy },
];
/** How long a shutdown waits for requests in flight. */
const FINISH_WITHIN_MS = 2_000;

/** The state from which requests are served: the sequencer's, or a copy that follows the log. */
export interface StateSource {
  readonly position: number;
  /** The core; throws LeaseLost while it may be out of date. */
  core(): Core;
  /** The core after the last batch, even if it may be out of date. */
  appliedCore(): Core;
  isCurrent(): boolean;
  behindMs(): number;
  submit(command: Command): Promise<Outcome>;
  /** The epoch of the log's lease; zero on a follower, which has no lease. */
  readonly epoch: number;
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
  /** The log position of the read models. */
  readonly projected: ProjectorProgress;
}

/** Everything that serves requests, on a leader or a follower. */
export interface Answering {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly pool: pg.Pool;
  /** Drives the simulated networks; undefined if there are none, and on a follower. */
  readonly sandboxChains: SandboxChains | undefined;
  /**
   * Passes a batch on, for example to the streams. Call it after the core, the market data and the open orders have
   * applied the batch, and before the next batch.
   */
  apply(batch: EventBatch): void;
  /** Stops accepting connections, and finishes requests in flight. */
  finish(): Promise<void>;
  /** Closes everything else, the database pool last. */
  close(): Promise<void>;
}

/** Assembles services, streams, metrics and HTTP. */
export async function openAnswering(parts: AnsweringParts): Promise<Answering> {
  const { settings, pool, clock, log } = parts;
  const closing: (() => unknown)[] = [() => pool.end()];
  const channels = new SharedConnection(connectTo(parts.url, 'vitrine channels'));
  const ground: Ground = {
    pool,
    connect: () => channels.line(),
    onClose: (close) => void closing.push(close),
  };
  const openId = wireOpenId(settings);
  const modules = await openModules(parts, ground, openId.provider);
  const { services, sandboxChains, stream, consoleStream, metrics } = modules;
  registerApprovals(services);
  const attach = async (app: FastifyInstance) => {
    await stream.attach(app);
    // Followers do not serve the console: checking one of its connections writes to the table of staff sessions, which
    // a follower does not write.
    if (settings.role === 'leader') consoleStream.attach(app);
    await openId.attach(app);
    if (services.simulatedPayment !== undefined) attachPaymentPage(app, services.simulatedPayment, services.brand);
    attachMetricsAddress(app, metrics, settings.metrics);
  };
  const staffGuards = new StaffGuards(services);
  const answerers = { handlers: servedHandlers, staffGuard: staffGuards.for.bind(staffGuards) };
  const app = await buildApp({ services, answerers, metrics, attach, pages });
  return {
    app,
    services,
    pool,
    sandboxChains,
    apply: (batch) => {
      batch.events.forEach((index, event) => {
        services.converts.waiting.apply(event);
        services.feeFolds.saw(event, batch.firstPosition + index);
        if (isListing(event)) services.instruments.forget();
        else if (event.kind === 'OwnerFrozen') endSessions(services, event.owner, log);
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
      for (const close of closing.toReversed()) await close();
    },
  };
}

/**
 * Ends a frozen client's sessions on this server. The leader's restrictions module also ends them in the table,
 * retrying until that succeeds.
 */
function endSessions({ sessions }: Services, owner: OwnerId, log: FastifyBaseLogger): void {
  sessions
    .endAll(owner, 'frozen')
    .catch((err: unknown) => log.error({ err, owner }, 'ending the sessions of a frozen client failed, will retry'));
}

function registerApprovals(services: Services): void {
  registerSettingsApprovals(services);
  registerListings(services);
  registerRenewals(services);
  registerPositionClosings(services);
  registerTakeBacks(services);
  registerAccessApprovals(services);
  registerRewards(services);
  registerEarn(services);
}

const isListing = ({ kind }: CoreEvent): boolean =>
  kind === 'AssetRegistered' ||
  kind === 'MarketListed' ||
  kind === 'PerpetualListed' ||
  kind === 'PerpetualTermsChanged' ||
  kind === 'MinimumTermSet' ||
  kind === 'MarketRulesChanged' ||
  kind === 'MarketStatusChanged';
