import { formatDecimal } from '@vitrine/money';
import type { Handler } from '../services.ts';
import { displayRates } from './display-price.ts';
import { signedValueText, valueText } from './valuation.ts';
import { walletBalances } from './wallet-balances.ts';
import { unrealizedByAsset, walletEntry, walletTotals } from './wallet-entry.ts';

export const walletsSpot: Handler<'walletsSpot'> = ({ services, session }) => ({
  wallet: walletBalances(services, session.owner).map((balance) => walletEntry(services, balance)),
  rates: displayRates(services),
  position: services.core.position,
  as_of: services.clock(),
});

export const walletsFunding: Handler<'walletsFunding'> = ({ services, session }) => ({
  wallet: walletBalances(services, session.owner, 'funding').map((balance) => walletEntry(services, balance)),
  walletTotal: valueText(services, walletTotals(services, session.owner).funding),
  position: services.core.position,
  as_of: services.clock(),
});

export const walletsFuture: Handler<'walletsFuture'> = ({ services, session }) => {
  const unrealized = unrealizedByAsset(services, session.owner);
  return {
    wallet: walletBalances(services, session.owner, 'future').map((balance) => {
      const { asset, totalUnits } = balance;
      const profit = unrealized.get(asset.asset) ?? 0;
      return {
        ...walletEntry(services, balance),
        margin_balance: signedText(totalUnits + profit, asset.scale),
        upnl: signedText(profit, asset.scale),
      };
    }),
    walletTotal: signedValueText(services, walletTotals(services, session.owner).future),
    position: services.core.position,
    as_of: services.clock(),
  };
};

const signedText = (units: number, scale: number): string =>
  units < 0 ? `-${formatDecimal(-units, scale)}` : formatDecimal(units, scale);
