import type { Command, Core, MarketId, Refusal } from '@vitrine/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { IndexFeed } from '../futures/index-price/index-feed.ts';
import { ApiError } from '../kit/api-error.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import { Loop } from '../kit/loop.ts';

/** The pool, or a transaction. */
type Database = Pick<Pool, 'query'>;

export interface DelistingsParts {
  readonly pool: Pool;
  readonly core: () => Pick<Core, 'market' | 'perpetual' | 'ownersWithOrders'>;
  readonly indexFeed: Pick<IndexFeed, 'stop' | 'markAtIndex'>;
  readonly clock: () => number;
  /** Submits a command; if it is refused, the outcome contains the refusal. */
  readonly submit: (command: Command) => Promise<{ readonly refusal?: Refusal }>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** The number of owners whose orders are cancelled together. */
const OWNERS_AT_ONCE = 200;
/** How long a market stays halted that the core halted again after the halt had been ended. */
const HALTED_AGAIN_MS = 5 * 60_000;

/**
 * Why a step cannot be taken yet. `index_unconfirmed`: positions would be liquidated or closed for good at a mark price
 * that the index does not confirm. `withdrawn`: an operator halted the market in the meantime.
 */
type Obstacle = Refusal | 'index_unconfirmed' | 'withdrawn';

/**
 * Delists the markets in table `delisting`, step by step: cancel-only, orders, positions, final status. Every step looks
 * at the core first, so a cycle continues where an earlier one, or another server, stopped.
 */
export class Delistings {
  readonly #parts: DelistingsParts;
  readonly #running = new KeyedMutex();
  /** Either a step of a market's delisting is taken, or the delisting is withdrawn. */
  readonly #stepping = new KeyedMutex();
  /** When the halts of perpetual markets with open interest were ended. */
  readonly #haltsEndedMs = new Map<MarketId, number>();
  /** Continues the delistings. */
  readonly loop: Loop;

  constructor(parts: DelistingsParts) {
    this.#parts = parts;
    this.loop = new Loop({ name: 'delistings', everyMs: 5_000, cycle: () => this.run(), log: parts.log });
  }

  /** Records an approved delisting in the caller's transaction; poke the loop after the commit. Errors: market_delisting. */
  async begin(transaction: Database, market: MarketId, approval: number): Promise<void> {
    const { rowCount } = await transaction.query(
      'insert into delisting (market_id, approval_id) values ($1, $2) on conflict do nothing',
      [market, approval],
    );
    if (rowCount !== 1) throw new ApiError('market_delisting');
  }

