import type { endpoints, ResponseOf } from '@vitrine/contract';
import { DAY_MS } from '../../projections/books/prices.ts';
import { type DayOfFutures, futuresDays } from '../../wallet/profit/futures-profit.ts';
import type { Services } from '../services.ts';
import { signedText, usdtText } from './figures.ts';
import { PERIODS, type PricedBook } from './profits.ts';

type OnWire = ResponseOf<typeof endpoints.pnl>['futures'];

/** The profit of positions in perpetual markets in wire format: over each period, and day by day over the longest. */
export function futuresProfitOnWire(services: Services, { book, today, pricing }: PricedBook): OnWire {
  const all = futuresDays(book.futures, today, Math.max(...PERIODS), pricing.unrealizedUnits);
  const unrealizedBefore = (days: number) => book.futures.unrealized.get(today - days) ?? 0n;
  const signed = signedText(services);
  const first = all.findIndex(hasAnything);
  return {
    periods: PERIODS.map((days) => ({
      days,
      from: (today - days + 1) * DAY_MS,
      ...resultsOnWire(services, all.slice(-days)),
      unrealized_before: signed(unrealizedBefore(days)),
      unrealized_now: signed(pricing.unrealizedUnits),
    })),
    series: (first < 0 ? [] : all.slice(first)).map((day) => ({
      time: day.day * DAY_MS,
      ...resultsOnWire(services, [day]),
      unrealized: signed(day.unrealizedUnits),
    })),
  };
}

/** The results of these days, added up, in wire format. */
function resultsOnWire(services: Services, days: readonly DayOfFutures[]) {
  const [usdt, signed] = [usdtText(services), signedText(services)];
  const sum = (pick: (day: DayOfFutures) => bigint) => days.reduce((all, day) => all + pick(day), 0n);
  return {
    realized: signed(sum((day) => day.realizedUnits)),
    funding: signed(sum((day) => day.fundingUnits)),
    fees: usdt(sum((day) => day.feeUnits)),
    liquidation_fees: usdt(sum((day) => day.liquidationFeeUnits)),
    profit: signed(sum((day) => day.profitUnits)),
  };
}

const hasAnything = ({ day: _, ...figures }: DayOfFutures): boolean =>
  Object.values(figures).some((units) => units !== 0n);
