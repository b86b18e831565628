import { Type } from 'typebox';
import { ContractName, Decimal, Exact, Optional, OrderIdText, Position, paged, TimeMs, Words } from '../schema.ts';
import { OrderResult, orderErrors } from './orders.ts';

/** The leverage levels that a client may choose. */
export const offeredLeverages = [3, 5, 10, 15, 20] as const;
export const DEFAULT_LEVERAGE = 10;

/** A long position gains when the price rises, a short one when it falls. A client may have both in one market. */
export const Side = Words(['long', 'short']);
export const Leverage = Type.Integer({ minimum: 1, maximum: 100, examples: [10] });

/** The start of the liquidation of a position. */
export const Liquidation = Exact({
  id: Type.String(),
  name: ContractName,
  side: Side,
  /** The part of the position that is to be closed at market, in the coin. */
  size: Decimal,
  mark_price: Decimal,
  bankruptcy_price: Decimal,
  time: TimeMs,
});

export const ofMarket = { name: Optional(ContractName), ...paged };

export const OrderResponse = Exact({
  message: Words(['success', 'wrong_transaction_password']),
  order_id: Optional(OrderIdText),
  position: Optional(Position),
  result: Optional(OrderResult),
});

export const placementErrors = [
  ...orderErrors,
  'no_position',
  'before_term_end',
  'above_position_limit',
  'leverage_too_high',
  'would_liquidate',
] as const;

export const acceptanceErrors = ['futures_risks_not_accepted', 'minimum_term_not_accepted'] as const;

export const futures = { area: 'futures' } as const;
export const forVisitors = { ...futures, method: 'GET', access: 'visitor' } as const;
export const forClients = { ...futures, method: 'GET', access: 'client' } as const;
export const act = { ...futures, method: 'POST', access: 'client', money: true } as const;
