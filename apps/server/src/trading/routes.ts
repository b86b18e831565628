import type { HandlersOf } from '../http/handler.ts';
import { convertHistory } from './http/convert/convert-history.ts';
import { convertQuoted } from './http/convert/convert-quoted.ts';
import { cancelLimitConvert, placeLimitConvert } from './http/convert/limit-convert.ts';
import { limitConverts } from './http/convert/limit-converts.ts';
import { quoteConvert } from './http/convert/quote-convert.ts';
import { feeRate } from './http/fee-rate.ts';
import { feeSchedule } from './http/fee-schedule.ts';
import { candles } from './http/markets/candles.ts';
import { coinProfile } from './http/markets/coin-profile.ts';
import { currentPrice } from './http/markets/current-price.ts';
import { pairRules } from './http/markets/pair-rules.ts';
import {
  addFavorite,
  favorites,
  homeCoins,
  innovationPairs,
  mainCoins,
  marketCoins,
  markets,
  pairs,
  posPairs,
  powPairs,
  removeFavorite,
  sideCoins,
} from './http/markets/pairs.ts';
import { marketTrades, orderBook } from './http/markets/trades.ts';
import { marketActivity, takerFlow } from './http/markets/trading-data.ts';
import { amendOrder } from './http/orders/amend-order.ts';
import { cancelAllOrders, cancelOrder } from './http/orders/cancel-orders.ts';
import { funds } from './http/orders/funds.ts';
import { orderHistory, tradeHistory } from './http/orders/histories.ts';
import { openOrders } from './http/orders/open-orders.ts';
import { placeOco } from './http/orders/place-oco.ts';
import { placeOrder } from './http/orders/place-order.ts';
import { transfer } from './http/transfer.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  feeSchedule,
  homeCoins,
  marketCoins,
  pairs,
  posPairs,
  powPairs,
  innovationPairs,
  favorites,
  addFavorite,
  removeFavorite,
  sideCoins,
  mainCoins,
  markets,
  orderBook,
  marketTrades,
  pairRules,
  candles,
  currentPrice,
  coinProfile,
  takerFlow,
  marketActivity,
  placeOrder,
  placeOco,
  amendOrder,
  cancelOrder,
  cancelAllOrders,
  openOrders,
  orderHistory,
  tradeHistory,
  funds,
  quoteConvert,
  convertQuoted,
  placeLimitConvert,
  cancelLimitConvert,
  limitConverts,
  convertHistory,
  feeRate,
  transfer,
} satisfies HandlersOf<Services>;
