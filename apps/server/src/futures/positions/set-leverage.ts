import { offeredLeverages } from '@vitrine/contract';
import type { MarketId, PositionSide } from '@vitrine/core';
import { submit } from '../../http/submit.ts';
import { ApiError } from '../../kit/api-error.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import type { Services } from '../services.ts';

/** The leverage at which later orders open or increase a position. */
export interface LeverageIntent {
  readonly market: MarketId;
  readonly position: PositionSide;
  readonly leverage: number;
}

/**
 * Like `changeLeverage`, but first waits for this client's in-flight calls that also set the leverage, such as orders
 * that specify one.
 */
export function setLeverage(
  services: Services,
  principal: Principal,
  intent: LeverageIntent,
): Promise<{ readonly position: number }> {
  return services.leverageTurns.runExclusive(`${principal.owner}`, () => changeLeverage(services, principal, intent));
}

/**
 * Sets a client's leverage for the long or the short position in a market. Needs no unlock, as no money moves. Setting
 * the same leverage again changes nothing. The leverage of an open position is raised only while the mark price is
 * confirmed, because a higher leverage allows more margin to be removed from the position. Errors: not_permitted,
 * leverage_not_offered, mark_price_unconfirmed.
 */
export async function changeLeverage(
  services: Services,
  principal: Principal,
  intent: LeverageIntent,
): Promise<{ readonly position: number }> {
  demandRight(principal, 'trade');
  const choices: readonly number[] = offeredLeverages;
  if (!choices.includes(intent.leverage)) throw new ApiError('leverage_not_offered', { choices: choices.join(', ') });
  const { core, indexFeed } = services;
  const current = core.leverages(principal.owner, intent.market)?.[intent.position];
  if (current === intent.leverage) return { position: core.position };
  const isOpen = core
    .positions(principal.owner)
    .some(({ market, position }) => market === intent.market && position === intent.position);
  if (isOpen && intent.leverage > (current ?? 0) && !indexFeed.isMarkReliable(intent.market))
    throw new ApiError('mark_price_unconfirmed');
  return submit(services, { kind: 'SetLeverage', owner: principal.owner, ...intent });
}
