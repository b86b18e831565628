import { expect, test } from 'vitest';
import { LAST_POOL_OWNER, rewardFund } from './funds.ts';

test('pools and rewards have funds of their own, which the core keeps from falling below zero', () => {
  expect([100, LAST_POOL_OWNER, rewardFund, 899].toSorted((a, b) => a - b)).toEqual([
    100,
    LAST_POOL_OWNER,
    rewardFund,
    899,
  ]);
});
