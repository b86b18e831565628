import type { HandlersOf } from '../http/handler.ts';
import { convertHistory } from './http/convert/convert-history.ts';
import { convertCancel, convertLimit } from './http/convert/convert-limit.ts';
import { convertOrder } from './http/convert/convert-order.ts';
import { convertOrders } from './http/convert/convert-orders.ts';
import { convertQuote } from './http/convert/convert-quote.ts';
import { feeRate } from './http/fee-rate.ts';
import { feeSchedule } from './http/fee-schedule.ts';
import { chartSeries } from './http/markets/chart-series.ts';
import { currentPrice } from './http/markets/current-price.ts';
import { getOrder } from './http/markets/get-order.ts';
import { allPairs, homeCoins, marketAllPairs, markets } from './http/markets/pairs.ts';
import { marketTrades, recentTrades } from './http/markets/trades.ts';
import { amendOrder } from './http/orders/amend-order.ts';
import { cancelAllOrders, cancelOrder } from './http/orders/cancel-orders.ts';
import { funds } from './http/orders/funds.ts';
import { orderHistories, tradeHistories } from './http/orders/histories.ts';
import { myOrder } from './http/orders/my-order.ts';
import { openOrders } from './http/orders/open-orders.ts';
import { placeOco } from './http/orders/place-oco.ts';
import { transfer } from './http/transfer.ts';
import type { Services } from './services.ts';

/** Who answers this room’s endpoints. */
export const handlers = {
  feeSchedule,
  homeCoins,
  marketAllPairs,
  allPairs,
  markets,
  recentTrades,
  marketTrades,
  getOrder,
  chartSeries,
  currentPrice,
  myOrder,
  placeOco,
  amendOrder,
  cancelOrder,
  cancelAllOrders,
  openOrders,
  orderHistories,
  tradeHistories,
  funds,
  convertQuote,
  convertOrder,
  convertLimit,
  convertCancel,
  convertOrders,
  convertHistory,
  feeRate,
  transfer,
} satisfies HandlersOf<Services>;
