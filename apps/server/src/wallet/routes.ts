import type { HandlersOf } from '../http/handler.ts';
import { overview } from './http/overview.ts';
import { pairBalances } from './http/pair-balances.ts';
import { statement } from './http/statement.ts';
import { walletBalance } from './http/wallet-balance.ts';
import { walletsFunding, walletsFuture, walletsSpot } from './http/wallets.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  walletsSpot,
  walletsFuture,
  walletsFunding,
  walletBalance,
  pairBalances,
  overview,
  statement,
} satisfies HandlersOf<Services>;
