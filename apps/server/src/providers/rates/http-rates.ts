import { type RatedCurrency, type RateSheet, type Rates, RatesUnavailable, ratedCurrencies } from './rates.ts';

const RESPOND_WITHIN_MS = 10_000;
/** Minimum time between a successful request and the next one. */
const FRESH_MS = 60_000;
/** Minimum time between a failed request and the next one. */
const AGAIN_MS = 5_000;
/** If prices are older than this, nothing is sold. */
const STALE_MS = 600_000;
const SCALE = 1e8;
/** If the price of USDT in dollars is outside these bounds, either the source is wrong, or it is a bad time to sell. */
const PLAUSIBLE_USD = { least: 0.9 * SCALE, most: 1.1 * SCALE };

export interface HttpRatesParts {
  /** Such as https://api.coingecko.com/api/v3. */
  readonly url: string;
  readonly now: () => number;
}

/** USDT prices from a public service that responds like CoinGecko's simple/price. */
export class HttpRates implements Rates {
  readonly #parts: HttpRatesParts;
  #sheet: RateSheet | undefined;
  #askedMs = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor(parts: HttpRatesParts) {
    this.#parts = parts;
  }

  async current(): Promise<RateSheet> {
    const { now } = this.#parts;
    if (now() - this.#askedMs >= FRESH_MS) await this.#refresh();
    const sheet = this.#sheet;
    if (sheet === undefined || !(now() - sheet.timeMs <= STALE_MS)) throw new RatesUnavailable('no fresh prices');
    return sheet;
  }

  /** Requests new prices. Concurrent callers share one request; if it fails, the current prices stay. */
  #refresh(): Promise<void> {
    this.#asking ??= this.#ask()
      .then(
        (sheet) => {
          this.#sheet = sheet;
          this.#askedMs = this.#parts.now();
        },
        () => {
          this.#askedMs = this.#parts.now() - FRESH_MS + AGAIN_MS;
        },
      )
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  async #ask(): Promise<RateSheet> {
    const wanted = ratedCurrencies.join(',').toLowerCase();
    const query = `ids=tether&vs_currencies=${wanted}&include_last_updated_at=true`;
    const answer = await fetch(`${this.#parts.url}/simple/price?${query}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(RESPOND_WITHIN_MS),
    });
    if (!answer.ok) throw new RatesUnavailable(`the price service returned ${answer.status}`);
    const { tether } = (await answer.json()) as { tether?: Readonly<Record<string, unknown>> };
    const price = (currency: RatedCurrency): number => {
      const units = Math.round(Number(tether?.[currency.toLowerCase()]) * SCALE);
      if (Number.isSafeInteger(units) && units > 0) return units;
      throw new RatesUnavailable(`no price in ${currency}`);
    };
    const prices = Object.fromEntries(ratedCurrencies.map((currency) => [currency, price(currency)]));
    const sheet = prices as RateSheet['prices'];
    if (sheet.USD < PLAUSIBLE_USD.least || sheet.USD > PLAUSIBLE_USD.most)
      throw new RatesUnavailable('the price in USD is not plausible');
    return { prices: sheet, timeMs: Number(tether?.last_updated_at) * 1_000 };
  }
}
