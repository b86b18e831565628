import { percentOf } from '../../wallet/profit/profit.ts';
import type { Handler } from '../services.ts';
import { signedText } from './figures.ts';
import { codesOf, pricedBook, profitOf } from './profits.ts';

export const coinFuturePnl: Handler<'coinFuturePnl'> = async ({ services, session }) => {
  const priced = await pricedBook(services, session, 1);
  const { profitUnits, baseUnits, leftOut } = profitOf(priced, 1, { wallets: ['future'] });
  return {
    spotProfit: signedText(services)(profitUnits),
    spotPercentage: percentOf(profitUnits, baseUnits),
    left_out: codesOf(services, leftOut),
    position: priced.book.position,
  };
};
