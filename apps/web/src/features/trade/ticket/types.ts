import type Big from 'big.js';
import type { AttachedForm, AttachedKind } from '../shared/attached-prices.ts';
import type { MarketRules } from '../shared/market-rules.ts';
import type { Pick } from '../shared/pick-bus.ts';

export type Side = 'BUY' | 'SELL';
export type OrderKind =
  | 'limit'
  | 'market'
  | 'stop_limit'
  | 'stop_market'
  | 'take_profit_limit'
  | 'take_profit_market'
  | 'oco'
  | 'scaled';
/** A change requested elsewhere on the page; omitted fields stay unchanged. Each new object is a new request. */
export interface TicketWish {
  readonly side?: Side;
  readonly kind?: OrderKind;
  readonly pick?: Pick;
}
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
/** The size field that the client typed in last; the other size field is calculated from it. */
export type SizedBy = 'amount' | 'total';
export type TicketRules = MarketRules;

/** The client's input, exactly as typed. Later market moves do not change it. */
export interface TicketForm extends AttachedForm {
  readonly side: Side;
  readonly kind: OrderKind;
  readonly price: string;
  /** Whether the client chose the price, possibly by a click in the book, so that no default replaces it. */
  readonly priceChosen: boolean;
  readonly trigger: string;
  /** For an OCO: the limit price of its stop, or empty for a market stop. */
  readonly stopPrice: string;
  /** For a scaled order: its end price; `price` is its start price. */
  readonly endPrice: string;
  /** For a scaled order: the number of its limit orders. */
  readonly count: string;
  readonly size: string;
  readonly sizedBy: SizedBy;
  readonly postOnly: boolean;
  readonly timeInForce: TimeInForce;
  /** Fields that the client has filled in since side and kind were chosen; errors of other fields are not shown yet. */
  readonly touched: ReadonlySet<TicketField>;
}

export type TicketField = 'price' | 'trigger' | 'stopPrice' | 'endPrice' | 'count' | 'size' | AttachedKind;

/** Price and size as decimal strings, best price first. */
export type Level = readonly [price: string, size: string];

/** The current state of the market and the wallet. */
export interface TicketContext {
  readonly rules: TicketRules;
  /** Undefined until the balances are known. */
  readonly available: { readonly base: string; readonly quote: string } | undefined;
  readonly lastPrice: string;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export interface TicketSummary {
  /** In coin, a whole number of lots; undefined while price or size is missing. */
  readonly amount: Big | undefined;
  /** The texts of the two size fields. */
  readonly amountText: string;
  readonly totalText: string;
  /** USDT: price × amount, or the estimate from the book. */
  readonly notional: Big | undefined;
  /** A market order's USDT budget, fee included. */
  readonly budget: Big | undefined;
  readonly role: 'maker' | 'taker';
  /** Both fees, maker and taker, if it is undecided which of them the order will pay; undefined otherwise. */
  readonly fees: { readonly maker: Big | undefined; readonly taker: Big | undefined } | undefined;
  readonly feePercent: string;
  readonly fee: Big | undefined;
  /** A buy costs at most this, a sell returns at least this, fee included (USDT). */
  readonly bound: Big | undefined;
  /** The parts of the bound: the worst order value and its fee; undefined if the client set the total. */
  readonly boundNotional: Big | undefined;
  readonly boundFee: Big | undefined;
  /**
   * The cost or proceeds of a resting limit order, fee included; undefined if this equals the bound, or if the order
   * cannot rest.
   */
  readonly ifMaker: Big | undefined;
  /** The fee rate used for the bound. */
  readonly boundPercent: string;
  /** The amount put on hold: USDT for a buy, coin for a sell. */
  readonly hold: Big | undefined;
  /** Market orders: the average price in the current book, and its distance from the best price. */
  readonly average: Big | undefined;
  readonly slippagePercent: number;
  /** Whether the known part of the book is too small to fill the order. */
  readonly beyondBook: boolean;
  /** The percentage of the available balance that the order uses, 0 to 100. */
  readonly share: number;
}

export type TicketErrorCode =
  | 'price_required'
  | 'price_off_tick'
  | 'oco_limit_takes'
  | 'take_profit_side'
  | 'stop_loss_side'
  | 'trigger_required'
  | 'trigger_off_tick'
  | 'trigger_reached'
  | 'stop_off_tick'
  | 'same_price'
  | 'count_range'
  | 'amount_required'
  | 'amount_off_lot'
  | 'below_minimum_buy'
  | 'below_minimum_sell'
  | 'above_maximum'
  | 'exceeds_balance';

export interface TicketError {
  readonly code: TicketErrorCode;
  /** Parameters of the error message. */
  readonly values: {
    readonly value?: string;
    readonly tick?: string;
    readonly lot?: string;
    readonly least?: number;
    readonly most?: number;
  };
}

export interface TicketErrors {
  readonly price?: TicketError;
  readonly trigger?: TicketError;
  readonly stopPrice?: TicketError;
  readonly endPrice?: TicketError;
  readonly count?: TicketError;
  readonly size?: TicketError;
  readonly takeProfit?: TicketError;
  readonly stopLoss?: TicketError;
}
