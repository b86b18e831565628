import type Big from 'big.js';
import type { MarketRules } from '../shared/market-rules.ts';

export type Side = 'BUY' | 'SELL';
export type OrderKind =
  | 'limit'
  | 'market'
  | 'stop_limit'
  | 'stop_market'
  | 'take_profit_limit'
  | 'take_profit_market'
  | 'oco';
/** What was asked for elsewhere on the page; what is left out stays as it is. A new object asks again. */
export interface TicketWish {
  readonly side?: Side;
  readonly kind?: OrderKind;
}
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
/** The field the client typed in last; the other one follows it. */
export type SizedBy = 'amount' | 'total';
export type TicketRules = MarketRules;

/** What the client has typed, as typed. Nothing here changes by a tick of the market. */
export interface TicketForm {
  readonly side: Side;
  readonly kind: OrderKind;
  readonly price: string;
  /** The client, or a click in the book, chose the price: no default replaces it. */
  readonly priceChosen: boolean;
  readonly trigger: string;
  /** Of an OCO: the stop's limit; empty makes it a market stop. */
  readonly stopPrice: string;
  readonly size: string;
  readonly sizedBy: SizedBy;
  readonly postOnly: boolean;
  readonly timeInForce: TimeInForce;
  /** Fields the client has filled in since side and kind were chosen: what is wrong with others is not said yet. */
  readonly touched: ReadonlySet<TicketField>;
}

export type TicketField = 'price' | 'trigger' | 'stopPrice' | 'size';

/** Price and size, decimal text, best price first. */
export type Level = readonly [price: string, size: string];

/** What the market and the wallet say at this moment. */
export interface TicketContext {
  readonly rules: TicketRules;
  /** Missing until the balances are known. */
  readonly available: { readonly base: string; readonly quote: string } | undefined;
  readonly lastPrice: string;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export interface TicketSummary {
  /** In coin, a whole number of lots; missing while price or size are. */
  readonly amount: Big | undefined;
  /** What the two size fields show. */
  readonly amountText: string;
  readonly totalText: string;
  /** USDT: price × amount, or the estimate from the book. */
  readonly notional: Big | undefined;
  /** A market order's USDT budget, fee included. */
  readonly budget: Big | undefined;
  readonly role: 'maker' | 'taker';
  /** Both fees where it is not decided yet which of them is paid; missing where it is. */
  readonly fees: { readonly maker: Big | undefined; readonly taker: Big | undefined } | undefined;
  readonly feePercent: string;
  readonly fee: Big | undefined;
  /** A buy costs at most this, a sale returns at least this, fee included (USDT). */
  readonly bound: Big | undefined;
  /** What the bound is made of: the worst that is traded and its fee; missing where the client set the total. */
  readonly boundNotional: Big | undefined;
  readonly boundFee: Big | undefined;
  /** The cost or proceeds of a limit order that rests, fee included; missing where it is the bound or cannot rest. */
  readonly ifMaker: Big | undefined;
  /** The fee rate used for the bound. */
  readonly boundPercent: string;
  /** What the exchange sets aside: USDT of a buy, coin of a sale. */
  readonly hold: Big | undefined;
  /** Market orders: the average price the book would give now, and its distance from the best price. */
  readonly average: Big | undefined;
  readonly slippagePercent: number;
  /** The part of the book that is known cannot fill the order. */
  readonly beyondBook: boolean;
  /** How much of what is available the order uses, 0 to 100. */
  readonly share: number;
}

export type TicketErrorCode =
  | 'price_required'
  | 'price_off_tick'
  | 'oco_limit_takes'
  | 'trigger_required'
  | 'trigger_off_tick'
  | 'trigger_reached'
  | 'stop_off_tick'
  | 'amount_required'
  | 'amount_off_lot'
  | 'below_minimum_buy'
  | 'below_minimum_sell'
  | 'above_maximum'
  | 'exceeds_balance';

export interface TicketError {
  readonly code: TicketErrorCode;
  /** Parameters of the sentence. */
  readonly values: { readonly value?: string; readonly tick?: string; readonly lot?: string };
}

export interface TicketErrors {
  readonly price?: TicketError;
  readonly trigger?: TicketError;
  readonly stopPrice?: TicketError;
  readonly size?: TicketError;
}
