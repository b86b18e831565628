import Big from 'big.js';
import type { CallResponse } from '../../../lib/api.ts';

export type Entry = CallResponse<'GET /api/v3/wallet/statement'>['lines'][number];

/** Entries that were checked, and the first whose balance is not the one before it plus its amount. */
export interface Checked {
  readonly checked: number;
  readonly wrong: Entry | undefined;
}

/**
 * Adds up entries, given newest first: within each account, every balance must be the balance before it plus the entry's
 * amount. The oldest entry of an account has nothing to be checked against here.
 */
export function addUp(entries: readonly Entry[]): Checked {
  const after = new Map<string, Big>();
  let checked = 0;
  for (const entry of entries.toReversed()) {
    const account = `${entry.wallet} ${entry.coin}`;
    const before = after.get(account);
    const balance = new Big(entry.balance_after);
    after.set(account, balance);
    if (before === undefined) continue;
    checked += 1;
    if (!before.plus(entry.amount).eq(balance)) return { checked, wrong: entry };
  }
  return { checked, wrong: undefined };
}
