/** Fee tiers by their wire names, lowest first. Required volumes are in the exchange settings, rates in the core. */
const membershipLevels = ['NO_BADGE', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'DIAMOND'] as const;

export const membershipLevel = (tier: number): string => membershipLevels[tier] ?? 'NO_BADGE';

/**
 * The highest tier that a 30-day volume qualifies for. `volumesFrom` lists the volume that each tier requires. Volumes
 * are in whole USDT.
 */
export const tierOfVolume = (volume: number, volumesFrom: readonly number[]): number =>
  volumesFrom.findLastIndex((from) => volume >= from);
