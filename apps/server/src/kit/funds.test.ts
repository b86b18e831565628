import { expect, test } from 'vitest';
import { LAST_POOL_OWNER, rewardFund } from './funds.ts';

test('pools and rewards have separate funds, which the core does not allow to fall below zero', () => {
  expect([100, LAST_POOL_OWNER, rewardFund, 899].toSorted((a, b) => a - b)).toEqual([
    100,
    LAST_POOL_OWNER,
    rewardFund,
    899,
  ]);
});
