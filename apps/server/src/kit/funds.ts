import type { OwnerId } from '@vitrine/core';

/*
 * How the exchange's funds (owners 100 to 899) are divided: Earn's pools come first, the last ten are for rewards. The
 * core does not allow a fund to fall below zero ([L13]).
 */

/** The highest owner number that an Earn pool may have. */
export const LAST_POOL_OWNER: OwnerId = 880;

/** The fund that rewards are paid from. */
export const rewardFund: OwnerId = 890;
