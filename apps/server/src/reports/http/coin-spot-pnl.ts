import { percentOf } from '../../wallet/profit/profit.ts';
import type { Handler } from '../services.ts';
import { signedText } from './figures.ts';
import { codesOf, pricedBook, profitOf } from './profits.ts';

export const coinSpotPnl: Handler<'coinSpotPnl'> = async ({ services, session }) => {
  const priced = await pricedBook(services, session, 1);
  const text = signedText(services);
  const whole = profitOf(priced, 1, { wallets: ['spot'] });
  const coins = [...priced.book.coins.keys()]
    .filter((asset) => !whole.leftOut.includes(asset))
    .map((asset) => ({ asset, profit: profitOf(priced, 1, { wallets: ['spot'], asset }) }))
    .filter(({ profit }) => profit.openingUnits !== 0n || profit.nowUnits !== 0n || profit.profitUnits !== 0n);
  return {
    spotProfit: text(whole.profitUnits),
    spotPercentage: percentOf(whole.profitUnits, whole.baseUnits),
    coins: coins.map(({ asset, profit }) => ({
      name: services.instruments.asset(asset).code,
      profit: text(profit.profitUnits),
      percentage: percentOf(profit.profitUnits, profit.baseUnits),
    })),
    left_out: codesOf(services, whole.leftOut),
    position: priced.book.position,
  };
};
