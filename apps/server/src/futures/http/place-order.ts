import type { BodyOf, endpoints } from '@vitrine/contract';
import type { TimeInForce } from '@vitrine/core';
import { type SizeLots, sizeLots } from '@vitrine/money';
import { tradingPrincipal, wrongPasswordMessage } from '../../auth/http/session-principal.ts';
import { readPrice, readSize, readUnits, stepText } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Perpetual } from '../../kit/instruments.ts';
import { readAttached } from '../../trading/http/orders/attached-prices.ts';
import { orderResponse } from '../../trading/http/orders/order-answer.ts';
import type * as acts from '../../trading/orders/place-order.ts';
import { placePerpetualOrder } from '../orders/open-position.ts';
import { orderSide } from '../orders/position-order.ts';
import type { Call, Handler, Services } from '../services.ts';
import { viewOf } from '../view-of.ts';
import { findPerpetual } from './find-perpetual.ts';

type Body = BodyOf<typeof endpoints.placeFuturesOrder>;
type Draft = { -readonly [K in keyof acts.OrderIntent]: acts.OrderIntent[K] };

export const placeFuturesOrder: Handler<'placeFuturesOrder'> = (call) => {
  const perpetual = findPerpetual(call.services, call.body.name);
  const order = readOrder(perpetual, call.body);
  const attached = readAttached(call.body, perpetual, call.body.effect === 'open');
  return place(call, { ...order, ...attached, sizeLots: readSizeOf(call.services, perpetual, call.body, order) });
};

export const closePosition: Handler<'closePosition'> = (call) => {
  const { services, body } = call;
  const perpetual = findPerpetual(services, body.name);
  const order = readOrder(perpetual, { ...body, effect: 'close', trade_type: body.trade_type ?? 'market' });
  return place(call, { ...order, sizeLots: readSize(body.number_of_order, perpetual) });
};

const place = (call: Call<'placeFuturesOrder'> | Call<'closePosition'>, intent: acts.OrderIntent) =>
  placePerpetualOrder(call.services, tradingPrincipal(call), intent, call.idempotencyKey).then(
    (placed) => orderResponse(call.services, intent.market, placed),
    wrongPasswordMessage,
  );

/** An order without its size. */
type Terms = Omit<Body, 'number_of_order' | 'total' | 'take_profit_price' | 'stop_loss_price'>;

/** The order that a request asks for. Throws the errors that can be detected without the book and the balance. */
function readOrder(perpetual: Perpetual, body: Terms): Draft {
  refuseContradictions(body);
  const { trade_type: type, order_per_unit, trigger_price, max_slippage } = body;
  const order: Draft = {
    market: perpetual.market,
    side: orderSide(body.side, body.effect),
    type,
    timeInForce: timeInForce(body),
  };
  if (body.effect === 'close') order.reduceOnly = true;
  if (type === 'limit') {
    if (!order_per_unit) throw new ApiError('price_required');
    order.priceTicks = readPrice(order_per_unit, perpetual);
  }
  if (body.post_only) order.postOnly = true;
  if (body.self_trade !== undefined) order.selfTrade = body.self_trade;
  if (body.client_order_id !== undefined) order.clientOrderId = Number(body.client_order_id);
  if (trigger_price !== undefined)
    order.trigger = { kind: body.trigger_kind ?? 'stop', ticks: readPrice(trigger_price, perpetual) };
  else if (body.trigger_kind !== undefined) throw new ApiError('price_required');
  if (type === 'market' && trigger_price === undefined && order_per_unit !== undefined)
    order.seen = { ticks: readPrice(order_per_unit, perpetual), slippagePpm: max_slippage };
  return order;
}

/** Refuses fields that would otherwise be silently ignored. */
function refuseContradictions({ trade_type, trigger_price, order_per_unit, client_order_id, ...body }: Terms): void {
  const isMarket = trade_type === 'market';
  if (isMarket && trigger_price !== undefined && order_per_unit !== undefined)
    throw new ApiError('unsupported_combination', { reason: 'trigger_and_price' });
  if (client_order_id !== undefined && Number(client_order_id) === 0)
    throw new ApiError('invalid_request', { reason: 'too_low', field: 'client_order_id', limit: '1' });
  if (body.max_slippage !== undefined && (!isMarket || trigger_price !== undefined || order_per_unit === undefined))
    throw new ApiError('unsupported_combination', { reason: 'slippage_without_price' });
}

function timeInForce({ trade_type, time_in_force, post_only }: Terms): TimeInForce {
  if (trade_type === 'market') {
    if (time_in_force === 'GTC') throw new ApiError('unsupported_combination', { reason: 'market_gtc' });
    if (post_only) throw new ApiError('unsupported_combination', { reason: 'market_post_only' });
    return 'ioc';
  }
  if (post_only && time_in_force === 'IOC')
    throw new ApiError('unsupported_combination', { reason: 'post_only_not_gtc' });
  return time_in_force === 'IOC' ? 'ioc' : 'gtc';
}

/** The size in lots; a total is converted to whole lots at the order's price, rounded down. */
function readSizeOf(
  services: Services,
  perpetual: Perpetual,
  { number_of_order, total }: Body,
  order: Draft,
): SizeLots {
  if (number_of_order && total) throw new ApiError('unsupported_combination', { reason: 'size_and_total' });
  if (number_of_order) return readSize(number_of_order, perpetual);
  if (!total) throw new ApiError('amount_required');
  return lotsFor(services, perpetual, readUnits(total, perpetual.quote), order);
}

/**
 * The number of whole lots in a value at the order's price: its limit price, else its trigger, else the price that the
 * client saw, else the mark price. Errors: size_off_lot if the value is too small for one lot.
 */
function lotsFor({ core }: Services, perpetual: Perpetual, units: number, order: Draft): SizeLots {
  const { market, rules, lot } = perpetual;
  const ticks = order.priceTicks ?? order.trigger?.ticks ?? order.seen?.ticks ?? viewOf(core, market).markTicks;
  const lots = Math.floor(units / (ticks * rules.tickLotUnits));
  if (lots === 0) throw new ApiError('size_off_lot', { lot: stepText(lot) });
  return sizeLots(lots);
}
