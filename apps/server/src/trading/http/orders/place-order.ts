import type { BodyOf, endpoints } from '@vitrine/contract';
import type { Side, TimeInForce } from '@vitrine/core';
import { tradingPrincipal, wrongPasswordMessage } from '../../../auth/http/session-principal.ts';
import { readPrice, readSize, readUnits } from '../../../kit/amounts.ts';
import { ApiError } from '../../../kit/api-error.ts';
import { findMarket } from '../../../kit/find.ts';
import type { Instrument } from '../../../kit/instruments.ts';
import * as acts from '../../orders/place-order.ts';
import type { Handler } from '../../services.ts';
import { convertAtPrice } from '../convert/convert-at-price.ts';
import { readAttached } from './attached-prices.ts';
import { orderResponse } from './order-answer.ts';

type Body = BodyOf<typeof endpoints.placeOrder>;
type OrderBody = Body & { readonly trade_type: 'market' | 'limit' };
type Draft = { -readonly [K in keyof acts.OrderIntent]: acts.OrderIntent[K] };

export const placeOrder: Handler<'placeOrder'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const { trade_type } = body;
  if (trade_type === 'convert') {
    refuseSlippage(body);
    readAttached(body, findMarket(services, body.name), false);
    return convertAtPrice(call);
  }
  const instrument = findMarket(services, body.name);
  const intent = readOrder(instrument, { ...body, trade_type });
  return acts
    .placeOrder(services, tradingPrincipal(call), intent, idempotencyKey)
    .then((placed) => orderResponse(services, instrument.market, placed), wrongPasswordMessage);
};

export const sideOf = (delegateType: Body['delegate_type']): Side => (delegateType === 'BUY' ? 'buy' : 'sell');

/** The order that a request asks for. Throws the errors that can be detected without the book and the balance. */
function readOrder(instrument: Instrument, body: OrderBody): acts.OrderIntent {
  const type = body.trade_type;
  if (body.market_type !== undefined && body.market_type.toLowerCase() !== type) {
    throw new ApiError('unsupported_combination', { reason: 'types_differ' });
  }
  const order: Draft = {
    market: instrument.market,
    side: sideOf(body.delegate_type),
    type,
    timeInForce: timeInForce(body),
  };
  if (type === 'limit') {
    if (!body.order_per_unit) throw new ApiError('price_required');
    order.priceTicks = readPrice(body.order_per_unit, instrument);
  }
  refuseIgnored(body);
  if (body.number_of_order) order.sizeLots = readSize(body.number_of_order, instrument);
  else if (type === 'market' && body.total) order.budgetUnits = readUnits(body.total, instrument.quote);
  else throw new ApiError('amount_required');
  if (body.post_only) order.postOnly = true;
  if (body.self_trade !== undefined) order.selfTrade = body.self_trade;
  if (body.client_order_id !== undefined) order.clientOrderId = Number(body.client_order_id);
  if (body.trigger_price !== undefined) {
    order.trigger = { kind: body.trigger_kind ?? 'stop', ticks: readPrice(body.trigger_price, instrument) };
  } else if (body.trigger_kind !== undefined) {
    throw new ApiError('price_required');
  }
  const seen = readSeen(instrument, body);
  if (seen !== undefined) order.seen = seen;
  return { ...order, ...readAttached(body, instrument, order.side === 'buy') };
}

/** Refuses fields that would otherwise be silently ignored. */
function refuseIgnored({
  trade_type,
  number_of_order,
  total,
  trigger_price,
  order_per_unit,
  client_order_id,
}: OrderBody) {
  if (number_of_order && total) {
    throw new ApiError('unsupported_combination', { reason: 'size_and_total' });
  }
  if (trade_type === 'market' && trigger_price !== undefined && order_per_unit !== undefined) {
    throw new ApiError('unsupported_combination', { reason: 'trigger_and_price' });
  }
  if (client_order_id !== undefined && Number(client_order_id) === 0) {
    throw new ApiError('invalid_request', { reason: 'too_low', field: 'client_order_id', limit: '1' });
  }
}

function refuseSlippage({ max_slippage }: Body): void {
  if (max_slippage === undefined) return;
  throw new ApiError('unsupported_combination', { reason: 'slippage_without_price' });
}

/**
 * The price that the client saw, for a market order without a trigger; undefined if only the price band limits the
 * order's price.
 */
function readSeen(instrument: Instrument, body: OrderBody): acts.OrderIntent['seen'] {
  const { trade_type, trigger_price, order_per_unit, max_slippage } = body;
  const isBound = trade_type === 'market' && trigger_price === undefined && order_per_unit !== undefined;
  if (isBound) return { ticks: readPrice(order_per_unit, instrument), slippagePpm: max_slippage };
  refuseSlippage(body);
  return undefined;
}

function timeInForce({ trade_type, time_in_force, post_only }: OrderBody): TimeInForce {
  if (trade_type === 'market') {
    if (time_in_force === 'GTC') throw new ApiError('unsupported_combination', { reason: 'market_gtc' });
    if (post_only) throw new ApiError('unsupported_combination', { reason: 'market_post_only' });
    return time_in_force === 'FOK' ? 'fok' : 'ioc';
  }
  if (post_only && time_in_force !== undefined && time_in_force !== 'GTC') {
    throw new ApiError('unsupported_combination', { reason: 'post_only_not_gtc' });
  }
  return (time_in_force?.toLowerCase() as TimeInForce | undefined) ?? 'gtc';
}
