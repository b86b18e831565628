import type { endpoints } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import { percentOf } from '../../books/profit.ts';
import { findAsset } from '../find.ts';
import type { Handler } from '../handler.ts';
import { signedText, usdtText } from './figures.ts';
import { PERIODS, periodOnWire, pricedBook, profitOf } from './profits.ts';
import { valueNow } from './top-assets.ts';

export const walletSingleCoinPnl: Handler<typeof endpoints.walletSingleCoinPnl> = async ({
  services,
  session,
  query,
}) => {
  const { asset, scale } = findAsset(services, query.name);
  const priced = await pricedBook(services, session);
  const [usdt, signed] = [usdtText(services), signedText(services)];
  const { units = 0, costUnits = 0n, realisedUnits = 0n, costKnown = true } = priced.book.coins.get(asset) ?? {};
  const value = valueNow(priced, asset) ?? 0n;
  const unrealised = units === 0 ? 0n : value - costUnits;
  const today = profitOf(priced, 1, { asset });
  return {
    spotProfit: signed(today.profitUnits),
    spotPercentage: percentOf(today.profitUnits, today.baseUnits),
    amount: formatDecimal(units, scale),
    value: usdt(value),
    cost: usdt(costUnits),
    average_cost: units === 0 || !costKnown ? '' : usdt((costUnits * 10n ** BigInt(scale)) / BigInt(units)),
    unrealised: signed(unrealised),
    unrealised_percentage: percentOf(unrealised, costUnits),
    realised: signed(realisedUnits),
    cost_known: costKnown && (units === 0 || valueNow(priced, asset) !== undefined),
    periods: PERIODS.map((days) => periodOnWire(services, priced, days, profitOf(priced, days, { asset }))),
    position: priced.book.position,
    as_of: services.clock(),
  };
};
