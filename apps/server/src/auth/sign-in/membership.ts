/** Wire names of the fee tiers, from the base. Volumes are in the exchange settings, rates in the core. */
const membershipLevels = ['NO_BADGE', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'DIAMOND'] as const;

export const membershipLevel = (tier: number): string => membershipLevels[tier] ?? 'NO_BADGE';

/** The highest tier that a 30-day volume reaches; both in whole USDT, `volumesFrom` by tier number. */
export const tierOfVolume = (volume: number, volumesFrom: readonly number[]): number =>
  volumesFrom.findLastIndex((from) => volume >= from);
