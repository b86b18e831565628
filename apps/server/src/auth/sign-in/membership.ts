/** Fee tiers by their wire names, lowest first. Their volumes are in the exchange settings, their rates in the core. */
const membershipLevels = ['NO_BADGE', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'DIAMOND'] as const;

export const membershipLevel = (tier: number): string => membershipLevels[tier] ?? 'NO_BADGE';

/**
 * The highest tier that a 30-day volume qualifies for. `volumesFrom` lists the volume that each tier requires. Volumes
 * are in whole USDT.
 */
export const tierOfVolume = (volume: number, volumesFrom: readonly number[]): number =>
  volumesFrom.findLastIndex((from) => volume >= from);
