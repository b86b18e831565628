/** Currencies in which USDT has a price. */
export const ratedCurrencies = ['PHP', 'USD', 'VND', 'MYR', 'SGD'] as const;
export type RatedCurrency = (typeof ratedCurrencies)[number];

/** The number of decimals of prices, which are whole numbers in units of 10^-8 of the currency. */
export const RATE_DECIMALS = 8;

/** The market price of one USDT in each currency. */
export interface RateSheet {
  readonly prices: Readonly<Record<RatedCurrency, number>>;
  /** The time of the prices according to their source. */
  readonly timeMs: number;
}

export interface Rates {
  /** The current prices. Throws RatesUnavailable if none are recent enough to sell at. */
  current(): Promise<RateSheet>;
}

export class RatesUnavailable extends Error {}
