import type { AssetView } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import { percentOf } from '../../wallet/profit/profit.ts';
import type { Services } from '../services.ts';
import { signedText, usdtText } from './figures.ts';
import { PERIODS, type PricedBook, periodOnWire, profitOf } from './profits.ts';
import { valueNow } from './top-assets.ts';

/**
 * A coin's profit in wire format: today, over each period, and by average cost. All figures are as of the time of the
 * P&L book, at its prices.
 */
export function coinProfit(services: Services, priced: PricedBook, { asset, scale }: AssetView) {
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
  };
}
