import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { displayRates } from './display-price.ts';
import { walletBalances } from './wallet-balances.ts';
import { walletEntry } from './wallet-entry.ts';

export const walletsSpot: Handler<typeof endpoints.walletsSpot> = ({ services, session }) => ({
  wallet: walletBalances(services, session.owner).map((balance) => walletEntry(services, balance)),
  rates: displayRates(services),
  position: services.core.position,
  as_of: services.clock(),
});
