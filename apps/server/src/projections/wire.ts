import type { endpoints, OrderEnding, ResponseOf, StreamCandle, StreamTicker, StreamTrade } from '@vitrine/contract';
import type { Refusal, Side } from '@vitrine/core';
import {
  type AssetUnits,
  formatDecimal,
  formatPrice,
  formatSize,
  type PriceTicks,
  type SizeLots,
} from '@vitrine/money';
import { type Instrument, type Instruments, nameIn } from '../kit/instruments.ts';
import type { Candle } from './tables/candles.ts';
import type { FillRecord } from './tables/fills.ts';
import type { Ticker } from './tables/market-series.ts';
import type { OrderRecord } from './tables/orders.ts';
import type { Trade } from './tables/trades.ts';

/** Converts the exchange's integers into the strings of the API. */

export type OrderItem = ResponseOf<typeof endpoints.openOrders>['orders'][number];

/** A market's name, for notifications and emails. */
export const marketName = (instrument: Instrument): string => nameIn.web(instrument);

export const priceText = ({ tick }: Instrument, ticks: PriceTicks): string => formatPrice(ticks, tick);
export const sizeText = ({ lot }: Instrument, lots: SizeLots): string => formatSize(lots, lot);
export const quoteText = ({ quote }: Instrument, units: AssetUnits): string => formatDecimal(units, quote.scale);

