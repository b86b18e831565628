import type { BookLevel, StreamBalance, StreamFutures, StreamLogEntry, StreamMessage } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import { futuresOrderOnWire, positionOnWire } from '../futures/http/wire.ts';
import { type Instrument, type Instruments, nameIn } from '../kit/instruments.ts';
import type { OrderRecord } from '../projections/tables/orders.ts';
import {
  candleOnWire,
  orderOnWire,
  priceText,
  sideWords,
  sizeText,
  tickerOnWire,
  tradeOnWire,
} from '../projections/wire.ts';
import { frameOf } from './frame.ts';
import type { Encode } from './hub/subscribers.ts';
import type {
  AccountBalance,
  Levels,
  OwnFill,
  PerpetualFigures,
  PublicEntry,
  TopicMessage,
} from './hub/topic-message.ts';

/** The hub's messages in the dialect of our own pages, as documented for /stream. */
export const webEncoder =
  (instruments: Instruments): Encode =>
  (message) => [frameOf(JSON.stringify(onWire(instruments, message)))];

function onWire(instruments: Instruments, message: TopicMessage): StreamMessage {
  switch (message.kind) {
    case 'book_snapshot': {
      const { kind: type, instrument, number, bids, asks } = message;
      const sides = { bids: levelTexts(instrument, bids), asks: levelTexts(instrument, asks) };
      return { type, name: nameIn.web(instrument), number, ...sides };
    }
    case 'book': {
      const { kind: type, instrument, from, to, bids, asks } = message;
      const sides = { bids: levelTexts(instrument, bids), asks: levelTexts(instrument, asks) };
      return { type, name: nameIn.web(instrument), from, to, ...sides };
    }
    case 'trades_snapshot': {
      const { kind: type, instrument, number, trades } = message;
      return {
        type,
        name: nameIn.web(instrument),
        number,
        trades: trades.map((trade) => tradeOnWire(instrument, trade)),
      };
    }
    case 'trades': {
      const { kind: type, instrument, trades } = message;
      const [{ trade: from }] = trades;
      const to = from + trades.length - 1;
      return {
        type,
        name: nameIn.web(instrument),
        from,
        to,
        trades: trades.map((trade) => tradeOnWire(instrument, trade)),
      };
    }
    case 'tickers_snapshot':
    case 'tickers': {
      const { kind: type, tickers } = message;
      return { type, tickers: tickers.map(({ instrument, ticker }) => tickerOnWire(instrument, ticker)) };
    }
    case 'futures_snapshot':
    case 'futures': {
      const { kind: type, markets } = message;
      return { type, markets: markets.map(figuresOnWire) };
    }
    case 'candle': {
      const { kind: type, instrument, interval, number, candle } = message;
      return { type, name: nameIn.web(instrument), interval, number, candle: candleOnWire(instrument, candle) };
    }
    case 'log_snapshot':
    case 'log': {
      const { kind: type, position, timeMs: time, entries } = message;
      return { type, position, time, entries: entries.map(entryOnWire) };
    }
    case 'private_snapshot':
    case 'private':
      return privateOnWire(instruments, message);
  }
}

function entryOnWire({ position, kind, timeMs: time, trade }: PublicEntry): StreamLogEntry {
  if (trade === undefined) return { position, kind, time };
  const { instrument, takerSide: side, priceTicks, sizeLots } = trade;
  const [name, px, sz] = [nameIn.web(instrument), priceText(instrument, priceTicks), sizeText(instrument, sizeLots)];
  return { position, kind, time, trade: { name, coin: instrument.base.code, side, px, sz } };
}

type PrivateMessage = Extract<TopicMessage, { kind: 'private_snapshot' | 'private' }>;

function privateOnWire(instruments: Instruments, message: PrivateMessage): StreamMessage {
  switch (message.kind) {
    case 'private_snapshot': {
      const { kind: type, position, orders, isCut, balances, positions } = message;
      const oldest = isCut ? orders.at(-1) : undefined;
      return {
        type,
        position,
        ...ordersOnWire(instruments, orders),
        ...(oldest && { next_cursor: String(oldest.order) }),
        balances: balances.map(balanceOnWire),
        ...(positions.length > 0 && { positions: positions.map((one) => positionOnWire(instruments, one)) }),
      };
    }
    case 'private': {
      const { kind: type, position, orders, balances, fills, positions } = message;
      return {
        type,
        position,
        ...ordersOnWire(instruments, orders),
        balances: balances.map(balanceOnWire),
        fills: fills.map(fillOnWire),
        ...(positions && { positions: positions.map((one) => positionOnWire(instruments, one)) }),
      };
    }
  }
}

/** The orders of spot markets and, in a separate field, the orders of perpetual markets. */
function ordersOnWire(instruments: Instruments, orders: readonly OrderRecord[]) {
  const isPerpetual = ({ market }: OrderRecord) => instruments.byMarket(market).isPerpetual;
  const ofPerpetuals = orders.filter(isPerpetual).map((order) => futuresOrderOnWire(instruments, order));
  return {
    orders: orders.filter((order) => !isPerpetual(order)).map((order) => orderOnWire(instruments, order)),
    ...(ofPerpetuals.length > 0 && { futures_orders: ofPerpetuals }),
  };
}

function figuresOnWire({ instrument, ticker, status, markTicks, openInterestLots }: PerpetualFigures): StreamFutures {
  const { close, ...figures } = tickerOnWire(instrument, ticker);
  return {
    ...figures,
    status,
    mark_price: priceText(instrument, markTicks),
    last_price: close,
    open_interest: sizeText(instrument, openInterestLots),
  };
}

function levelTexts(instrument: Instrument, levels: Levels): BookLevel[] {
  const texts: BookLevel[] = [];
  for (const [ticks, lots] of levels)
    texts.push([priceText(instrument, ticks), lots === 0 ? '0' : sizeText(instrument, lots)]);
  return texts;
}

const balanceOnWire = ({ asset, wallet, availableUnits, heldUnits }: AccountBalance): StreamBalance => ({
  coin: asset.code,
  wallet,
  available: formatDecimal(availableUnits, asset.scale),
  frozen: formatDecimal(heldUnits, asset.scale),
});

const fillOnWire = ({ order, instrument, side, priceTicks, sizeLots }: OwnFill) => ({
  order_id: String(order),
  name: nameIn.web(instrument),
  side: sideWords[side],
  px: priceText(instrument, priceTicks),
  sz: sizeText(instrument, sizeLots),
});
