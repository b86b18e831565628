/** The handler of each of this module’s endpoints. */
export { consoleAskForCoinProfile } from './console/coin-profile.ts';
export { consoleAskForCoin, consoleAskToDescribeCoin, consoleCoinIcon, consoleCoins } from './console/coins.ts';
export {
  consoleAskForIndexSources,
  consoleCheckIndexSources,
  consoleIndexSources,
} from './console/index-sources.ts';
export {
  consoleDiscardListingDraft,
  consoleListingDrafts,
  consoleSaveListingDraft,
} from './console/listing-drafts.ts';
export {
  consoleAskForMarket,
  consoleAskForMarketRules,
  consoleAskToCancelDelisting,
  consoleAskToDelistMarket,
  consoleAskToOpenMarket,
  consoleMarkets,
  consoleStopMarket,
} from './console/markets.ts';
export { consoleAskForPerpetual, consoleAskForPerpetualTerms } from './console/perpetuals.ts';
export { consoleAskForReferencePrice } from './console/reference-price.ts';
export { coinIcon } from './http/coin-icon.ts';
