/** The fee tiers' names on the wire, the base first. */
const levels: readonly string[] = ['NO_BADGE', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'DIAMOND'];

export interface VipWords {
  readonly regular: string;
  readonly vip: (tier: number) => string;
}

/** A fee tier as people read it: 'Regular', 'VIP 1' and so on; a name that is not known stays as it is. */
export function vipLevelText(membershipLevel: string, { regular, vip }: VipWords): string {
  const tier = levels.indexOf(membershipLevel);
  if (tier === 0) return regular;
  return tier < 0 ? membershipLevel : vip(tier);
}
