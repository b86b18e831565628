import type { BodyOf, endpoints, ResponseOf } from '@vitrine/contract';
import type { Convert } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { readPrice, readUnits } from '../../../kit/amounts.ts';
import { ApiError } from '../../../kit/api-error.ts';
import { findMarket } from '../../../kit/find.ts';
import type { Instrument } from '../../../kit/instruments.ts';
import { clientReference } from '../../../kit/reference.ts';
import type { Call } from '../../services.ts';
import { orderResult } from '../orders/order-result.ts';
import { refuseTrading } from '../orders/submit-order.ts';
import { submitWithPassword } from '../orders/submit-with-password.ts';
import { leastOf } from './conversion.ts';

type MyOrder = typeof endpoints.myOrder;
type Body = BodyOf<MyOrder>;

/** An order with trade_type convert: all of it at once, for about the price that the client saw. */
export async function convertAtPrice(call: Call<MyOrder>): Promise<ResponseOf<MyOrder>> {
  const { services, session, body, idempotencyKey } = call;
  const { owner } = session;
  const instrument = findMarket(services, body.name);
  const command: Convert = {
    kind: 'Convert',
    owner,
    ...terms(instrument, body),
    ...(idempotencyKey === undefined ? {} : { reference: clientReference(owner, idempotencyKey) }),
  };
  const accepted = await submitWithPassword(call, command, () => refuseTrading(call));
  if (accepted === undefined) return { message: 'wrong_transaction_password' };
  const result = await orderResult(services, { owner, market: instrument.market }, accepted);
  return { message: 'success', order_id: String(accepted.result), position: accepted.position, result };
}

function terms(instrument: Instrument, body: Body): Pick<Convert, 'from' | 'to' | 'units' | 'minUnits'> {
  const { base, quote, rules } = instrument;
  if (body.trigger_price !== undefined || body.post_only || body.client_order_id !== undefined) {
    throw new ApiError('unsupported_combination', {
      reason: 'a conversion takes no trigger_price, post_only or client_order_id',
    });
  }
  if (body.time_in_force !== undefined || body.self_trade !== undefined) {
    throw new ApiError('unsupported_combination', { reason: 'a conversion takes no time_in_force or self_trade' });
  }
  if (!body.order_per_unit) throw new ApiError('price_required');
  const price = readPrice(body.order_per_unit, instrument);
  const isBuy = body.delegate_type === 'BUY';
  const [amount, other] = isBuy ? [body.total, body.number_of_order] : [body.number_of_order, body.total];
  if (other) {
    throw new ApiError('unsupported_combination', {
      reason: 'BUY converts total, SELL converts number_of_order, not both',
    });
  }
  if (!amount) throw new ApiError('amount_required');
  // Notional units = price ticks × size lots × tickLotUnits, and a lot is lotUnits of the coin.
  const lotCost = BigInt(price) * BigInt(rules.tickLotUnits);
  const units = readUnits(amount, isBuy ? quote : base);
  const [multiplier, divisor] = isBuy ? [BigInt(rules.lotUnits), lotCost] : [lotCost, BigInt(rules.lotUnits)];
  const exact = (BigInt(units) * multiplier) / divisor;
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) throw new ApiError('exceeds_range');
  const fairUnits = Number(exact);
  const [from, to] = isBuy ? [quote, base] : [base, quote];
  return { from: from.asset, to: to.asset, units, minUnits: leastOf(fairUnits as AssetUnits) };
}
