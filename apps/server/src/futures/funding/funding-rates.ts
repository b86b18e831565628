import type { MarketId } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type pg from 'pg';
import { FUNDING_MS, intervalStartMs } from './funding-times.ts';

/** The interest component of an 8-hour funding rate: 0.03% a day, as on the leading exchanges. */
const INTEREST_PPM = 100;
/** A premium within this distance of the interest rate has no effect. */
const NEUTRAL_PPM = 500;
/** The maximum rate of one funding settlement. */
const MAX_FUNDING_PPM = 5_000;
/** The maximum premium of a minute: a larger premium in every minute would not change the rate. */
const MAX_PREMIUM_PPM = MAX_FUNDING_PPM + NEUTRAL_PPM;
/**
 * A minute counts fully if its turnover is at least this much, in the quote coin, and at least this share of the open
 * interest's mean value; with less, its premium counts in proportion. Otherwise two accounts could set the rate with one
 * minimum order per minute.
 */
const FULL_TURNOVER = 1_000;
const FULL_SHARE = 0.002;

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/**
 * The rate of a funding settlement in ppm: premium + clamp(interest − premium, ±0.05%), within ±0.5%. Longs pay a
 * positive rate, shorts a negative one. Binance and OKX document the same formula.
 */
export const fundingPpm = (premiumPpm: number): number =>
  Math.round(clamp(premiumPpm + clamp(INTEREST_PPM - premiumPpm, NEUTRAL_PPM), MAX_FUNDING_PPM));

const CACHED_MS = 10_000;

/**
 * Funding rates, computed from public data, so that anyone can recompute them. The premium of a minute is (mean price of
 * its trades − mark price at its start) ÷ mark price, at most `MAX_PREMIUM_PPM` in either direction, times turnover ÷
 * full turnover if that is below 1; it is zero without trades. The premium of an interval is the mean of all its minutes.
 */
export class FundingRates {
  readonly #pool: pg.Pool;
  readonly #clock: () => number;
  #cached: { readonly atMs: number; readonly rates: Promise<ReadonlyMap<MarketId, number>> } | undefined;

  constructor(pool: pg.Pool, clock: () => number) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** The time of the next funding settlement. */
  nextAtMs(): TimeMs {
    return (intervalStartMs(this.#clock()) + FUNDING_MS) as TimeMs;
  }

  /** The current estimate of each market's next funding rate, in ppm; refreshed after ten seconds. */
  current(): Promise<ReadonlyMap<MarketId, number>> {
    const atMs = this.#clock();
    if (this.#cached === undefined || atMs >= this.#cached.atMs + CACHED_MS || atMs < this.#cached.atMs) {
      const rates = this.between(intervalStartMs(atMs), atMs);
      this.#cached = { atMs, rates };
      rates.catch(() => {
        this.#cached = undefined;
      });
    }
    return this.#cached.rates;
  }

  /**
   * The rates of an interval, in ppm by market. For a market without trades, the premium is zero; a market without a
   * mark price before the end of the interval has no rate.
   */
  async between(fromMs: number, toMs: number): Promise<ReadonlyMap<MarketId, number>> {
    const { rows } = await this.#pool.query<{ market_id: number; premium: string | null }>({
      name: 'funding premiums',
      text: PREMIUMS,
      values: [fromMs, toMs],
    });
    return new Map(rows.map((row) => [row.market_id, fundingPpm(Number(row.premium ?? 0))]));
  }
}

const PREMIUMS = `
  with perpetual as (
    select market_id, tick_lot_units, greatest(${FULL_TURNOVER} * 10::numeric ^ quote.scale, ${FULL_SHARE} * tick_lot_units * (
        select avg(open_lots::numeric * mark_ticks) from open_interest o
        where o.market_id = m.market_id and time_ms >= $1 and time_ms < $2)) as full_units
    from markets m join assets quote on quote.asset_id = m.quote_asset_id
    where is_perpetual and exists (select from mark_prices p where p.market_id = m.market_id and p.minute_ms < $2)),
  traded as (
    select market_id, least(1, turnover_units / full_units) as weight,
      (turnover_units / (volume_lots * tick_lot_units) / mark_ticks - 1) * 1000000 as ppm
    from perpetual join candles c using (market_id) cross join lateral (
      select mark_ticks from mark_prices p where p.market_id = c.market_id and p.minute_ms <= c.open_ms
      order by p.minute_ms desc limit 1) mark
    where interval_seconds = 60 and open_ms >= $1 and open_ms < $2)
  select market_id, round(coalesce(sum(weight * greatest(-${MAX_PREMIUM_PPM}, least(${MAX_PREMIUM_PPM}, ppm))), 0)
    / greatest(1, ceil(($2::numeric - $1::numeric) / 60000))) as premium
  from perpetual left join traded using (market_id) group by market_id`;
