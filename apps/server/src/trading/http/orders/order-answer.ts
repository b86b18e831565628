import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { MarketId } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import { outcomeOnWire } from '../../../projections/wire.ts';
import type { Cancelled } from '../../orders/cancel-orders.ts';
import type { OrderChange } from '../../orders/order-change.ts';
import type { Services } from '../../services.ts';

type OrderResponse = ResponseOf<typeof endpoints.placeOrder>;
type CancelResponse = ResponseOf<typeof endpoints.cancelOrder>;

export function orderResponse(
  { instruments }: Services,
  market: MarketId,
  { order, position, outcome }: OrderChange,
): OrderResponse {
  const result = outcomeOnWire(instruments.byMarket(market), outcome);
  return { message: 'success', order_id: String(order), position, result };
}

export function cancelResponse({ instruments }: Services, { position, orders, released }: Cancelled): CancelResponse {
  const amounts = [...released].map(([id, units]) => {
    const { code, scale } = instruments.asset(id);
    return { coin: code, amount: formatDecimal(units, scale) };
  });
  return {
    message: 'success',
    position,
    cancelled: orders,
    released: amounts.sort((a, b) => (a.coin < b.coin ? -1 : 1)),
  };
}
