import type { PositionSide, Side } from '@vitrine/core';

/** Whether an order opens a position, or only closes it. */
export type Effect = 'open' | 'close';

/** [Y1]: a buy opens the long position and closes the short one, a sell the reverse. */
export const orderSide = (position: PositionSide, effect: Effect): Side =>
  (position === 'long') === (effect === 'open') ? 'buy' : 'sell';

/** The position that an order opens or closes. */
export const positionSide = (side: Side, effect: Effect): PositionSide =>
  (side === 'buy') === (effect === 'open') ? 'long' : 'short';
