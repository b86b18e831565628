/** Currencies that have a price. */
export const ratedCurrencies = ['PHP', 'USD', 'VND', 'MYR', 'SGD'] as const;
export type RatedCurrency = (typeof ratedCurrencies)[number];

/** Prices are whole numbers with this many decimals of the currency. */
export const RATE_DECIMALS = 8;

/** The market price of one USDT in each currency. */
export interface RateSheet {
  readonly prices: Readonly<Record<RatedCurrency, number>>;
  /** The time of the prices according to their source. */
  readonly timeMs: number;
}

export interface Rates {
  /** Throws RatesUnavailable if no prices are fresh enough to sell at. */
  current(): Promise<RateSheet>;
}

export class RatesUnavailable extends Error {}
