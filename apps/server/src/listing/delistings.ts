import { type Command, type Core, isMarkTooHigh, type MarketId, type MarketStatus, type Refusal } from '@vitrine/core';
import { type PriceTicks, priceTicks } from '@vitrine/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { IndexFeed } from '../futures/index-price/index-feed.ts';
import { ApiError } from '../kit/api-error.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import { Loop } from '../kit/loop.ts';
import { type CloseOnlyRules, type RulesBefore, type RulesBeforeRow, rulesBefore } from './close-only-rules.ts';
import { MarkMeans } from './mark-means.ts';
import { FEWEST_TICKS } from './settlement-price.ts';

/** The pool, or a transaction. */
type Database = Pick<Pool, 'query'>;

export interface DelistingsParts {
  readonly pool: Pool;
  readonly core: () => Pick<Core, 'market' | 'perpetual' | 'ownersWithOrders' | 'position'>;
  readonly indexFeed: Pick<IndexFeed, 'stop' | 'markAtIndex'>;
  readonly closeOnlyRules: Pick<CloseOnlyRules, 'restore'>;
  /** The index of a perpetual market in ticks; undefined if it is not confirmed now. */
  readonly confirmedIndex: (market: MarketId) => Promise<number | undefined>;
  /** Settles the last funding interval that has ended; returns whether nothing is left to settle in the market. */
  readonly settleFunding: (market: MarketId) => Promise<boolean>;
  /** Throws an ApiError if positions of the market may not be closed at this stated price now. */
  readonly demandSettlement: (market: MarketId, ticks: PriceTicks) => Promise<void>;
  /** For how long the index must be confirmed without a gap before positions are closed at the mean mark price. */
  readonly observedMs: number;
  readonly clock: () => number;
  /** Submits a command; if it is refused, the outcome contains the refusal. */
  readonly submit: (command: Command) => Promise<{ readonly refusal?: Refusal }>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** The number of owners whose orders are cancelled together. */
const OWNERS_AT_ONCE = 200;
/**
 * If the core halts a market again after its delisting has ended a halt, the delisting waits until this long after
 * ending the previous halt before it ends the new one.
 */
const HALTED_AGAIN_MS = 5 * 60_000;

const RULES_NOT_RESTORED =
  'delisting withdrawn, but the previous price band and minimum term were not restored, and there will be no retry: two people have to change them back';

/** How far the mark price may be from its mean when positions are closed, as a fraction of the mean. */
const MOST_MOVED = 0.02;

/**
 * Why a step cannot be taken yet. `index_unconfirmed`: positions would be liquidated or closed at a mark price that the
 * index does not confirm, or orders would be cancelled although positions cannot be closed yet. `index_too_high`: as a
 * mark price, the index is too high for the core to calculate with. `index_observed`: the index has not been confirmed
 * for long enough. `index_moving`: the mark price is far from its mean. `price_too_coarse`: see FEWEST_TICKS.
 * `settlement_outdated`: since the approval, the stated settlement price has become one that would not be approved now.
 * `funding_due`: the last funding interval is not settled yet. `withdrawn`: an operator halted the market in the
 * meantime.
 */
type Obstacle =
  | Refusal
  | 'index_unconfirmed'
  | 'index_too_high'
  | 'index_observed'
  | 'index_moving'
  | 'price_too_coarse'
  | 'settlement_outdated'
  | 'funding_due'
  | 'withdrawn';

/** The mark price that a close was checked against, and the price at which positions are closed. */
type ClosingPrices = Omit<Extract<Command, { kind: 'ClosePositions' }>, 'kind' | 'market'>;

/**
 * Delists the markets in table `delisting`, step by step: makes a market cancel-only, cancels orders, closes positions,
 * and sets the final status. In a halted market, orders are cancelled first, because liquidations begin when the halt
 * ends. Each step starts from the core's state, so a cycle continues where an earlier one, possibly on another server,
 * stopped.
 */
export class Delistings {
  readonly #parts: DelistingsParts;
  readonly #running = new KeyedMutex();
  /** A mutex by market: a step of the delisting and the withdrawal of the delisting never run at the same time. */
  readonly #stepping = new KeyedMutex();
  /** Halts that operators have started and that are not finished yet: no step is taken in these markets. */
  readonly #halts = new Set<{ readonly market: MarketId }>();
  readonly #means: MarkMeans;
  /** Continues the delistings. */
  readonly loop: Loop;

