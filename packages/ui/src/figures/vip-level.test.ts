import { expect, test } from 'vitest';
import { vipLevelText } from './vip-level.ts';

const words = { regular: 'Regular', vip: (tier: number) => `VIP ${tier}` };

test.each([
  ['NO_BADGE', 'Regular'],
  ['BRONZE', 'VIP 1'],
  ['DIAMOND', 'VIP 5'],
  ['A_LATER_TIER', 'A_LATER_TIER'],
])('the fee tier %s is shown as %s', (level, shown) => {
  expect(vipLevelText(level, words)).toBe(shown);
});
