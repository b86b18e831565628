import type { HandlersOf } from '../http/handler.ts';
import { coinAssets } from './http/coin-assets.ts';
import { overview } from './http/overview.ts';
import { statement } from './http/statement.ts';
import { walletBalance } from './http/wallet-balance.ts';
import { walletsFunding } from './http/wallets-funding.ts';
import { walletsFuture } from './http/wallets-future.ts';
import { walletsSpot } from './http/wallets-spot.ts';
import type { Services } from './services.ts';

/** Who answers this room’s endpoints. */
export const handlers = {
  walletsSpot,
  walletsFuture,
  walletsFunding,
  walletBalance,
  coinAssets,
  overview,
  statement,
} satisfies HandlersOf<Services>;
