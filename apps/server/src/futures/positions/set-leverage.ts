import { offeredLeverages } from '@vitrine/contract';
import type { MarketId, PositionSide } from '@vitrine/core';
import { submit } from '../../http/submit.ts';
import { ApiError } from '../../kit/api-error.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import type { Services } from '../services.ts';

/** The leverage at which later orders open a position. */
export interface LeverageIntent {
  readonly market: MarketId;
  readonly position: PositionSide;
  readonly leverage: number;
}

/**
 * Needs no unlock, as it moves no money. Setting the same leverage again changes nothing. Errors: leverage_not_offered.
 */
export async function setLeverage(
  services: Services,
  principal: Principal,
  intent: LeverageIntent,
): Promise<{ readonly position: number }> {
  demandRight(principal, 'trade');
  const choices: readonly number[] = offeredLeverages;
  if (!choices.includes(intent.leverage)) throw new ApiError('leverage_not_offered', { choices: choices.join(', ') });
  const { core } = services;
  if (core.leverages(principal.owner, intent.market)?.[intent.position] === intent.leverage)
    return { position: core.position };
  return submit(services, { kind: 'SetLeverage', owner: principal.owner, ...intent });
}
