import type { HandlersOf } from '../http/handler.ts';
import { consoleAskForCoinProfile } from './console/coin-profile.ts';
import { consoleAskForCoin, consoleAskToDescribeCoin, consoleCoinIcon, consoleCoins } from './console/coins.ts';
import {
  consoleAskForMarket,
  consoleAskForMarketRules,
  consoleAskToOpenMarket,
  consoleMarkets,
  consoleStopMarket,
} from './console/markets.ts';
import { consoleAskForPerpetual } from './console/perpetuals.ts';
import { coinIcon } from './http/coin-icon.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  consoleCoins,
  consoleAskForCoin,
  consoleAskToDescribeCoin,
  consoleAskForCoinProfile,
  consoleCoinIcon,
  coinIcon,
  consoleMarkets,
  consoleAskForMarket,
  consoleAskForPerpetual,
  consoleAskForMarketRules,
  consoleAskToOpenMarket,
  consoleStopMarket,
} satisfies HandlersOf<Services>;
