import { percentOf } from '../../wallet/profit/profit.ts';
import type { Handler } from '../services.ts';
import { signedText } from './figures.ts';
import { futuresProfitOnWire } from './futures-profit.ts';
import { PERIODS, periodOnWire, pricedBook, profitOf } from './profits.ts';

export const pnl: Handler<'pnl'> = async ({ services, session }) => {
  const priced = await pricedBook(services, session);
  const text = signedText(services);
  const spot = profitOf(priced, 1, { wallets: ['spot', 'funding', 'earn'] });
  const future = profitOf(priced, 1, { wallets: ['future'] });
  const total = profitOf(priced, 1);
  return {
    pnl: text(spot.profitUnits),
    percentage: percentOf(spot.profitUnits, spot.baseUnits),
    futurePnl: text(future.profitUnits),
    futurePnlPercentage: percentOf(future.profitUnits, future.baseUnits),
    totalPnl: text(total.profitUnits),
    totalPercentage: percentOf(total.profitUnits, total.baseUnits),
    futures: futuresProfitOnWire(services, priced),
    periods: PERIODS.map((days) => periodOnWire(services, priced, days, profitOf(priced, days))),
    position: priced.book.position,
    as_of: services.clock(),
  };
};
