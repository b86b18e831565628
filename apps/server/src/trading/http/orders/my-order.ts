import type { BodyOf, endpoints } from '@vitrine/contract';
import type { PlaceOrder, Side, TimeInForce } from '@vitrine/core';
import { mulDivCeil, mulDivFloor, type PriceTicks, priceTicks } from '@vitrine/money';
import { readPrice, readSize, readUnits } from '../../../kit/amounts.ts';
import { ApiError } from '../../../kit/api-error.ts';
import { findMarket } from '../../../kit/find.ts';
import type { Instrument } from '../../../kit/instruments.ts';
import { clientReference } from '../../../kit/reference.ts';
import type { Handler } from '../../services.ts';
import { convertAtPrice } from '../convert/convert-at-price.ts';
import { orderResult } from './order-result.ts';
import { submitOrder } from './submit-order.ts';

const MILLION = 1_000_000;
/** With the widest slippage on top it is a safe integer still. */
const MOST_SEEN_TICKS = Math.floor(Number.MAX_SAFE_INTEGER / 2);

type Body = BodyOf<typeof endpoints.myOrder>;
type OrderBody = Body & { readonly trade_type: 'market' | 'limit' };
type Draft = { -readonly [K in keyof PlaceOrder]: PlaceOrder[K] };

export const myOrder: Handler<typeof endpoints.myOrder> = async (call) => {
  const { services, session, body, idempotencyKey } = call;
  const { trade_type } = body;
  if (trade_type === 'convert') {
    refuseSlippage(body);
    return convertAtPrice(call);
  }
  const instrument = findMarket(services, body.name);
  const command = placeOrder(instrument, session.owner, { ...body, trade_type });
  const protection = protectionOf(instrument, body, services.exchangeSettings.current().maxSlippagePpm);
  if (protection !== undefined) command.priceTicks = protection;
  if (idempotencyKey !== undefined) command.reference = clientReference(session.owner, idempotencyKey);
  const accepted = await submitOrder(call, command);
  if (accepted === undefined) return { message: 'wrong_transaction_password' };
  const result = await orderResult(services, command, accepted);
  return { message: 'success', order_id: String(accepted.result), position: accepted.position, result };
};

export const sideOf = (delegateType: Body['delegate_type']): Side => (delegateType === 'BUY' ? 'buy' : 'sell');

/** The command that a ticket asks for. Throws what can be said about the ticket without knowing the book or the balance. */
function placeOrder(instrument: Instrument, owner: number, body: OrderBody): Draft {
  const type = body.trade_type;
  if (body.market_type !== undefined && body.market_type.toLowerCase() !== type) {
    throw new ApiError('unsupported_combination', { reason: 'trade_type and market_type differ' });
  }
  const command: Draft = {
    kind: 'PlaceOrder',
    owner,
    market: instrument.market,
    side: sideOf(body.delegate_type),
    type,
    timeInForce: timeInForce(body),
  };
  if (type === 'limit') {
    if (!body.order_per_unit) throw new ApiError('price_required');
    command.priceTicks = readPrice(body.order_per_unit, instrument);
  }
  refuseIgnored(body);
  if (body.number_of_order) command.sizeLots = readSize(body.number_of_order, instrument);
  else if (type === 'market' && body.total) command.budgetUnits = readUnits(body.total, instrument.quote);
  else throw new ApiError('amount_required');
  if (body.post_only) command.postOnly = true;
  if (body.self_trade !== undefined) command.selfTrade = body.self_trade;
  if (body.client_order_id !== undefined) command.clientOrderId = Number(body.client_order_id);
  if (body.trigger_price !== undefined) {
    command.trigger = { kind: body.trigger_kind ?? 'stop', ticks: readPrice(body.trigger_price, instrument) };
  } else if (body.trigger_kind !== undefined) {
    throw new ApiError('price_required');
  }
  return command;
}

/** What would otherwise be passed over without a word. */
function refuseIgnored({
  trade_type,
  number_of_order,
  total,
  trigger_price,
  order_per_unit,
  client_order_id,
}: OrderBody) {
  if (number_of_order && total) {
    throw new ApiError('unsupported_combination', { reason: 'give number_of_order or total, not both' });
  }
  if (trade_type === 'market' && trigger_price !== undefined && order_per_unit !== undefined) {
    throw new ApiError('unsupported_combination', { reason: 'a market order with a trigger has no order_per_unit' });
  }
  if (client_order_id !== undefined && Number(client_order_id) === 0) {
    throw new ApiError('unsupported_combination', { reason: 'client_order_id must be at least 1' });
  }
}

function refuseSlippage({ max_slippage }: Body): void {
  if (max_slippage === undefined) return;
  throw new ApiError('unsupported_combination', {
    reason: 'max_slippage requires a market order with order_per_unit and without a trigger',
  });
}

/** The worst price that a market order may fill at; undefined where the price band alone bounds it. */
function protectionOf(instrument: Instrument, body: Body, marketPpm: number): PriceTicks | undefined {
  const { trade_type, trigger_price, order_per_unit, max_slippage, delegate_type } = body;
  const isBound = trade_type === 'market' && trigger_price === undefined && order_per_unit !== undefined;
  if (!isBound) {
    refuseSlippage(body);
    return undefined;
  }
  const seenTicks = readPrice(order_per_unit, instrument);
  if (seenTicks > MOST_SEEN_TICKS) throw new ApiError('exceeds_range');
  const ppm = max_slippage ?? marketPpm;
  const ticks =
    sideOf(delegate_type) === 'buy'
      ? mulDivFloor(seenTicks, MILLION + ppm, MILLION)
      : Math.max(1, mulDivCeil(seenTicks, MILLION - ppm, MILLION));
  return priceTicks(ticks);
}

function timeInForce({ trade_type, time_in_force, post_only }: OrderBody): TimeInForce {
  if (trade_type === 'market') {
    if (time_in_force === 'GTC')
      throw new ApiError('unsupported_combination', { reason: 'a market order cannot be GTC' });
    if (post_only) throw new ApiError('unsupported_combination', { reason: 'a market order cannot be post-only' });
    return time_in_force === 'FOK' ? 'fok' : 'ioc';
  }
  if (post_only && time_in_force !== undefined && time_in_force !== 'GTC') {
    throw new ApiError('unsupported_combination', { reason: 'a post-only order must be GTC' });
  }
  return (time_in_force?.toLowerCase() as TimeInForce | undefined) ?? 'gtc';
}
