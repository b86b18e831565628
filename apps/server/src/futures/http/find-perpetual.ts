import { ApiError } from '../../kit/api-error.ts';
import { isPerpetual, type Perpetual } from '../../kit/instruments.ts';
import type { Services } from '../services.ts';

/** The perpetual market with this name, even if it was delisted. Throws unknown_market. */
export function findPerpetual({ instruments }: Pick<Services, 'instruments'>, name: string): Perpetual {
  const found = instruments.byName('web', name);
  if (found === undefined || !isPerpetual(found)) throw new ApiError('unknown_market', { name });
  return found;
}
