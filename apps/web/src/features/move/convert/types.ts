import type Big from 'big.js';

export type ConvertKind = 'market' | 'limit';

/** What the client has chosen and typed, as typed. */
export interface ConvertForm {
  readonly kind: ConvertKind;
  readonly from: string;
  readonly to: string;
  /** Of `from`. */
  readonly amount: string;
  /** Limit: the price of one unit of the priced coin, in the other coin. */
  readonly price: string;
  /** The client chose the price: no quote replaces it. */
  readonly priceChosen: boolean;
}

/** What a quote says; amounts are decimal text. */
export interface QuoteFigures {
  readonly from: string;
  readonly to: string;
  readonly spent: string;
  readonly receives: string;
  readonly least: string;
}

/** What the wallet, the exchange and the newest quote say at this moment. */
export interface ConvertContext {
  /** Free in the spot wallet; missing until known. */
  readonly available: string | undefined;
  readonly fromDecimals: number;
  readonly toDecimals: number;
  /** Of these very coins and amount; missing while there is none. */
  readonly quote: QuoteFigures | undefined;
}

export interface ConvertSummary {
  /** Missing while it is none. */
  readonly amount: Big | undefined;
  /** The coin that the price is of, and the one it is in. */
  readonly priced: string;
  readonly pricedIn: string;
  /** Limit: what arrives at least; missing while amount or price are. */
  readonly receives: Big | undefined;
  /** What the quote gives for one of the priced coin, to compare with; missing without a quote. */
  readonly quotePrice: Big | undefined;
  /** How far the asked price is from it, in per cent: above zero, the market has yet to come there. */
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
