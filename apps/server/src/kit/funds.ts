import type { OwnerId } from '@vitrine/core';

/*
 * How the exchange's funds (owners 100 to 899) are divided: Earn's pools come first, rewards have the last ten. The core
 * keeps a fund from falling below zero ([L13]).
 */

/** The last owner that a pool of Earn may have. */
export const LAST_POOL_OWNER: OwnerId = 880;

/** The fund from which rewards are paid. */
export const rewardFund: OwnerId = 890;
