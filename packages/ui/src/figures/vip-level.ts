/** The fee tiers' wire names, base tier first. */
const levels: readonly string[] = ['NO_BADGE', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'DIAMOND'];

export interface VipWords {
  readonly regular: string;
  readonly vip: (tier: number) => string;
}

/** A fee tier's display name: 'Regular', 'VIP 1' and so on; unknown names are returned unchanged. */
export function vipLevelText(membershipLevel: string, { regular, vip }: VipWords): string {
  const tier = levels.indexOf(membershipLevel);
  if (tier === 0) return regular;
  return tier < 0 ? membershipLevel : vip(tier);
}
