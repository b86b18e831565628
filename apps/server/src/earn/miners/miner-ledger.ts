import type { Leg, OwnerId, Transfer, Wallet } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { outsideReference } from '../../kit/reference.ts';
import { poolOwner, poolWallets } from '../accounts.ts';
import { wholeOutput } from './miner-products.ts';
import type { Payout } from './payout-table.ts';
import type { Rental } from './rental-table.ts';

/*
 * The ledger entries of rentals. They are derived from columns that never change, so a repeated command has the same
 * bytes and the same reference: it takes effect once, and the core can be queried for its outcome.
 */

/** In one atomic entry, the client pays the price into the pool, and the pool reserves the whole output. */
export function rentCommand(
  rental: Pick<Rental, 'id' | 'owner' | 'pool' | 'asset' | 'priceAsset' | 'priceUnits' | 'days' | 'dailyUnits'>,
): Transfer {
  const pool = poolOwner(rental.pool);
  const whole = wholeOutput(rental);
  const leg = (owner: OwnerId, wallet: Wallet, asset: number, units: number): Leg => ({
    owner,
    wallet,
    asset,
    units: units as AssetUnits,
  });
  return {
    kind: 'Transfer',
    by: rental.owner,
    purpose: 'rental',
    legs: [
      leg(rental.owner, 'spot', rental.priceAsset, -rental.priceUnits),
      leg(pool, poolWallets.free, rental.priceAsset, rental.priceUnits),
      leg(pool, poolWallets.free, rental.asset, -whole),
      leg(pool, poolWallets.promised, rental.asset, whole),
    ],
    record: rental.id,
    reference: outsideReference('miner rental', String(rental.id)),
  };
}

/** Pays a day's output to its clients from what the pool has reserved. */
export function payoutCommand({ id, pool, asset, units, owners, amounts }: Payout): Transfer {
  const by = poolOwner(pool);
  return {
    kind: 'Transfer',
    by,
    purpose: 'rental',
    legs: [
      { owner: by, wallet: poolWallets.promised, asset, units: -units as AssetUnits },
      ...owners.map((owner, i) => ({ owner, wallet: 'spot' as const, asset, units: amounts[i] as AssetUnits })),
    ],
    record: id,
    reference: outsideReference('miner payout', String(id)),
  };
}
