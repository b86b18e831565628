import type { HandlersOf } from '../http/handler.ts';
import { consoleAskForCoin, consoleAskToDescribeCoin, consoleCoins } from './console/coins.ts';
import {
  consoleAskForMarket,
  consoleAskForMarketRules,
  consoleAskToOpenMarket,
  consoleMarkets,
  consoleStopMarket,
} from './console/markets.ts';
import { consoleAskForPerpetual } from './console/perpetuals.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  consoleCoins,
  consoleAskForCoin,
  consoleAskToDescribeCoin,
  consoleMarkets,
  consoleAskForMarket,
  consoleAskForPerpetual,
  consoleAskForMarketRules,
  consoleAskToOpenMarket,
  consoleStopMarket,
} satisfies HandlersOf<Services>;
