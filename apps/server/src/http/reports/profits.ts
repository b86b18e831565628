import type { AssetId } from '@vitrine/core';
import type { OpenBook } from '../../books/client-books.ts';
import { DAY_MS, dayOf } from '../../books/prices.ts';
import { type Pricing, type Profit, percentOf, profitOver, type Selection } from '../../books/profit.ts';
import type { Session } from '../../identity/session.ts';
import type { Services } from '../services.ts';
import { signedText, usdtText } from './figures.ts';

/** The stretches that profit is told over, in days with today. */
export const PERIODS = [1, 7, 30, 90] as const;
const LONGEST = 90;

/** A client's book with the prices of now: everything that profits are worked out from. */
export interface PricedBook {
  readonly book: OpenBook;
  readonly today: number;
  readonly pricing: Pricing;
}

/** With its days as far back as `days`. */
export async function pricedBook(services: Services, { owner }: Session, days = LONGEST): Promise<PricedBook> {
  const today = dayOf(services.clock());
  const book = await services.books.of(owner, today - days + 1);
  return { book, today, pricing: pricingOf(services, book, today) };
}

/** A coin that has never traded has no price: its market's reference is what an operator listed, not what anyone paid. */
function pricingOf({ instruments, marketData }: Services, { closes, usdt }: OpenBook, today: number): Pricing {
  return {
    usdt,
    closeOf: (asset, day) => closes.at(asset, day),
    nowOf: (asset) => {
      const instrument = instruments.byCoin(instruments.asset(asset).code);
      if (instrument === undefined) return undefined;
      const { market, rules } = instrument;
      if (closes.at(asset, today) === undefined && marketData.lastTrade(market) === 0) return undefined;
      const { tickLotUnits, lotUnits } = rules;
      return { ticks: marketData.ticker(market).lastTicks, tickLotUnits, lotUnits };
    },
  };
}

export const profitOf = ({ book, today, pricing }: PricedBook, days: number, selection: Selection = {}): Profit =>
  profitOver(book, today, days, pricing, selection);

export const codesOf = ({ instruments }: Services, assets: readonly AssetId[]): string[] =>
  assets.map((asset) => instruments.asset(asset).code);

/** A period's profit on the wire, with its course. */
export function periodOnWire(services: Services, { today }: PricedBook, days: number, profit: Profit) {
  const usdt = usdtText(services);
  const signed = signedText(services);
  const fromMs = (today - days + 1) * DAY_MS;
  const now = services.clock();
  return {
    days,
    from: fromMs,
    opening: usdt(profit.openingUnits),
    deposits: usdt(profit.inUnits),
    withdrawals: usdt(profit.outUnits),
    moved: signed(profit.movedUnits),
    traded: signed(profit.tradedUnits),
    profit: signed(profit.profitUnits),
    percentage: percentOf(profit.profitUnits, profit.baseUnits),
    now: usdt(profit.nowUnits),
    left_out: codesOf(services, profit.leftOut),
    series: profit.series.map((units, index) => ({
      time: Math.min(fromMs + index * DAY_MS, now),
      profit: signed(units),
    })),
  };
}
