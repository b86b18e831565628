import type { OwnerId, Wallet } from '@vitrine/core';

/** A pool's owner in the ledger: one of the funds, which the core keeps from falling below zero ([L13]). */
export const poolOwner = (pool: number): OwnerId => 100 + pool;

/** The accounts of a pool, by what their money is for. */
export const poolWallets = {
  /** Promised to nobody. */
  free: 'earn',
  /** Interest of running terms that has not been posted. */
  promised: 'funding',
  /** Interest of running terms that has been posted, and is paid out at their end. */
  accrued: 'spot',
} as const satisfies Readonly<Record<string, Wallet>>;
