/** The handler of each of this module’s endpoints. */
export { consoleAskForDualOffer, consoleAskToFundDual, consoleDual, consoleWithdrawDualOffer } from './console/dual.ts';
export { consoleEarn } from './console/earn.ts';
export { consoleAskToFundEarn, consoleAskToReturnEarn } from './console/earn-fundings.ts';
export { consoleAskForMiner } from './console/earn-miners.ts';
export { consoleAskForEarnProduct, consoleAskToEndEarnProduct, consolePauseEarn } from './console/earn-products.ts';
export { earnAutoRenew } from './http/auto-renew.ts';
export { dualInvestments, dualOffers, dualSubscribe } from './http/dual.ts';
export { earnSummary } from './http/earn-summary.ts';
export { earnTransactions } from './http/earn-transactions.ts';
export { earnView } from './http/earn-view.ts';
export { minings } from './http/minings.ts';
export { earnRedeem } from './http/redeem.ts';
export { rentMiner } from './http/rent-miner.ts';
export { stake } from './http/stake.ts';
export { stakeUnlock, stakeUnlockQuote } from './http/unlock.ts';
