import Big from 'big.js';
import type { CallResponse } from '../../../lib/api.ts';

export type Entry = CallResponse<'GET /api/v3/wallet/statement'>['lines'][number];

/** The number of entries checked, and the first entry whose balance is not the previous balance plus its amount. */
export interface Checked {
  readonly checked: number;
  readonly wrong: Entry | undefined;
}

/**
 * Verifies entries, given newest first: within each account, every balance must be the previous balance plus the
 * entry's amount. An account's oldest entry has no predecessor here and is not checked.
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
