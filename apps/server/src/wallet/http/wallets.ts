import type { AssetId, OwnerId } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import type { Handler, Services } from '../services.ts';
import { displayRates } from './display-price.ts';
import { valueText } from './valuation.ts';
import { walletBalances } from './wallet-balances.ts';
import { walletEntry, walletTotals } from './wallet-entry.ts';

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

export const walletsFuture: Handler<'walletsFuture'> = ({ services, session }) => ({
  wallet: walletBalances(services, session.owner, 'future').map((balance) => {
    const { asset, totalUnits } = balance;
    const profit = unrealizedUnits(services, session.owner, asset.asset);
    return {
      ...walletEntry(services, balance),
      margin_balance: signedText(totalUnits + profit, asset.scale),
      upnl: signedText(profit, asset.scale),
    };
  }),
  walletTotal: valueText(services, walletTotals(services, session.owner).future),
  position: services.core.position,
  as_of: services.clock(),
});

/** The unrealized profit of the client's open positions that are settled in this asset, at their mark prices. */
const unrealizedUnits = ({ core, instruments }: Services, owner: OwnerId, asset: AssetId): number =>
  core
    .positions(owner)
    .filter(({ market }) => instruments.byMarket(market).quote.asset === asset)
    .reduce((sum, { profitUnits }) => sum + profitUnits, 0);

const signedText = (units: number, scale: number): string =>
  units < 0 ? `-${formatDecimal(-units, scale)}` : formatDecimal(units, scale);