  /**
   * Ends an unfinished delisting, because an operator halts the market: delisting it takes a new approval. No step is
   * taken once this resolves, but a closing of positions that the core has begun continues. Returns whether there was
   * one.
   */
  withdraw(market: MarketId): Promise<boolean> {
    return this.#stepping.runExclusive(String(market), async () => {
      if (this.#status(market) === 'delisted') return false;
      const { rowCount } = await this.#parts.pool.query(
        'delete from delisting where market_id = $1 and finished_at is null',
        [market],
      );
      return rowCount === 1;
    });
  }

  /** The markets that are being delisted, each with why the last attempt did not finish, or an empty string. */
  async underway(): Promise<ReadonlyMap<MarketId, string>> {
    const { rows } = await this.#parts.pool.query<{ market_id: MarketId; obstacle: string }>(
      'select market_id, obstacle from delisting where finished_at is null order by market_id',
    );
    return new Map(rows.map(({ market_id, obstacle }) => [market_id, obstacle]));
  }

  /** Throws if the market is being delisted: nothing else may change its status then. Errors: market_delisting. */
  async demandNone(market: MarketId): Promise<void> {
    if ((await this.underway()).has(market)) throw new ApiError('market_delisting');
  }

  /** Continues all delistings. A failure of one does not affect the others. */
  run(): Promise<void> {
    return this.#running.runExclusive('', async () => {
      const failures: unknown[] = [];
      for (const market of (await this.underway()).keys()) {
        try {
          await this.#record(market, await this.#continue(market));
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    });
  }

  async #record(market: MarketId, obstacle: Obstacle | undefined): Promise<void> {
    const { pool, log } = this.#parts;
    const { rowCount } = await pool.query(
      `update delisting set obstacle = $2, finished_at = case when $2 = '' then now() end
       where market_id = $1 and finished_at is null and (obstacle <> $2 or $2 = '')`,
      [market, obstacle ?? ''],
    );
    if (obstacle !== undefined && rowCount === 1) log.error({ market, obstacle }, 'delisting not finished, will retry');
  }

  /** Returns why a step cannot be taken yet; undefined once the market is delisted. */
  async #continue(market: MarketId): Promise<Obstacle | undefined> {
    if (this.#status(market) === 'delisted') return undefined;
    return (
      (await this.#stop(market)) ??
      (await this.#cancelOrders(market)) ??
      (await this.#step(market, () => this.#closePositions(market))) ??
      // Refused as long as positions are being closed.
      (await this.#step(market, () => this.#setStatus(market, 'delisted')))
    );
  }

  /** Takes a step that cannot be undone, unless the delisting has been withdrawn. */
  #step(market: MarketId, take: () => Promise<Obstacle | undefined>): Promise<Obstacle | undefined> {
    return this.#stepping.runExclusive(String(market), async () => {
      const isUnderway = (await this.underway()).has(market);
      return isUnderway ? take() : 'withdrawn';
    });
  }

  #status(market: MarketId) {
    const core = this.#parts.core();
    return (core.perpetual(market) ?? core.market(market))?.status;
  }

  async #setStatus(market: MarketId, status: 'cancel_only' | 'delisted'): Promise<Refusal | undefined> {
    return (await this.#parts.submit({ kind: 'SetMarketStatus', market, status })).refusal;
  }

  #hasPositions(market: MarketId): boolean {
    return (this.#parts.core().perpetual(market)?.openInterestLots ?? 0) > 0;
  }

  /** The command is refused if the mark price changes before the core executes it. */
  async #closePositions(market: MarketId): Promise<Obstacle | undefined> {
    const { indexFeed, submit } = this.#parts;
    if (!this.#hasPositions(market)) return undefined;
    const markTicks = await indexFeed.markAtIndex(market);
    if (markTicks === undefined) return 'index_unconfirmed';
    return (await submit({ kind: 'ClosePositions', market, markTicks })).refusal;
  }

  /** Accepts only cancellations from now on. The core may have halted a perpetual market since the last attempt. */
  async #stop(market: MarketId): Promise<Obstacle | undefined> {
    const { core, indexFeed } = this.#parts;
    if (core().perpetual(market) === undefined) return this.#step(market, () => this.#cancelOnly(market));
    let obstacle: Obstacle | undefined;
    // The feed must not open the market again.
    await indexFeed.stop(market, async () => {
      obstacle = await this.#step(market, () => this.#cancelOnly(market));
    });
    return obstacle;
  }

  /** Liquidations begin when the halt of a perpetual market ends, so they need a confirmed mark price too. */
  async #cancelOnly(market: MarketId): Promise<Obstacle | undefined> {
    const { clock, indexFeed } = this.#parts;
    const status = this.#status(market);
    if (status === 'cancel_only') return undefined;
    if (status === 'halted' && this.#hasPositions(market)) {
      if (clock() - (this.#haltsEndedMs.get(market) ?? -Infinity) < HALTED_AGAIN_MS) return 'market_halted';
      if ((await indexFeed.markAtIndex(market)) === undefined) return 'index_unconfirmed';
      this.#haltsEndedMs.set(market, clock());
    }
    return this.#setStatus(market, 'cancel_only');
  }

  /** Cancels all orders, some owners at a time. The market accepts no new ones. */
  async #cancelOrders(market: MarketId): Promise<Refusal | undefined> {
    const { core, submit } = this.#parts;
    // One search finds all owners, because it looks at the orders of every owner in every market.
    const owners = core().ownersWithOrders(market, Number.POSITIVE_INFINITY);
    for (let from = 0; from < owners.length; from += OWNERS_AT_ONCE) {
      const some = owners.slice(from, from + OWNERS_AT_ONCE);
      const outcomes = await Promise.all(some.map((owner) => submit({ kind: 'CancelAllOrders', owner, market })));
      const refusal = outcomes.find((one) => one.refusal !== undefined)?.refusal;
      if (refusal !== undefined) return refusal;
    }
    // The core cancels orders beyond its steps per command later, and those in a busy market after its work.
    return core().ownersWithOrders(market, 1).length > 0 ? 'has_open_orders' : undefined;
  }
}
