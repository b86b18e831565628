import type { Leg, OwnerId, Transfer, TransferPurpose, Wallet } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { agingReference, outsideReference } from '../kit/reference.ts';
import { poolOwner, poolWallets } from './accounts.ts';
import { dualCommandsOf } from './dual/ledger-side.ts';
import type { Batch } from './interest/batch-table.ts';
import type { Move } from './moves/move-table.ts';

/*
 * The ledger entries of moves and postings. They are derived from columns that never change, so a repeated command has
 * the same bytes and the same reference: it takes effect once, and the core can be queried for its outcome.
 */

/** Everything about a move that determines its ledger entries. */
export type MovedMoney = Pick<
  Move,
  'id' | 'owner' | 'pool' | 'asset' | 'kind' | 'units' | 'postedUnits' | 'promisedUnits' | 'dual'
>;

/** The entries of a move, in order of submission. The first decides whether a client's move takes place. */
export function commandsOf(move: MovedMoney): readonly [Transfer, ...Transfer[]] {
  const { id, owner, units, promisedUnits, postedUnits } = move;
  const pool = poolOwner(move.pool);
  const leg = legsOf(move);
  const principal = (amount: number): Leg[] => [...leg(owner, 'earn', -amount), ...leg(owner, 'spot', amount)];
  const entry = (by: OwnerId, what: string, purpose: TransferPurpose, legs: readonly Leg[]): Transfer => ({
    kind: 'Transfer',
    by,
    purpose,
    legs,
    record: id,
    reference: outsideReference('earn move', `${id}${what}`),
  });
  const setAside = [...leg(pool, poolWallets.free, -promisedUnits), ...leg(pool, poolWallets.promised, promisedUnits)];
  const interest = [...leg(pool, poolWallets.accrued, -postedUnits), ...leg(owner, 'spot', postedUnits)];
  const paid = postedUnits === 0 ? [] : [entry(pool, '/interest', 'interest', interest)];
  const returned = entry(pool, '/principal', 'between_wallets', principal(units));
  switch (move.kind) {
    case 'subscribe':
      return [entry(owner, '', 'between_wallets', [...principal(-units), ...setAside])];
    case 'redeem':
      return [entry(owner, '', 'between_wallets', principal(units))];
    case 'unlock':
      return [
        entry(owner, '', 'between_wallets', [
          ...principal(units),
          ...leg(pool, poolWallets.accrued, -postedUnits),
          ...leg(pool, poolWallets.promised, -promisedUnits),
          ...leg(pool, poolWallets.free, postedUnits + promisedUnits),
        ]),
      ];
    case 'rest':
    case 'close':
      return [returned];
    case 'payout':
      return paid[0] === undefined ? [returned] : [paid[0], returned];
    case 'renew': {
      const renewed = promisedUnits === 0 ? [] : [entry(pool, '/set aside', 'house_funding', setAside)];
      const [first, ...others] = [...paid, ...renewed];
      // Every move needs a ledger entry, and renewing a term without interest has none.
      if (first === undefined) throw new Error('a term without interest cannot be renewed');
      return [first, ...others];
    }
    case 'dual_subscribe':
    case 'dual_return':
    case 'dual_sell':
    case 'dual_buy':
      if (move.dual === undefined) throw new Error(`move ${id} belongs to no dual investment`);
      return dualCommandsOf(move, move.kind, move.dual);
  }
}

/** The entry by which the pool reserves the interest of a term, if the move has one. */
export const setAsideOf = (move: MovedMoney): Transfer | undefined =>
  move.promisedUnits > 0 && (move.kind === 'subscribe' || move.kind === 'renew') ? commandsOf(move).at(-1) : undefined;

/** A transfer must not contain legs of zero units. */
const legsOf =
  ({ asset }: Pick<Move, 'asset'>) =>
  (owner: OwnerId, wallet: Wallet, units: number): Leg[] =>
    units === 0 ? [] : [{ owner, wallet, asset, units: units as AssetUnits }];

/** Pays a day's interest to clients, or posts it within the pool. */
export function commandOf({ id, kind, pool, asset, units, owners, amounts }: Batch): Transfer {
  const by = poolOwner(pool);
  const leg = legsOf({ asset });
  const [from, to] =
    kind === 'paid'
      ? [poolWallets.free, owners.flatMap((owner, i) => leg(owner, 'spot', amounts[i] ?? 0))]
      : [poolWallets.promised, leg(by, poolWallets.accrued, units)];
  return {
    kind: 'Transfer',
    by,
    purpose: 'interest',
    legs: [...leg(by, from, -units), ...to],
    record: id,
    reference: agingReference('earn posting', String(id)),
  };
}
