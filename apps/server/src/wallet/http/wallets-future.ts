import type { endpoints } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import type { Handler } from '../services.ts';
import { valueText } from './valuation.ts';
import { walletBalances } from './wallet-balances.ts';
import { walletEntry, walletTotals } from './wallet-entry.ts';

/** Without a futures market there are no positions, and no profit of theirs: a coin's margin balance is its balance. */
export const walletsFuture: Handler<typeof endpoints.walletsFuture> = ({ services, session }) => ({
  wallet: walletBalances(services, session.owner, 'future').map((balance) => {
    const entry = walletEntry(services, balance);
    return { ...entry, margin_balance: entry.coin_value, upnl: formatDecimal(0, balance.asset.scale) };
  }),
  walletTotal: valueText(services, walletTotals(services, session.owner).future),
  position: services.core.position,
  as_of: services.clock(),
});
