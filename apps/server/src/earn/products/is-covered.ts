import type { Core } from '@vitrine/core';
import type { PoolClient } from 'pg';
import { setAsideOf } from '../ledger-side.ts';
import { settingAside } from '../moves/move-table.ts';
import { reserveUnits } from '../rules/interest.ts';
import { type Product, poolFigures } from './products.ts';

/**
 * The rule by which a product closes: what is left free must be the reserve of all flexible stakes. `wholeUnits` is to
 * be set aside for a term, `addedNum` to be added to the flexible stakes (principal × rate). Interest that other moves
 * are about to set aside counts as set aside. The product must be locked, so that no other is added meanwhile. That the
 * pool has the interest of a term at all is decided by the ledger.
 */
export async function isCovered(
  client: PoolClient,
  core: () => Core,
  product: Product,
  { wholeUnits, addedNum }: { readonly wholeUnits: number; readonly addedNum: bigint },
): Promise<boolean> {
  const moves = await settingAside(client, product.pool, product.asset);
  // One state of the core, for what is free and for which moves it reflects already.
  const state = core();
  let freeUnits = poolFigures(state, product).freeUnits - wholeUnits;
  for (const move of moves) {
    const entry = setAsideOf(move);
    if (entry !== undefined && state.acceptanceOf(entry) === undefined) freeUnits -= move.promisedUnits;
  }
  return freeUnits >= reserveUnits(product.flexibleNum + addedNum, product.reserveDays);
}
