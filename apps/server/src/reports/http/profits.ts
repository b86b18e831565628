import type { AssetId, OwnerId, PositionView } from '@vitrine/core';
import type { Session } from '../../http/session.ts';
import { positionKey } from '../../projections/books/futures-book.ts';
import { DAY_MS, dayOf } from '../../projections/books/prices.ts';
import { displayPrice } from '../../wallet/http/display-price.ts';
import { arrivingUnits } from '../../wallet/http/frozen.ts';
import { withArriving } from '../../wallet/profit/arriving.ts';
import type { OpenBook } from '../../wallet/profit/client-books.ts';
import { positionsNow, unrealizedUnits } from '../../wallet/profit/futures.ts';
import { holdingsNow } from '../../wallet/profit/holdings.ts';
import { type Pricing, type Profit, percentOf, profitOver, type Selection } from '../../wallet/profit/profit.ts';
import type { Services } from '../services.ts';
import { signedText, usdtText } from './figures.ts';

/** The periods for which profit is shown, in days including today. */
export const PERIODS = [1, 7, 30, 90] as const;
const LONGEST = 90;

/**
 * The maximum number of times that a P&L book is read. It is read again as long as it differs from the core, which is
 * slightly ahead of the tables.
 */
const MOST_READS = 3;
const FOLLOW_MS = 250;

/** A client's P&L book with current prices: everything that profits are computed from. */
export interface PricedBook {
  readonly book: OpenBook;
  readonly today: number;
  readonly pricing: Pricing;
  /** Deposits that the P&L book counts although they still await confirmations. */
  readonly arriving: ReturnType<typeof arrivingUnits>;
}

/**
 * A client's P&L book with the last `days` days. Deposits awaiting confirmations count as arrived, as in every balance.
 */
export async function pricedBook(services: Services, { owner }: Session, days = LONGEST): Promise<PricedBook> {
  const today = dayOf(services.clock());
  const book = await currentBook(services, owner, today - days + 1, today);
  const pricing = pricingOf(services, book, today);
  const arriving = arrivingUnits(services, owner, 'spot');
  return { book: withArriving(book, arriving, today, pricing), today, pricing, arriving };
}

/** A P&L book whose balances and positions equal those of the core; failing that, the newest book that could be read. */
async function currentBook(services: Services, owner: OwnerId, fromDay: number, today: number): Promise<OpenBook> {
  for (let read = 1; ; read += 1) {
    const book = await services.books.of(owner, fromDay, today);
    if (read === MOST_READS || isCurrent(services, owner, book)) return book;
    await services.histories.reached(services.core.position, FOLLOW_MS);
  }
}

function isCurrent({ core }: Services, owner: OwnerId, book: OpenBook): boolean {
  const held = holdingsNow(book).filter(({ units }) => units !== 0);
  const balances = core.balances(owner).filter(({ availableUnits, heldUnits }) => availableUnits + heldUnits !== 0);
  return (
    held.length === balances.length &&
    held.every(({ wallet, asset, units }) => {
      const { availableUnits, heldUnits } = core.balance(owner, wallet, asset);
      return units === availableUnits + heldUnits;
    }) &&
    hasPositions(core.positions(owner), book)
  );
}

function hasPositions(positions: readonly PositionView[], { futures }: OpenBook): boolean {
  const held = new Map(positionsNow(futures).map((position) => [positionKey(position), position]));
  return (
    held.size === positions.length &&
    positions.every(({ market, position: side, sizeLots, costUnits }) => {
      const found = held.get(positionKey({ market, side }));
      return found?.sizeLots === sizeLots && found.costUnits === costUnits;
    })
  );
}

/**
 * The unrealized profit at the current mark prices. It is that of the P&L book's positions, which agree with the book's
 * balances; the core's positions may be newer.
 */
const unrealizedNow = ({ core }: Services, { futures }: OpenBook): bigint =>
  positionsNow(futures).reduce((sum, position) => {
    const perpetual = core.perpetual(position.market);
    if (perpetual === undefined) return sum;
    const { markTicks: ticks, tickLotUnits } = perpetual;
    return sum + unrealizedUnits(position, { ticks, tickLotUnits });
  }, 0n);

/**
 * The prices for a P&L book. A coin that has never traded has no price: an operator chose its market's reference price,
 * so it is not a price that anyone has paid.
 */
function pricingOf(services: Services, book: OpenBook, today: number): Pricing {
  const { instruments, marketData } = services;
  const { closes, usdt } = book;
  return {
    usdt,
    unrealizedUnits: unrealizedNow(services, book),
    closeOf: (asset, day) => closes.at(asset, day),
    nowOf: (asset) => {
      const instrument = instruments.byCoin(asset);
      if (instrument === undefined) return undefined;
      if (closes.at(asset, today) === undefined && marketData.lastTrade(instrument.market) === 0) return undefined;
      return displayPrice(services, instrument);
    },
  };
}

export const profitOf = ({ book, today, pricing }: PricedBook, days: number, selection: Selection = {}): Profit =>
  profitOver(book, today, days, pricing, selection);

export const codesOf = ({ instruments }: Services, assets: readonly AssetId[]): string[] =>
  assets.map((asset) => instruments.asset(asset).code);

/** A period's profit in wire format, in total and day by day. */
export function periodOnWire(services: Services, { today }: PricedBook, days: number, profit: Profit) {
  const usdt = usdtText(services);
  const signed = signedText(services);
  const fromMs = (today - days + 1) * DAY_MS;
  const now = services.clock();
  return {
    days,
    from: fromMs,
    opening: signed(profit.openingUnits),
    deposits: usdt(profit.inUnits),
    withdrawals: usdt(profit.outUnits),
    moved: signed(profit.movedUnits),
    traded: signed(profit.tradedUnits),
    profit: signed(profit.profitUnits),
    percentage: percentOf(profit.profitUnits, profit.baseUnits),
    now: signed(profit.nowUnits),
    left_out: codesOf(services, profit.leftOut),
    series: profit.series.map((units, index) => ({
      time: Math.min(fromMs + index * DAY_MS, now),
      profit: signed(units),
    })),
  };
}
