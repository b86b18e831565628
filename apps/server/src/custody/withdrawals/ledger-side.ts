import { type Acceptance, type Core, type HoldUnits, type PostHold, systemOwners, type VoidHold } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { outsideReference } from '../../kit/reference.ts';
import { custodyOwner } from '../custody-accounts.ts';
import type { Withdrawal } from './table.ts';

/**
 * The commands of a withdrawal. A command is derived from the columns of the row that never change, and its reference
 * from the withdrawal's number. A repeated command therefore has the same bytes: it takes effect once, and the core can
 * be asked for its outcome.
 */

type Terms = Pick<
  Withdrawal,
  'id' | 'owner' | 'network' | 'receiver' | 'asset' | 'units' | 'valueUnits' | 'limitUnits'
>;

export const holdCommand = (withdrawal: Terms): HoldUnits => {
  const { id, owner, network, receiver, asset, units, valueUnits, limitUnits } = withdrawal;
  return {
    kind: 'HoldUnits',
    by: owner,
    purpose: 'withdrawal',
    from: { owner, wallet: 'spot' },
    to: { owner: receiver ?? custodyOwner[network], wallet: 'spot' },
    asset,
    units: units as AssetUnits,
    record: id,
    use: { valueUnits: valueUnits as AssetUnits, limitUnits: limitUnits as AssetUnits },
    reference: outsideReference('withdrawal', String(id)),
  };
};

/**
 * The acceptance of the hold of the withdrawal's money: the hold's id and log position. Undefined if the money was
 * never held.
 */
export const heldAt = (core: Core, withdrawal: Terms): Acceptance | undefined =>
  core.acceptanceOf(holdCommand(withdrawal));

/** Posts the hold: to the network's custody account, or to the other client. Throws if the money was never held. */
export function postCommand(core: Core, withdrawal: Terms): PostHold {
  const held = heldAt(core, withdrawal);
  if (held === undefined)
    throw new Error(`withdrawal ${withdrawal.id} is being sent, but the ledger has no hold for it`);
  const reference = outsideReference('withdrawal post', String(withdrawal.id));
  return { kind: 'PostHold', hold: held.result, reference };
}

/** Returns the full amount to the account that it came from; undefined if the money was never held. */
export function voidCommand(core: Core, withdrawal: Terms): VoidHold | undefined {
  const held = heldAt(core, withdrawal);
  const reference = outsideReference('withdrawal void', String(withdrawal.id));
  return held && { kind: 'VoidHold', hold: held.result, reference };
}

/** Moves the fee from the network's custody account to the exchange's fee account. */
export const feeCommand = ({ id, network, asset, feeUnits }: Withdrawal) =>
  ({
    kind: 'Transfer',
    by: custodyOwner[network],
    purpose: 'withdrawal',
    record: id,
    legs: [
      { owner: custodyOwner[network], wallet: 'spot', asset, units: -feeUnits as AssetUnits },
      { owner: systemOwners.fees, wallet: 'spot', asset, units: feeUnits as AssetUnits },
    ],
    reference: outsideReference('withdrawal fee', String(id)),
  }) as const;
