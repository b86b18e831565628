import type Big from 'big.js';

export type ConvertKind = 'market' | 'limit';

/** The client's choices and input, exactly as typed. */
export interface ConvertForm {
  readonly kind: ConvertKind;
  readonly from: string;
  readonly to: string;
  /** An amount of the `from` coin. */
  readonly amount: string;
  /** For a limit conversion: the price of one unit of the priced coin, in the other coin. */
  readonly price: string;
  /** Whether the client chose the price, so that no quote replaces it. */
  readonly priceChosen: boolean;
}

/** The figures of a quote, as decimal strings. */
export interface QuoteFigures {
  readonly from: string;
  readonly to: string;
  readonly spent: string;
  readonly receives: string;
  readonly least: string;
}

/** The current state of the wallet, the exchange and the newest quote. */
export interface ConvertContext {
  /** Available in the spot wallet; undefined until known. */
  readonly available: string | undefined;
  readonly fromDecimals: number;
  readonly toDecimals: number;
  /** The quote for exactly these coins and this amount; undefined while there is none. */
  readonly quote: QuoteFigures | undefined;
}

export interface ConvertSummary {
  /** Undefined while the text is not a positive number. */
  readonly amount: Big | undefined;
  /** The coin whose price is shown, and the coin in which that price is quoted. */
  readonly priced: string;
  readonly pricedIn: string;
  /** For a limit conversion: the least amount received; undefined while amount or price is missing. */
  readonly receives: Big | undefined;
  /** The quote's price for `priced`, to compare with the chosen price; undefined without a quote. */
  readonly quotePrice: Big | undefined;
  /**
   * How far the chosen price is from the quote's, in percent; positive if the market has not reached the chosen price
   * yet.
   */
  readonly distancePercent: number | undefined;
}

export type ConvertErrorCode = 'amount_required' | 'exceeds_balance' | 'price_required' | 'nothing_arrives';

export interface ConvertError {
  readonly code: ConvertErrorCode;
  readonly value?: string;
}

export interface ConvertErrors {
  readonly amount?: ConvertError;
  readonly price?: ConvertError;
}
