import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { valueText } from './valuation.ts';
import { walletBalances } from './wallet-balances.ts';
import { walletEntry, walletTotals } from './wallet-entry.ts';

export const walletsFunding: Handler<typeof endpoints.walletsFunding> = ({ services, session }) => ({
  wallet: walletBalances(services, session.owner, 'funding').map((balance) => walletEntry(services, balance)),
  walletTotal: valueText(services, walletTotals(services, session.owner).funding),
  position: services.core.position,
  as_of: services.clock(),
});
