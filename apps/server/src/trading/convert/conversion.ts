import type { AssetView, ConvertQuote, OwnerId } from '@vitrine/core';
import { type AssetUnits, mulDivFloor } from '@vitrine/money';
import { refusalError } from '../../http/refusal-error.ts';
import type { Services } from '../services.ts';

/** How far the received amount may fall below the quoted one; if it would be even lower, nothing is converted. */
export const SLIPPAGE_PPM = 5_000;
const MILLION = 1_000_000;

/** An amount of one asset to be converted into another. */
export interface Conversion {
  readonly from: AssetView;
  readonly to: AssetView;
  readonly units: AssetUnits;
}

/** The amount that the conversion would yield now. Throws the core's refusal as an error. */
export function quoteNow(services: Services, owner: OwnerId, { from, to, units }: Conversion): ConvertQuote {
  const quote = services.core.quoteConvert(owner, from.asset, to.asset, units);
  if (typeof quote !== 'string') return quote;
  const minUnits = 0 as AssetUnits;
  throw refusalError(services, { kind: 'Convert', owner, from: from.asset, to: to.asset, units, minUnits }, quote);
}

/** The minimum that the client may receive after a quote of `receivedUnits`. */
export const leastOf = (receivedUnits: AssetUnits): AssetUnits =>
  (receivedUnits - mulDivFloor(receivedUnits, SLIPPAGE_PPM, MILLION)) as AssetUnits;
