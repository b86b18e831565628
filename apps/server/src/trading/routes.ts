/** The handler of each of this module’s endpoints. */
export { convertHistory } from './http/convert/convert-history.ts';
export { convertQuoted } from './http/convert/convert-quoted.ts';
export { cancelLimitConvert, placeLimitConvert } from './http/convert/limit-convert.ts';
export { limitConverts } from './http/convert/limit-converts.ts';
export { quoteConvert } from './http/convert/quote-convert.ts';
export { feeRate } from './http/fee-rate.ts';
export { feeSchedule } from './http/fee-schedule.ts';
export { candles } from './http/markets/candles.ts';
export { coinProfile } from './http/markets/coin-profile.ts';
export { currentPrice } from './http/markets/current-price.ts';
export { outsideMarket } from './http/markets/outside-market.ts';
export { pairRules } from './http/markets/pair-rules.ts';
export {
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
export { marketTrades, orderBook } from './http/markets/trades.ts';
export { marketActivity, takerFlow } from './http/markets/trading-data.ts';
export { amendOrder } from './http/orders/amend-order.ts';
export { cancelAllOrders, cancelOrder } from './http/orders/cancel-orders.ts';
export { funds } from './http/orders/funds.ts';
export { orderHistory, tradeHistory } from './http/orders/histories.ts';
export { openOrders } from './http/orders/open-orders.ts';
export { placeOco } from './http/orders/place-oco.ts';
export { placeOrder } from './http/orders/place-order.ts';
export { transfer } from './http/transfer.ts';
