import type { endpoints } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import type { Handler } from '../services.ts';
import { displayRates } from './display-price.ts';
import { valueText } from './valuation.ts';
import { walletBalances } from './wallet-balances.ts';
import { walletEntry, walletTotals } from './wallet-entry.ts';

export const walletsSpot: Handler<typeof endpoints.walletsSpot> = ({ services, session }) => ({
  wallet: walletBalances(services, session.owner).map((balance) => walletEntry(services, balance)),
  rates: displayRates(services),
  position: services.core.position,
  as_of: services.clock(),
});

export const walletsFunding: Handler<typeof endpoints.walletsFunding> = ({ services, session }) => ({
  wallet: walletBalances(services, session.owner, 'funding').map((balance) => walletEntry(services, balance)),
  walletTotal: valueText(services, walletTotals(services, session.owner).funding),
  position: services.core.position,
  as_of: services.clock(),
});

/** Without a futures market there are no positions and no profit from them: a coin's margin balance is its balance. */
export const walletsFuture: Handler<typeof endpoints.walletsFuture> = ({ services, session }) => ({
  wallet: walletBalances(services, session.owner, 'future').map((balance) => {
    const entry = walletEntry(services, balance);
    return { ...entry, margin_balance: entry.coin_value, upnl: formatDecimal(0, balance.asset.scale) };
  }),
  walletTotal: valueText(services, walletTotals(services, session.owner).future),
  position: services.core.position,
  as_of: services.clock(),
});