/** Like formatDecimal, for sums that may exceed 2^53. */
export function wideText(value: bigint, scale: number): string {
  const digits = String(value).padStart(scale + 1, '0');
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const volumeText = ({ lot }: Instrument, lots: bigint): string => wideText(lots * BigInt(lot.coefficient), lot.scale);

const PERCENT_DECIMALS = 4;

/** The change from one price to another as a percentage with four decimals. */
export function percentText(from: PriceTicks, to: PriceTicks): string {
  const text = (((to - from) / from) * 100).toFixed(PERCENT_DECIMALS);
  return Number(text) === 0 ? '0.0000' : text;
}

/** A rate in parts per million, converted to a percentage: 1000 gives '0.1000'. */
export const ratePercentText = (ratePpm: number): string => formatDecimal(ratePpm, PERCENT_DECIMALS);

export function tickerOnWire(instrument: Instrument, ticker: Ticker): StreamTicker {
  const { lastTicks, openTicks } = ticker;
  const change = priceText(instrument, Math.abs(lastTicks - openTicks) as PriceTicks);
  return {
    name: nameIn.web(instrument),
    close: priceText(instrument, lastTicks),
    percent: percentText(openTicks, lastTicks),
    change: lastTicks < openTicks ? `-${change}` : change,
    high: priceText(instrument, ticker.highTicks),
    low: priceText(instrument, ticker.lowTicks),
    volume: volumeText(instrument, ticker.volumeLots),
    volume_usdt: wideText(ticker.turnoverUnits, instrument.quote.scale),
  };
}

export function candleOnWire(instrument: Instrument, candle: Candle): StreamCandle & { time: Candle['openMs'] } {
  return {
    time: candle.openMs,
    open: priceText(instrument, candle.openTicks),
    high: priceText(instrument, candle.highTicks),
    low: priceText(instrument, candle.lowTicks),
    close: priceText(instrument, candle.closeTicks),
    volume: volumeText(instrument, candle.volumeLots),
    volume_usdt: wideText(candle.turnoverUnits, instrument.quote.scale),
  };
}

export const tradeOnWire = (instrument: Instrument, trade: Trade): StreamTrade => ({
  id: trade.trade,
  side: trade.takerSide,
  px: priceText(instrument, trade.priceTicks),
  sz: sizeText(instrument, trade.sizeLots),
  ts: trade.timeMs,
});

export const bookEntries = (instrument: Instrument, levels: readonly (readonly [PriceTicks, SizeLots])[]) =>
  levels.map(([ticks, lots]) => ({
    unit_price: priceText(instrument, ticks),
    number_of_order: sizeText(instrument, lots),
  }));

export const sideWords: Readonly<Record<Side, 'BUY' | 'SELL'>> = { buy: 'BUY', sell: 'SELL' };
const forceWords = { gtc: 'GTC', ioc: 'IOC', fok: 'FOK' } as const;
const typeWords = {
  limit: { none: 'LIMIT', stop: 'STOP_LIMIT', take_profit: 'TAKE_PROFIT_LIMIT' },
  market: { none: 'MARKET', stop: 'STOP_MARKET', take_profit: 'TAKE_PROFIT_MARKET' },
} as const;

export type OrderTypeWord = OrderItem['type'];
export const typeOfWord: Readonly<Record<OrderTypeWord, Pick<OrderRecord, 'type' | 'trigger'>>> = {
  LIMIT: { type: 'limit', trigger: 'none' },
  MARKET: { type: 'market', trigger: 'none' },
  STOP_LIMIT: { type: 'limit', trigger: 'stop' },
  STOP_MARKET: { type: 'market', trigger: 'stop' },
  TAKE_PROFIT_LIMIT: { type: 'limit', trigger: 'take_profit' },
  TAKE_PROFIT_MARKET: { type: 'market', trigger: 'take_profit' },
};

/** The outcome of an order as a whole, or the effect of one command on it. */
export type OrderOutcome = Pick<OrderRecord, 'filledLots' | 'filledUnits' | 'feeUnits' | 'endedBecause' | 'refusal'>;

/** PENDING: the order is open. APPROVED: it was filled. DISSAPROVED: it ended otherwise. */
const stateWord = ({ endedBecause }: OrderOutcome): OrderItem['state'] => {
  if (endedBecause === undefined) return 'PENDING';
  return endedBecause === 'filled' ? 'APPROVED' : 'DISSAPROVED';
};

const endWord = ({ endedBecause, refusal }: OrderOutcome): OrderEnding | Refusal | '' =>
  endedBecause === 'filled' ? '' : (refusal ?? endedBecause ?? '');

/** The changes that one command made to an order. */
export const outcomeOnWire = (instrument: Instrument, outcome: OrderOutcome) => ({
  state: stateWord(outcome),
  ended_because: endWord(outcome),
  filled: sizeText(instrument, outcome.filledLots),
  filled_total: quoteText(instrument, outcome.filledUnits),
  final_price: averagePriceText(instrument, outcome),
  fee: quoteText(instrument, outcome.feeUnits),
});

/** An order, open or ended, in the specification's words. */
export function orderOnWire(instruments: Instruments, order: OrderRecord): OrderItem {
  const instrument = instruments.byMarket(order.market);
  const openLots = (order.endedBecause === undefined ? order.sizeLots - order.filledLots : 0) as SizeLots;
  return {
    id: String(order.order),
    client_order_id: order.clientOrderId === 0 ? '' : String(order.clientOrderId),
    coin_pair: { pair_name: nameIn.web(instrument) },
    delegate_type: sideWords[order.side],
    trade_type: order.type,
    type: typeWords[order.type][order.trigger],
    state: stateWord(order),
    ended_because: endWord(order),
    time_in_force: forceWords[order.timeInForce],
    post_only: order.postOnly,
    number_of_order: order.sizeLots === 0 ? '' : sizeText(instrument, order.sizeLots),
    filled: sizeText(instrument, order.filledLots),
    open: sizeText(instrument, Math.max(0, openLots) as SizeLots),
    order_per_unit: order.priceTicks === 0 ? '' : priceText(instrument, order.priceTicks),
    trigger_price: order.triggerTicks === 0 ? '' : priceText(instrument, order.triggerTicks),
    triggered: order.triggered,
    final_price: averagePriceText(instrument, order),
    total: quoteText(instrument, totalUnits(instrument, order)),
    filled_total: quoteText(instrument, order.filledUnits),
    fee: quoteText(instrument, order.feeUnits),
    oco_order_id: order.ocoOrder === 0 ? '' : String(order.ocoOrder),
    take_profit_price: order.takeProfitTicks === 0 ? '' : priceText(instrument, order.takeProfitTicks),
    stop_loss_price: order.stopLossTicks === 0 ? '' : priceText(instrument, order.stopLossTicks),
    created_at: order.createdAtMs,
    updated_at: order.updatedAtMs,
    position: order.position,
  };
}

/** The total of an order: its budget, or size × price, or the filled value for a market order by size. */
function totalUnits({ rules }: Instrument, order: OrderRecord): AssetUnits {
  if (order.budgetUnits !== 0) return order.budgetUnits;
  if (order.priceTicks === 0) return order.filledUnits;
  return (order.priceTicks * order.sizeLots * rules.tickLotUnits) as AssetUnits;
}

const EXTRA_DECIMALS = 2;

/**
 * The average price, paid ÷ bought, with two decimals more than the market's prices, rounded half up; empty before the
 * first fill.
 */
export function averagePriceText(
  { rules, base, quote, tick }: Instrument,
  order: Pick<OrderOutcome, 'filledLots' | 'filledUnits'>,
): string {
  if (order.filledLots === 0) return '';
  const decimals = tick.scale + EXTRA_DECIMALS;
  const numerator = BigInt(order.filledUnits) * 10n ** BigInt(base.scale + decimals);
  const denominator = BigInt(order.filledLots) * BigInt(rules.lotUnits) * 10n ** BigInt(quote.scale);
  return wideText((2n * numerator + denominator) / (2n * denominator), decimals);
}

/** A client's side of a trade. */
export function fillOnWire(instruments: Instruments, fill: FillRecord) {
  const instrument = instruments.byMarket(fill.market);
  return {
    id: `${fill.position}-${fill.line}`,
    order_id: String(fill.order),
    coin_pair: { pair_name: nameIn.web(instrument) },
    delegate_type: sideWords[fill.side],
    role: fill.role,
    unit_price: priceText(instrument, fill.priceTicks),
    number_of_order: sizeText(instrument, fill.sizeLots),
    total: quoteText(instrument, fill.notionalUnits),
    fee: quoteText(instrument, fill.feeUnits),
    fee_coin: instrument.quote.code,
    time: fill.timeMs,
    position: fill.position,
  };
}
