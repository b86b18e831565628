import type { AssetView } from '@vitrine/core';
import { ApiError } from '../kit/api-error.ts';
import type { Instruments } from '../kit/instruments.ts';

/** The exchange's token, which points convert into. */
const TOKEN = 'VIT';
/** The number of points per token. Points are converted in multiples of this number. */
export const POINTS_PER_TOKEN = 100;

/** The exchange's token; undefined while it is not listed, or if a point would be less than its smallest unit. */
export function rewardToken(instruments: Pick<Instruments, 'assetByCode'>): AssetView | undefined {
  const asset = instruments.assetByCode(TOKEN);
  return asset !== undefined && 10 ** asset.scale % POINTS_PER_TOKEN === 0 ? asset : undefined;
}

/** Errors: reward_unavailable. */
export function demandToken(instruments: Pick<Instruments, 'assetByCode'>): AssetView {
  const token = rewardToken(instruments);
  if (token === undefined) throw new ApiError('reward_unavailable');
  return token;
}

/** The value of points, in units of the token. */
export const worthOf = (points: number, { scale }: Pick<AssetView, 'scale'>): number =>
  points * (10 ** scale / POINTS_PER_TOKEN);
