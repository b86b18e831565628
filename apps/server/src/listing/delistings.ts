import type { Command, Core, MarketId, Refusal } from '@vitrine/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { IndexFeed } from '../futures/index-price/index-feed.ts';
import { ApiError } from '../kit/api-error.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';

/** The pool, or a transaction. */
type Database = Pick<Pool, 'query'>;

export interface DelistingsParts {
  readonly pool: Pool;
  readonly core: () => Pick<Core, 'market' | 'perpetual' | 'ownersWithOrders'>;
  readonly indexFeed: Pick<IndexFeed, 'stop'>;
  /** Submits a command; if it is refused, the outcome contains the refusal. */
  readonly submit: (command: Command) => Promise<{ readonly refusal?: Refusal }>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** The number of owners whose orders are cancelled together. */
const OWNERS_AT_ONCE = 200;

/**
 * Delists the markets in table `delisting`, step by step: cancel-only, orders, positions, final status. Every step looks
 * at the core first, so a cycle continues where an earlier one, or another server, stopped.
 */
export class Delistings {
  readonly #parts: DelistingsParts;
  readonly #running = new KeyedMutex();

  constructor(parts: DelistingsParts) {
    this.#parts = parts;
  }

  /** Records an approved delisting in the caller's transaction; call `run` after the commit. Errors: market_delisting. */
  async begin(transaction: Database, market: MarketId, approval: number): Promise<void> {
    const { rowCount } = await transaction.query(
      'insert into delisting (market_id, approval_id) values ($1, $2) on conflict do nothing',
      [market, approval],
    );
    if (rowCount !== 1) throw new ApiError('market_delisting');
  }

  /** The markets that are being delisted. */
  async underway(database: Database = this.#parts.pool): Promise<ReadonlySet<MarketId>> {
    const { rows } = await database.query<{ market_id: MarketId }>(
      'select market_id from delisting where finished_at is null order by market_id',
    );
    return new Set(rows.map(({ market_id }) => market_id));
  }

  /** Throws if the market is being delisted: nothing else may change its status then. Errors: market_delisting. */
  async demandNone(market: MarketId): Promise<void> {
    if ((await this.underway()).has(market)) throw new ApiError('market_delisting');
  }

  /** Continues all delistings. A failure of one does not affect the others. */
  run(): Promise<void> {
    return this.#running.runExclusive('', async () => {
      const failures: unknown[] = [];
      for (const market of await this.underway()) {
        try {
          await this.#record(market, await this.#continue(market));
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    });
  }

  async #record(market: MarketId, obstacle: Refusal | undefined): Promise<void> {
    const { pool, log } = this.#parts;
    const { rowCount } = await pool.query(
      `update delisting set obstacle = $2, finished_at = case when $2 = '' then now() end
       where market_id = $1 and finished_at is null and (obstacle <> $2 or $2 = '')`,
      [market, obstacle ?? ''],
    );
    if (obstacle !== undefined && rowCount === 1) log.error({ market, obstacle }, 'delisting not finished, will retry');
  }

  /** Returns the refusal of the step that cannot be taken yet; undefined once the market is delisted. */
  async #continue(market: MarketId): Promise<Refusal | undefined> {
    const { core, submit } = this.#parts;
    if (this.#status(market) === 'delisted') return undefined;
    const refusal = (await this.#stop(market)) ?? (await this.#cancelOrders(market));
    if (refusal !== undefined) return refusal;
    if ((core().perpetual(market)?.openInterestLots ?? 0) > 0) {
      const closed = await submit({ kind: 'ClosePositions', market });
      if (closed.refusal !== undefined) return closed.refusal;
    }
    // Refused as long as positions are being closed.
    return (await submit({ kind: 'SetMarketStatus', market, status: 'delisted' })).refusal;
  }

  #status(market: MarketId) {
    const core = this.#parts.core();
    return (core.perpetual(market) ?? core.market(market))?.status;
  }

  /** Accepts only cancellations from now on. The core may have halted a perpetual market since the last attempt. */
  async #stop(market: MarketId): Promise<Refusal | undefined> {
    const { core, indexFeed, submit } = this.#parts;
    let refusal: Refusal | undefined;
    const stop = async () => {
      if (this.#status(market) === 'cancel_only') return;
      ({ refusal } = await submit({ kind: 'SetMarketStatus', market, status: 'cancel_only' }));
    };
    // The feed must not open the market again.
    if (core().perpetual(market) !== undefined) await indexFeed.stop(market, stop);
    else await stop();
    return refusal;
  }

  /** Cancels all orders, some owners at a time. The market accepts no new ones. */
  async #cancelOrders(market: MarketId): Promise<Refusal | undefined> {
    const { core, submit } = this.#parts;
    let before: readonly number[] = [];
    for (;;) {
      const owners = core().ownersWithOrders(market, OWNERS_AT_ONCE);
      if (owners.length === 0) return undefined;
      // The core cancels orders beyond its steps per command later, and those in a busy market after its work.
      if (owners.every((owner, i) => owner === before[i])) return 'has_open_orders';
      before = owners;
      const outcomes = await Promise.all(owners.map((owner) => submit({ kind: 'CancelAllOrders', owner, market })));
      const refusal = outcomes.find((one) => one.refusal !== undefined)?.refusal;
      if (refusal !== undefined) return refusal;
    }
  }
}