  constructor(parts: DelistingsParts) {
    this.#parts = parts;
    this.#means = new MarkMeans(parts.observedMs);
    this.loop = new Loop({ name: 'delistings', everyMs: 5_000, cycle: () => this.run(), log: parts.log });
  }

  /**
   * Records an approved delisting in the caller's transaction; poke the loop after the commit. `settlementTicks` is the
   * price at which positions are closed, if the approved request sets one; `before` are the rules to restore if the
   * delisting is withdrawn. Errors: market_delisting.
   */
  async begin(
    transaction: Database,
    market: MarketId,
    approval: number,
    { settlementTicks, before }: { settlementTicks?: number | undefined; before?: RulesBefore | undefined } = {},
  ): Promise<void> {
    const { rowCount } = await transaction.query(
      `insert into delisting (market_id, approval_id, settlement_ticks, band_before_ppm, term_before_days)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [market, approval, settlementTicks ?? null, before?.bandPpm ?? null, before?.termDays ?? null],
    );
    if (rowCount !== 1) throw new ApiError('market_delisting');
  }

  /**
   * Halts a market for an operator by calling `halt`, and then withdraws an unfinished delisting: to delist the market,
   * a new approval is required. After this call, no step is submitted. If halting fails, however, the delisting
   * continues; and if the core has begun to close positions, it continues to close them. Returns whether a delisting
   * was withdrawn.
   */
  async halt(market: MarketId, halt: () => Promise<void>): Promise<boolean> {
    const begun = { market };
    this.#halts.add(begun);
    try {
      await halt();
      return await this.#withdraw(market);
    } finally {
      this.#halts.delete(begun);
    }
  }

  #withdraw(market: MarketId): Promise<boolean> {
    return this.#stepping.runExclusive(String(market), async () => {
      if (this.#status(market) === 'delisted') return false;
      // Deleted first, so that the delisting is withdrawn even if restoring the rules fails.
      const { rows } = await this.#parts.pool.query<RulesBeforeRow>(
        `delete from delisting where market_id = $1 and finished_at is null
         returning band_before_ppm, term_before_days`,
        [market],
      );
      await this.#restoreRules(market, rulesBefore(rows[0]));
      return rows.length === 1;
    });
  }

  /** Never throws. A failure is not retried, because the earlier rules are then recorded only in the log. */
  async #restoreRules(market: MarketId, before: RulesBefore | undefined): Promise<void> {
    const { closeOnlyRules, log } = this.#parts;
    try {
      if (!(await closeOnlyRules.restore(market, before))) throw new Error('the core refused it');
    } catch (err) {
      log.error({ err, market, ...before }, RULES_NOT_RESTORED);
    }
  }

  /**
   * The markets that are being delisted, and for each of them why the last attempt did not finish, or an empty string.
   */
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
    const { pool, log, core } = this.#parts;
    const { rowCount } = await pool.query(
      `update delisting set obstacle = $2, finished_at = case when $2 = '' then now() end,
         finished_position = case when $2 = '' then $3::bigint end
       where market_id = $1 and finished_at is null and (obstacle <> $2 or $2 = '')`,
      [market, obstacle ?? '', core().position],
    );
    if (obstacle !== undefined && rowCount === 1) log.error({ market, obstacle }, 'delisting not finished, will retry');
  }

  /**
   * Takes all steps that can be taken. Returns why the next step cannot be taken yet; undefined once the market is
   * delisted.
   */
  async #continue(market: MarketId): Promise<Obstacle | undefined> {
    if (this.#status(market) === 'delisted') return undefined;
    const settlement = await this.#settlementOf(market);
    return (
      (settlement === undefined ? await this.#demandIndex(market) : await this.#demandSettlement(market, settlement)) ??
      (this.#status(market) === 'halted' ? await this.#cancelOrders(market) : undefined) ??
      (await this.#stop(market, settlement)) ??
      (await this.#cancelOrders(market)) ??
      (await this.#step(market, () => this.#closePositions(market, settlement))) ??
      // The core refuses this while positions are being closed.
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

  /**
   * Submits commands, unless an operator has started to halt the market: commands that were submitted earlier reach the
   * core before the halt.
   */
  async #submit(market: MarketId, ...commands: readonly Command[]): Promise<Refusal | 'withdrawn' | undefined> {
    if ([...this.#halts].some((one) => one.market === market)) return 'withdrawn';
    const outcomes = await Promise.all(commands.map((command) => this.#parts.submit(command)));
    return outcomes.find(({ refusal }) => refusal !== undefined)?.refusal;
  }

  /**
   * Orders can protect positions, so they are not cancelled as long as the positions cannot be closed, which requires a
   * confirmed index.
   */
  async #demandIndex(market: MarketId): Promise<Obstacle | undefined> {
    if (!this.#hasPositions(market)) return undefined;
    if (this.#status(market) === 'cancel_only' && !this.#hasOrders(market)) return undefined;
    return (await this.#parts.confirmedIndex(market)) === undefined ? 'index_unconfirmed' : undefined;
  }

  /**
   * A delisting may be executed long after its approval, so the stated price is checked again, by the same rule: before
   * orders are cancelled, and before positions are closed.
   */
  async #demandSettlement(market: MarketId, settlement: PriceTicks): Promise<Obstacle | undefined> {
    if (!this.#hasPositions(market) || this.#parts.core().perpetual(market)?.isClosing) return undefined;
    try {
      await this.#parts.demandSettlement(market, settlement);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError) return 'settlement_outdated';
      throw error;
    }
  }

  /**
   * The price at which positions are closed, if the approved request sets one; undefined if they are closed at the mean
   * mark price.
   */
  async #settlementOf(market: MarketId): Promise<PriceTicks | undefined> {
    const { rows } = await this.#parts.pool.query<{ settlement_ticks: string | null }>(
      'select settlement_ticks from delisting where market_id = $1 and finished_at is null',
      [market],
    );
    const ticks = rows[0]?.settlement_ticks ?? null;
    return ticks === null ? undefined : priceTicks(Number(ticks));
  }

  #status(market: MarketId) {
    const core = this.#parts.core();
    return (core.perpetual(market) ?? core.market(market))?.status;
  }

  #setStatus(market: MarketId, status: 'cancel_only' | 'delisted', expected?: MarketStatus) {
    return this.#submit(market, { kind: 'SetMarketStatus', market, status, ...(expected && { expected }) });
  }

  #hasOrders(market: MarketId): boolean {
    return this.#parts.core().ownersWithOrders(market, 1).length > 0;
  }

  #hasPositions(market: MarketId): boolean {
    return (this.#parts.core().perpetual(market)?.openInterestLots ?? 0) > 0;
  }

  /**
   * Closes positions at the settlement price or, without one, at the mean of the mark prices, so that the price of a
   * single moment does not decide. The mark price does not move to it, so nobody who is solvent at the closing price is
   * liquidated. The core refuses to close positions if the mark price is no longer the one that was checked here, or if
   * positions have to be liquidated first.
   */
  async #closePositions(market: MarketId, settlement: PriceTicks | undefined): Promise<Obstacle | undefined> {
    if (!this.#hasPositions(market)) return undefined;
    const prices = settlement === undefined ? await this.#meanAtIndex(market) : await this.#stated(market, settlement);
    if (typeof prices === 'string') return prices;
    if (!(await this.#parts.settleFunding(market))) return 'funding_due';
    return this.#submit(market, { kind: 'ClosePositions', market, ...prices });
  }

  async #stated(market: MarketId, settlementTicks: PriceTicks): Promise<ClosingPrices | Obstacle> {
    const markTicks = this.#parts.core().perpetual(market)?.markTicks;
    const outdated = await this.#demandSettlement(market, settlementTicks);
    if (outdated !== undefined) return outdated;
    return markTicks === undefined ? 'unknown_market' : { markTicks, settlementTicks };
  }

  async #meanAtIndex(market: MarketId): Promise<ClosingPrices | Obstacle> {
    // The core would close a halted market, too; but what must be liquidated at the confirmed index is liquidated first.
    if (this.#status(market) === 'halted') return 'market_halted';
    const atIndex = await this.#markAtIndex(market);
    if (typeof atIndex === 'string') return atIndex;
    if (atIndex < FEWEST_TICKS) return 'price_too_coarse';
    this.#means.add(market, atIndex, this.#parts.clock());
    const mean = this.#means.meanOf(market);
    if (mean === undefined) return 'index_observed';
    if (Math.abs(atIndex / mean - 1) > MOST_MOVED) return 'index_moving';
    return { markTicks: atIndex, settlementTicks: priceTicks(Math.round(mean)) };
  }

  /** Moves the mark price to the confirmed index and returns it, or returns why that is not possible. */
  async #markAtIndex(market: MarketId): Promise<PriceTicks | 'index_unconfirmed' | 'index_too_high'> {
    const { confirmedIndex, core, indexFeed } = this.#parts;
    const view = core().perpetual(market);
    const index = await confirmedIndex(market);
    if (view === undefined || index === undefined) return 'index_unconfirmed';
    const lots = Math.max(view.maxOpenInterestLots, view.openInterestLots);
    if (isMarkTooHigh(Math.round(index), view.tickLotUnits, lots)) return 'index_too_high';
    return (await indexFeed.markAtIndex(market)) ?? 'index_unconfirmed';
  }

  /**
   * Makes the market cancel-only. This is done in every cycle, because the core may have halted a perpetual market
   * since the last one.
   */
  async #stop(market: MarketId, settlement: PriceTicks | undefined): Promise<Obstacle | undefined> {
    const { core, indexFeed } = this.#parts;
    if (core().perpetual(market) === undefined) return this.#step(market, () => this.#cancelOnly(market, settlement));
    let obstacle: Obstacle | undefined;
    // Within `stop`, so that the feed does not open the market again.
    await indexFeed.stop(market, async () => {
      obstacle = await this.#step(market, () => this.#cancelOnly(market, settlement));
    });
    return obstacle;
  }

  /**
   * Liquidations begin when the halt of a perpetual market ends, so ending the halt requires a confirmed mark price,
   * just as closing positions does.
   */
  async #cancelOnly(market: MarketId, settlement: PriceTicks | undefined): Promise<Obstacle | undefined> {
    const status = this.#status(market);
    if (status === 'cancel_only') return undefined;
    // At a stated price, positions are closed in the halted market: if the halt ended, positions would be liquidated at
    // a mark price that no index confirms.
    if (status === 'halted' && settlement !== undefined && this.#hasPositions(market)) return undefined;
    // The market was not cancel-only until now, so mark prices observed earlier do not count.
    this.#means.forget(market);
    if (status === 'halted' && this.#hasPositions(market)) {
      if (await this.#isHaltedAgain(market)) return 'market_halted';
      const atIndex = await this.#markAtIndex(market);
      if (typeof atIndex === 'string') return atIndex;
      await this.#parts.pool.query('update delisting set halt_ended_ms = $2 where market_id = $1', [
        market,
        Math.round(this.#parts.clock()),
      ]);
    }
    // Refused if the core has halted the market since it was read; the next cycle reads it again.
    return this.#setStatus(market, 'cancel_only', status);
  }

  async #isHaltedAgain(market: MarketId): Promise<boolean> {
    const { rows } = await this.#parts.pool.query<{ ended_ms: string | null }>(
      'select halt_ended_ms as ended_ms from delisting where market_id = $1',
      [market],
    );
    const endedMs = rows[0]?.ended_ms ?? null;
    return endedMs !== null && this.#parts.clock() - Number(endedMs) < HALTED_AGAIN_MS;
  }

  /** Cancels all orders, some owners at a time. The market accepts no new ones. */
  async #cancelOrders(market: MarketId): Promise<Obstacle | undefined> {
    // All owners are found in one search, because each search scans the orders of every owner in every market.
    const owners = this.#parts.core().ownersWithOrders(market, Number.POSITIVE_INFINITY);
    for (let from = 0; from < owners.length; from += OWNERS_AT_ONCE) {
      const some = owners.slice(from, from + OWNERS_AT_ONCE);
      const commands = some.map((owner) => ({ kind: 'CancelAllOrders', owner, market }) as const);
      // The mutex of `#step` is not held here, so the delisting may be withdrawn between two batches.
      const isUnderway = (await this.underway()).has(market);
      const obstacle = isUnderway ? await this.#submit(market, ...commands) : 'withdrawn';
      if (obstacle !== undefined) return obstacle;
    }
    // The core cancels a limited number of orders per command, and none while the market is busy; the next cycle
    // cancels the rest.
    return this.#hasOrders(market) ? 'has_open_orders' : undefined;
  }
}
