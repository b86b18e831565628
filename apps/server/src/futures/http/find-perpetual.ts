import { ApiError } from '../../kit/api-error.ts';
import type { Perpetual } from '../../kit/instruments.ts';
import type { Services } from '../services.ts';

/** The perpetual market with this name. Throws unknown_market. */
export function findPerpetual({ instruments }: Pick<Services, 'instruments'>, name: string): Perpetual {
  const market = instruments.byName('web', name)?.market;
  const perpetual = instruments.perpetuals().find((one) => one.market === market);
  if (perpetual === undefined) throw new ApiError('unknown_market', { name });
  return perpetual;
}
