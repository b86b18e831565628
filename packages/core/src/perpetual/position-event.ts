import type { EventBuffer } from '../codec/event-buffer.ts';
import type { Perpetual } from './perpetual.ts';
import { sideOfPosition } from './positions.ts';

export const announcePosition = (
  perpetual: Perpetual,
  position: number,
  realizedUnits: number,
  events: EventBuffer,
): void => {
  const { market, positions } = perpetual;
  events.positionChanged({
    owner: positions.ownerOf(position),
    market: market.id,
    position: sideOfPosition(position),
    sizeLots: positions.lots[position],
    costUnits: positions.cost[position],
    marginUnits: positions.margin[position],
    realizedUnits,
  });
};
