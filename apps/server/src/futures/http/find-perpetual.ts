import type { MarketId } from '@vitrine/core';
import { ApiError } from '../../kit/api-error.ts';
import { isPerpetual, type Perpetual } from '../../kit/instruments.ts';
import type { Services } from '../services.ts';

/** The perpetual market with this name, even if it was delisted. Throws unknown_market. */
export function findPerpetual({ instruments }: Pick<Services, 'instruments'>, name: string): Perpetual {
  const found = instruments.byName('web', name);
  if (found === undefined || !isPerpetual(found)) throw new ApiError('unknown_market', { name });
  return found;
}

/** The ids of all perpetual markets that have had this name, for a history. Throws unknown_market. */
export const findPerpetuals = (has: Pick<Services, 'instruments'>, name: string): readonly MarketId[] =>
  has.instruments.namesakes(findPerpetual(has, name)).map(({ market }) => market);
