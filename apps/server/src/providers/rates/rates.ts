/** Currencies that have a price. */
export const ratedCurrencies = ['PHP', 'USD', 'VND', 'MYR', 'SGD'] as const;
export type RatedCurrency = (typeof ratedCurrencies)[number];

/** Prices are in hundred millionths of the currency. */
export const RATE_DECIMALS = 8;

/** What one USDT costs on the market, in each currency. */
export interface RateSheet {
  readonly prices: Readonly<Record<RatedCurrency, number>>;
  /** The source's time of the prices. */
  readonly timeMs: number;
}

export interface Rates {
  /** Throws RatesUnavailable if no prices are fresh enough to sell at. */
  current(): Promise<RateSheet>;
}

export class RatesUnavailable extends Error {}
