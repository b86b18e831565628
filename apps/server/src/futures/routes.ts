import type { HandlersOf } from '../http/handler.ts';
import { consoleFuturesPositions } from './console/futures-positions.ts';
import { consoleFuturesRisk } from './console/futures-risk.ts';
import { fundingPayments, futuresOrderHistory, futuresTradeHistory, positionHistory } from './http/histories.ts';
import { futuresTicket, setLeverage } from './http/leverage.ts';
import { changeMargin } from './http/margin.ts';
import { futuresMarkets, futuresTickers } from './http/markets.ts';
import { buyMore, clientMargin, closeFuture } from './http/older-calls.ts';
import { cancelAllFuturesOrders, cancelFuturesOrder, futuresOpenOrders } from './http/orders.ts';
import { closePosition, placeFuturesOrder } from './http/place-order.ts';
import { positionData } from './http/position-data.ts';
import { futuresPositions } from './http/positions.ts';
import {
  fundingHistory,
  futuresLiquidations,
  insuranceFund,
  markHistory,
  ownLiquidations,
} from './http/public-histories.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  futuresMarkets,
  futuresTickers,
  futuresTicket,
  placeFuturesOrder,
  cancelFuturesOrder,
  cancelAllFuturesOrders,
  futuresOpenOrders,
  futuresPositions,
  closePosition,
  setLeverage,
  changeMargin,
  futuresOrderHistory,
  futuresTradeHistory,
  positionHistory,
  fundingPayments,
  ownLiquidations,
  futuresLiquidations,
  fundingHistory,
  markHistory,
  insuranceFund,
  positionData,
  buyMore,
  clientMargin,
  closeFuture,
  consoleFuturesRisk,
  consoleFuturesPositions,
} satisfies HandlersOf<Services>;
