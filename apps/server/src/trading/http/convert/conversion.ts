import type { AssetView } from '@vitrine/core';
import { type AssetUnits, formatDecimal } from '@vitrine/money';
import { readUnits } from '../../../kit/amounts.ts';
import { ApiError } from '../../../kit/api-error.ts';
import { findAsset } from '../../../kit/find.ts';
import type { Conversion } from '../../convert/conversion.ts';
import type { Services } from '../../services.ts';

interface Fields {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}

/** The conversion that a request asks for. Throws unknown_coin, same_coin, or the error that applies to the amount. */
export function readConversion(services: Services, { from: fromCode, to: toCode, amount }: Fields): Conversion {
  const from = findAsset(services, fromCode);
  const to = findAsset(services, toCode);
  if (from.asset === to.asset) throw new ApiError('same_coin');
  return { from, to, units: readUnits(amount, from) };
}

export const amountText = ({ scale }: AssetView, units: AssetUnits): string => formatDecimal(units, scale);
