import type { OrderKind } from './types.ts';

const LIMIT_PRICED: ReadonlySet<OrderKind> = new Set(['limit', 'stop_limit', 'take_profit_limit', 'oco', 'scaled']);
/** Kinds with a trigger price. */
export const conditionalKinds = [
  'stop_limit',
  'stop_market',
  'take_profit_limit',
  'take_profit_market',
  'oco',
] as const;
export type ConditionalKind = (typeof conditionalKinds)[number];

/** Whether the client enters a limit price for this kind. */
export const hasPrice = (kind: OrderKind): boolean => LIMIT_PRICED.has(kind);
/** Whether the order, or its stop leg, has a trigger price. */
export const hasTrigger = (kind: OrderKind): kind is ConditionalKind =>
  (conditionalKinds as readonly OrderKind[]).includes(kind);
/** Limit orders without a condition: they may trade immediately or rest in the book. */
export const isPlainLimit = (kind: OrderKind): boolean => kind === 'limit' || kind === 'scaled';
export const isTakeProfit = (kind: OrderKind): boolean => kind === 'take_profit_limit' || kind === 'take_profit_market';
/** Whether a buy of this kind can carry a take-profit and a stop-loss. */
export const canAttach = (kind: OrderKind): boolean => kind !== 'oco' && kind !== 'scaled';
/** Whether the order has no limit price and so executes at the prices in the book. */
export const takesAnyPrice = (kind: OrderKind): boolean => !hasPrice(kind);
