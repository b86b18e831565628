import { openPositions } from '../positions/open-positions.ts';
import type { Handler } from '../services.ts';
import { positionOnWire } from './wire.ts';

export const futuresPositions: Handler<'futuresPositions'> = ({ services, session }) => {
  const { core, instruments, openOrders } = services;
  const positions = openPositions(core, session.owner, openOrders.of(session.owner));
  return { positions: positions.map((one) => positionOnWire(instruments, one)), position: core.position };
};
