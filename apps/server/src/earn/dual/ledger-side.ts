import type { AssetId, Leg, OwnerId, Transfer, TransferPurpose, Wallet } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { outsideReference } from '../../kit/reference.ts';
import { poolOwner, poolWallets } from '../accounts.ts';
import type { DualKind, DualPart, Move } from '../moves/move-table.ts';

type Account = readonly [owner: OwnerId, wallet: Wallet];

type DualMoney = Pick<Move, 'id' | 'owner' | 'pool' | 'asset' | 'units' | 'promisedUnits'>;

/**
 * The entries of a dual investment's move. `units` is the principal, `promisedUnits` its yield, and `otherUnits` what a
 * conversion pays. The first entry decides whether a client's move takes place.
 */
export function dualCommandsOf(move: DualMoney, kind: DualKind, dual: DualPart): readonly [Transfer, ...Transfer[]] {
  const { id, owner, asset, units, promisedUnits } = move;
  const pool = poolOwner(move.pool);
  const spot: Account = [owner, 'spot'];
  const invested: Account = [owner, 'earn'];
  const free: Account = [pool, poolWallets.free];
  const promised: Account = [pool, poolWallets.promised];
  const entry = (by: OwnerId, what: string, purpose: TransferPurpose, legs: readonly Leg[]): Transfer => ({
    kind: 'Transfer',
    by,
    purpose,
    legs,
    // An entry with purpose 'convert' has no record: it would be taken for that of a limit conversion.
    ...(purpose === 'convert' ? {} : { record: id }),
    reference: outsideReference('earn move', `${id}${what}`),
  });
  const other = (from: Account, to: Account) => moved(dual.otherAsset, dual.otherUnits, from, to);
  switch (kind) {
    case 'dual_subscribe':
      return [
        entry(owner, '', 'between_wallets', [
          ...moved(asset, units, spot, invested),
          ...moved(asset, promisedUnits, free, promised),
          ...other(free, promised),
        ]),
      ];
    case 'dual_return': {
      const returned = entry(pool, '/principal', 'between_wallets', [
        ...moved(asset, units, invested, spot),
        ...other(promised, free),
      ]);
      if (promisedUnits === 0) return [returned];
      return [returned, entry(pool, '/yield', 'interest', moved(asset, promisedUnits, promised, spot))];
    }
    // The quote asset comes first, because the P&L book uses it to value the other asset.
    case 'dual_sell':
    case 'dual_buy': {
      const given = moved(asset, units, invested, free);
      const received = other(promised, spot);
      return [
        entry(pool, '/converted', 'convert', [
          ...(kind === 'dual_sell' ? [...received, ...given] : [...given, ...received]),
          ...moved(asset, promisedUnits, promised, free),
        ]),
      ];
    }
  }
}

/** A transfer must not contain legs of zero units. */
const moved = (asset: AssetId, units: number, from: Account, to: Account): Leg[] =>
  units === 0
    ? []
    : [
        { owner: from[0], wallet: from[1], asset, units: -units as AssetUnits },
        { owner: to[0], wallet: to[1], asset, units: units as AssetUnits },
      ];
