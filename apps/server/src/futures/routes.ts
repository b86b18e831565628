/** The handler of each of this module’s endpoints. */
export { consoleFuturesPositions } from './console/futures-positions.ts';
export { consoleFuturesRisk } from './console/futures-risk.ts';
export { acceptFuturesRisks, acceptMinimumTerm } from './http/acceptances.ts';
export {
  fundingPayments,
  futuresOrderHistory,
  futuresTradeHistory,
  ownLiquidations,
  positionHistory,
} from './http/histories.ts';
export { futuresIndex, indexHistory } from './http/index-prices.ts';
export { futuresTicket, setLeverage } from './http/leverage.ts';
export { changeMargin } from './http/margin.ts';
export { futuresMarkets, futuresTickers } from './http/markets.ts';
export { buyMore, clientMargin, closeFuture } from './http/older-calls.ts';
export { cancelAllFuturesOrders, cancelFuturesOrder, futuresOpenOrders } from './http/orders.ts';
export { closePosition, placeFuturesOrder } from './http/place-order.ts';
export { positionData } from './http/position-data.ts';
export { futuresPositions } from './http/positions.ts';
export {
  fundingHistory,
  futuresLiquidations,
  insuranceFund,
  markHistory,
} from './http/public-histories.ts';
