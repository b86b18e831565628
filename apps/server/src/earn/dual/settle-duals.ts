import type { MarketId } from '@vitrine/core';
import { LeaseLost } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import type { IndexPrices } from '../../futures/index-price/index-prices.ts';
import type { NewMove } from '../moves/move-table.ts';
import type { Moves } from '../moves/moves.ts';
import { lockDual } from './dual-table.ts';
import { isConverted, type PriceScale } from './rules.ts';
import {
  lastDecisionMs,
  type SettlementPrice,
  STORED_WITHIN_MS,
  settlementPrice,
  WINDOW_MINUTES,
  windowStartMs,
} from './settlement-price.ts';

/** Maximum number of investments settled per cycle. */
const AT_ONCE = 100;
/** The minutes from the start of the first window to the end of the last one. */
const MOST_MINUTES = WINDOW_MINUTES + 24 * 60;

export interface SettleDualsParts {
  readonly pool: Pool;
  readonly moves: Pick<Moves, 'runDuty'>;
  readonly indexPrices: Pick<IndexPrices, 'candles'>;
  readonly priceScaleOf: (market: MarketId) => PriceScale;
  readonly clock: () => number;
  readonly epoch: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

interface Expiry {
  readonly market: MarketId;
  readonly expiresMs: number;
}

/** Settles expired dual investments: decides the price of each expiry, once and for all, then pays. */
export class SettleDuals {
  readonly #parts: SettleDualsParts;

  constructor(parts: SettleDualsParts) {
    this.#parts = parts;
  }

  /** One cycle, in bounded steps. Returns whether there may be more to do. */
  async turn(): Promise<boolean> {
    const nowMs = this.#parts.clock();
    for (const expiry of await undecided(this.#parts.pool, nowMs - STORED_WITHIN_MS))
      await this.#attempt(expiry, () => this.#decide(expiry, nowMs));
    return this.#pay();
  }

  /** Logs a failure, so that it does not stop the other investments. The next cycle retries. */
  async #attempt<T>(about: object, act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      this.#parts.log.error({ err: error, ...about }, 'dual settlement failed, will retry');
      return undefined;
    }
  }

  /**
   * Stores the settlement price once it is known, or that there is none. Until then, all investments of the expiry are
   * pending.
   */
  async #decide({ market, expiresMs }: Expiry, nowMs: number): Promise<void> {
    const { pool, indexPrices, priceScaleOf, epoch } = this.#parts;
    const beforeMs = Math.min(nowMs, lastDecisionMs(expiresMs) - STORED_WITHIN_MS);
    const prices = await indexPrices.candles(market, beforeMs, MOST_MINUTES);
    const fromMs = windowStartMs(expiresMs);
    const known = prices.filter(({ minuteMs }) => minuteMs >= fromMs);
    const price = settlementPrice(known, expiresMs, nowMs, priceScaleOf(market));
    if (price === undefined && nowMs < lastDecisionMs(expiresMs)) return;
    await insertSettlement(pool, epoch(), { market, expiresMs }, price, nowMs);
  }

  async #pay(): Promise<boolean> {
    const { pool, moves } = this.#parts;
    const { rows } = await pool.query<{ dual_id: string }>(
      `select dual_id from dual_investments join dual_settlements using (market_id, expires_ms)
       where state = 'running'
         and not exists (select from earn_moves
           where earn_moves.dual_id = dual_investments.dual_id and earn_moves.state = 'sent')
       order by expires_ms, dual_id limit $1`,
      [AT_ONCE],
    );
    let moved = 0;
    for (const { dual_id } of rows) {
      const duty = () => moves.runDuty((client) => draft(client, Number(dual_id)));
      if (await this.#attempt({ dual: Number(dual_id) }, duty)) moved += 1;
    }
    return rows.length === AT_ONCE && moved > 0;
  }
}

/** Markets and expiries of expired running investments whose price is not decided yet. */
async function undecided(pool: Pool, expiredMs: number): Promise<Expiry[]> {
  const { rows } = await pool.query<{ market_id: MarketId; expires_ms: string }>(
    `select distinct market_id, expires_ms from dual_investments
     where state = 'running' and expires_ms <= $1 and not exists (select from dual_settlements settled
       where settled.market_id = dual_investments.market_id and settled.expires_ms = dual_investments.expires_ms)
     order by expires_ms, market_id limit 50`,
    [expiredMs],
  );
  return rows.map(({ market_id, expires_ms }) => ({ market: market_id, expiresMs: Number(expires_ms) }));
}

/** Stores the decision, once and only under this lease. Throws LeaseLost if another process has the lease. */
async function insertSettlement(
  pool: Pool,
  epoch: number,
  { market, expiresMs }: Expiry,
  price: SettlementPrice | undefined,
  nowMs: number,
): Promise<void> {
  const { rows } = await pool.query<{ held: boolean }>(
    `with lease as (select from log_lease where epoch = $1), decided as (
       insert into dual_settlements (market_id, expires_ms, price_units, window_end_ms, minutes, decided_ms)
       select $2::int, $3::bigint, $4::bigint, $5::bigint, $6::int, $7::bigint from lease on conflict do nothing)
     select exists (select from lease) as held`,
    [epoch, market, expiresMs, price?.priceUnits ?? null, price?.windowEndMs ?? null, price?.minutes ?? null, nowMs],
  );
  if (rows[0]?.held !== true) throw new LeaseLost();
}

/** The move that follows from the settlement price, unless one has begun already. */
async function draft(client: PoolClient, id: number): Promise<NewMove | undefined> {
  const dual = await lockDual(client, id);
  const { settlement } = dual;
  if (dual.state !== 'running' || settlement === undefined) return undefined;
  const { rowCount } = await client.query(`select from earn_moves where dual_id = $1 and state = 'sent'`, [id]);
  if (rowCount !== 0) return undefined;
  const { side, strikeUnits } = dual;
  const converts = settlement.priceUnits !== undefined && isConverted(side, settlement.priceUnits, strikeUnits);
  const conversion = side === 'sell_high' ? 'dual_sell' : 'dual_buy';
  return {
    stake: 0,
    dual: { id, otherAsset: dual.otherAsset, otherUnits: dual.convertedUnits },
    owner: dual.owner,
    pool: dual.pool,
    asset: dual.asset,
    kind: converts ? conversion : 'dual_return',
    units: dual.principalUnits,
    postedUnits: 0 as NewMove['postedUnits'],
    promisedUnits: dual.yieldUnits,
  };
}
