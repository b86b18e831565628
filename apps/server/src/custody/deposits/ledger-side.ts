import type { AssetView, Core, HoldId, HoldUnits, PostHold, VoidHold } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { outsideReference } from '../../kit/reference.ts';
import { custodyOwner } from '../custody-accounts.ts';
import type { DepositRow } from './deposits.ts';

/*
 * The commands of a deposit. A command and its reference are derived from the transfer and the attempt number, so a
 * repeated command has the same bytes: it takes effect once, and the core can be asked for its outcome.
 */

/** The parts of a deposit's row that never change: what arrived, and for whom. */
export type CameIn = Pick<
  DepositRow,
  'deposit_id' | 'network' | 'txid' | 'output' | 'coin' | 'owner_id' | 'address' | 'chain_amount' | 'units'
>;

/** A credit that is in effect: its hold is pending (frozen) or posted (available). */
export interface Standing {
  readonly state: 'frozen' | 'available';
  /** The number of earlier credits of this deposit that were voided because its block was replaced. */
  readonly attempt: number;
  readonly hold: HoldId;
}

export type Credit = Standing | { readonly state: 'none'; readonly attempt: number };

/** The state of the deposit's most recent credit in the ledger. */
export function creditOf(core: Core, deposit: CameIn, asset: AssetView): Credit {
  for (let attempt = 0; ; attempt += 1) {
    const hold = core.acceptanceOf(creditCommand(deposit, asset, attempt))?.result;
    if (hold === undefined) return { state: 'none', attempt };
    if (core.acceptanceOf(voidCommand(deposit, { attempt, hold })) !== undefined) continue;
    const isPosted = core.acceptanceOf(postCommand(deposit, { attempt, hold })) !== undefined;
    return { state: isPosted ? 'available' : 'frozen', attempt, hold };
  }
}

export const creditCommand = (deposit: CameIn, { asset }: AssetView, attempt: number): HoldUnits => {
  const { deposit_id, network, coin, owner_id, units, txid, output, address, chain_amount } = deposit;
  const custody = custodyOwner[network];
  return {
    kind: 'HoldUnits',
    by: custody,
    purpose: 'deposit',
    from: { owner: custody, wallet: 'spot' },
    to: { owner: Number(owner_id), wallet: 'spot' },
    asset,
    units: Number(units) as AssetUnits,
    record: Number(deposit_id),
    reference: outsideReference(
      'deposit',
      `${network}/${txid}/${output}/${coin}/${address}/${chain_amount}/${attempt}`,
    ),
  };
};

export const voidCommand = ({ deposit_id }: CameIn, { attempt, hold }: Omit<Standing, 'state'>): VoidHold => ({
  kind: 'VoidHold',
  hold,
  reference: outsideReference('deposit taken back', `${deposit_id}/${attempt}`),
});

export const postCommand = ({ deposit_id }: CameIn, { attempt, hold }: Omit<Standing, 'state'>): PostHold => ({
  kind: 'PostHold',
  hold,
  reference: outsideReference('deposit available', `${deposit_id}/${attempt}`),
});
