import type { BodyOf, endpoints } from '@vitrine/contract';
import { tradingPrincipal, wrongPasswordMessage } from '../../../auth/http/session-principal.ts';
import { readPrice, readUnits } from '../../../kit/amounts.ts';
import { ApiError } from '../../../kit/api-error.ts';
import { findListedMarket } from '../../../kit/find.ts';
import type { Instrument } from '../../../kit/instruments.ts';
import * as acts from '../../convert/convert-at-price.ts';
import type { Handler } from '../../services.ts';
import { orderResponse } from '../orders/order-answer.ts';

/** Places an order with trade_type convert. */
export const convertAtPrice: Handler<'placeOrder'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const instrument = findListedMarket(services, body.name);
  const intent = readConversion(instrument, body);
  return acts
    .convertAtPrice(services, tradingPrincipal(call), intent, idempotencyKey)
    .then((converted) => orderResponse(services, instrument.market, converted), wrongPasswordMessage);
};

function readConversion(instrument: Instrument, body: BodyOf<typeof endpoints.placeOrder>): acts.PricedConversion {
  const { market, base, quote } = instrument;
  if (body.trigger_price !== undefined || body.post_only || body.client_order_id !== undefined) {
    throw new ApiError('unsupported_combination', { reason: 'conversion_of_order' });
  }
  if (body.time_in_force !== undefined || body.self_trade !== undefined) {
    throw new ApiError('unsupported_combination', { reason: 'conversion_time_in_force' });
  }
  if (!body.order_per_unit) throw new ApiError('price_required');
  const seenTicks = readPrice(body.order_per_unit, instrument);
  const isBuy = body.delegate_type === 'BUY';
  const [amount, other] = isBuy ? [body.total, body.number_of_order] : [body.number_of_order, body.total];
  if (other) {
    throw new ApiError('unsupported_combination', { reason: 'conversion_of_both' });
  }
  if (!amount) throw new ApiError('amount_required');
  return { market, side: isBuy ? 'buy' : 'sell', units: readUnits(amount, isBuy ? quote : base), seenTicks };
}
