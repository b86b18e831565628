import type { OwnerId, Wallet } from '@vitrine/core';

/** Ledger owner of a pool. It is a fund, so the core never lets its balance fall below zero ([L13]). */
export const poolOwner = (pool: number): OwnerId => 100 + pool;

/** A pool's accounts, by purpose. */
export const poolWallets = {
  /** Not reserved for anything. */
  free: 'earn',
  /** Reserved for interest of running terms that has not been posted, for dual investments, and for miner output. */
  promised: 'funding',
  /** Posted interest of running terms, paid out at the end of the term. */
  accrued: 'spot',
} as const satisfies Readonly<Record<string, Wallet>>;
