import type { Core } from '@vitrine/core';
import type { PoolClient } from 'pg';
import { setAsideOf } from '../ledger-side.ts';
import { settingAside } from '../moves/move-table.ts';
import { reserveUnits } from '../rules/interest.ts';
import { type Product, poolFigures } from './products.ts';

/**
 * Whether the pool still covers the product: its free balance must be at least the reserve of all flexible stakes.
 * `wholeUnits` is the interest to reserve for a new term; `addedNum` is added to the flexible stakes (principal ×
 * rate). Interest that pending moves are about to reserve counts as reserved. The product must be locked, so that no
 * other stake is added meanwhile. Whether the pool has the interest of a term at all is decided by the ledger.
 */
export async function isCovered(
  client: PoolClient,
  core: () => Core,
  product: Product,
  { wholeUnits, addedNum }: { readonly wholeUnits: number; readonly addedNum: bigint },
): Promise<boolean> {
  const moves = await settingAside(client, product.pool, product.asset);
  // One snapshot of the core, both for the free balance and for the moves that it already includes.
  const state = core();
  let freeUnits = poolFigures(state, product).freeUnits - wholeUnits;
  for (const move of moves) {
    const entry = setAsideOf(move);
    if (entry !== undefined && state.acceptanceOf(entry) === undefined) freeUnits -= move.promisedUnits;
  }
  return freeUnits >= reserveUnits(product.flexibleNum + addedNum, product.reserveDays);
}
