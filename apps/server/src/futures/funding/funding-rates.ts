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
/** The maximum premium of a minute: with a larger one in every minute, the rate would be the same. */
const MAX_PREMIUM_PPM = MAX_FUNDING_PPM + NEUTRAL_PPM;
/**
 * The turnover in the quote coin from which a minute counts fully; with less, its premium counts in proportion.
 * Otherwise two accounts could set the rate with one minimum order per minute.
 */
const FULL_TURNOVER = 1_000;

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/**
 * The rate of a funding settlement in ppm: premium + clamp(interest − premium, ±0.05%), within ±0.5%. Longs pay a
 * positive rate, shorts a negative one. Binance and OKX document the same formula.
 */
export const fundingPpm = (premiumPpm: number): number =>
  Math.round(clamp(premiumPpm + clamp(INTEREST_PPM - premiumPpm, NEUTRAL_PPM), MAX_FUNDING_PPM));

const CACHED_MS = 10_000;

/**
 * Funding rates, computed from the log, so that anyone can recompute them. The premium of a minute is (mean price of its
 * trades − mark price at its start) ÷ mark price, at most `MAX_PREMIUM_PPM` in either direction, times turnover ÷
 * `FULL_TURNOVER` if that is below 1; it is zero without trades. The premium of an interval is the mean of its minutes.
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
   * mark price in the interval has no rate.
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
  select m.market_id, round(avg(case when c.turnover_units is null then 0 else
    least(1, c.turnover_units / (${FULL_TURNOVER} * 10::numeric ^ quote.scale)) * greatest(-${MAX_PREMIUM_PPM}, least(${MAX_PREMIUM_PPM},
      (c.turnover_units / (c.volume_lots * m.tick_lot_units) / p.mark_ticks - 1) * 1000000)) end)) as premium
  from markets m
  join assets quote on quote.asset_id = m.quote_asset_id
  join mark_prices p on p.market_id = m.market_id and p.minute_ms >= $1 and p.minute_ms < $2
  left join candles c on c.market_id = m.market_id and c.interval_seconds = 60 and c.open_ms = p.minute_ms
  where m.is_perpetual
  group by m.market_id`;
