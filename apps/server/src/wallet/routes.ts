/** The handler of each of this module’s endpoints. */
export { overview } from './http/overview.ts';
export { pairBalances } from './http/pair-balances.ts';
export { statement } from './http/statement.ts';
export { walletBalance } from './http/wallet-balance.ts';
export { walletsFunding, walletsFuture, walletsSpot } from './http/wallets.ts';
