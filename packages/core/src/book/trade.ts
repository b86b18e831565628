import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import { assert } from '../vocabulary/assert.ts';
import type { Market } from './market.ts';
import type { Taker } from './taker.ts';

/** The current fill. A single record is reused for all fills, to avoid short-lived objects. */
export const filled = {
  market: 0,
  trade: 0,
  takerSide: 0,
  makerOrder: 0,
  makerOwner: 0,
  takerOrder: 0,
  takerOwner: 0,
  priceTicks: 0,
  sizeLots: 0,
  notionalUnits: 0,
  makerFeeUnits: 0,
  takerFeeUnits: 0,
  makerOpenLots: 0,
  takerOpenLots: 0,
};

/** Takes the lots from both orders at the maker's price, and counts the trade. The caller then moves the money. */
export const beginTrade = (state: State, market: Market, t: Taker, maker: number, lots: number): void => {
  const { orders, levels, seats } = state;
  const price = orders.price[maker];
  assert(lots > 0 && lots <= orders.open[maker] && lots <= t.open, 'a trade exceeds the open quantity of an order');
  orders.open[maker] -= lots;
  levels.total[orders.level[maker]] -= lots;
  t.open -= lots;
  if (!t.traded) t.firstPrice = price;
  t.traded = true;
  t.lastPrice = price;
  market.trades++;
  market.lastTicks = price;
  filled.makerOrder = orders.id[maker];
  filled.makerOwner = seats.owner[orders.seat[maker]];
  filled.priceTicks = price;
  filled.sizeLots = lots;
  filled.notionalUnits = price * lots * market.tickLotUnits;
  filled.makerOpenLots = orders.open[maker];
  filled.takerOpenLots = t.open;
};

export const announceTrade = (market: Market, t: Taker, events: EventBuffer): void => {
  filled.market = market.id;
  filled.trade = market.trades;
  filled.takerSide = t.side;
  filled.takerOrder = t.id;
  filled.takerOwner = t.owner;
  events.orderFilled(filled);
};
