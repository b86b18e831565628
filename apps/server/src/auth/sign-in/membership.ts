/** Wire names of the fee tiers, lowest first. Their volumes are in the exchange settings, their rates in the core. */
const membershipLevels = ['NO_BADGE', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'DIAMOND'] as const;

export const membershipLevel = (tier: number): string => membershipLevels[tier] ?? 'NO_BADGE';

/** The highest tier that a 30-day volume reaches. `volumesFrom` lists the volume each tier requires. In whole USDT. */
export const tierOfVolume = (volume: number, volumesFrom: readonly number[]): number =>
  volumesFrom.findLastIndex((from) => volume >= from);
