import type { AssetUnits, TimeMs } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { MAX_OWNER } from '../ledger/ledger.ts';
import { holdWords } from '../ledger/pending-hold.ts';
import type { State } from '../state.ts';
import { CONVERT, WITHDRAWAL } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import {
  type AssetId,
  FIRST_CLIENT_OWNER,
  type OwnerId,
  type Reference,
  type TransferPurpose,
  type Wallet,
} from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

/** Sets units of one account aside until they are posted to `to` or voided. */
export interface HoldUnits {
  readonly kind: 'HoldUnits';
  readonly by: OwnerId;
  readonly purpose: TransferPurpose;
  readonly from: { readonly owner: OwnerId; readonly wallet: Wallet };
  readonly to: { readonly owner: OwnerId; readonly wallet: Wallet };
  readonly asset: AssetId;
  readonly units: AssetUnits;
  /** The time from which a Tick voids the hold. */
  readonly expiresAt?: TimeMs;
  /** The number of the business record, as in a Transfer. */
  readonly record?: number;
  /** For withdrawals only: how much of its owner's limit the withdrawal uses. */
  readonly use?: WithdrawalUse;
  readonly reference?: Reference;
}

/**
 * The value of a withdrawal, and how much its owner may withdraw within 24 hours, this withdrawal included. Both are in
 * units of the asset in which limits are set. The caller provides both; the core only stores the values and compares
 * the sum of the values of the last 24 hours with the limit.
 */
interface WithdrawalUse {
  readonly valueUnits: AssetUnits;
  readonly limitUnits: AssetUnits;
}

/**
 * [L3] [L4] [L8] [L9] [L11]: all reasons to refuse a hold, in order of precedence. Its source account is (fromOwner,
 * fromWallet).
 */
const refuse = (state: State, c: CommandFields): number => {
  const from = c.fromOwner;
  if (c.by < 1 || from < 1 || c.toOwner < 1 || c.units === 0) return refusalCode.malformed;
  if (c.by > MAX_OWNER || from > MAX_OWNER || c.toOwner > MAX_OWNER) return refusalCode.malformed;
  if (c.expiresAt !== 0 && c.expiresAt <= state.timeMs) return refusalCode.malformed;
  if (c.hasUse && c.purpose !== WITHDRAWAL) return refusalCode.malformed;
  if (!state.hasAsset(c.asset)) return refusalCode.unknown_asset;
  const account = state.ledger.find(from, c.fromWallet, c.asset);
  const obstacle = state.ledger.obstacle(from, c.asset, account, c.units);
  if (obstacle === 2) return refusalCode.exceeds_range;
  if (state.owners.isFrozen(c.by)) return refusalCode.account_frozen;
  if (isRestricted(state, c)) return refusalCode.account_restricted;
  if (c.by >= FIRST_CLIENT_OWNER && from !== c.by) return refusalCode.not_owner;
  if (from >= FIRST_CLIENT_OWNER && state.holds.countFrom(from) >= state.stepLimit) return refusalCode.too_many_holds;
  if (c.hasUse && passesLimit(state, c, from)) return refusalCode.exceeds_limit;
  return obstacle === 1 ? refusalCode.exceeds_balance : refusalCode.none;
};

/** [L12]: whether a restriction on the client who issues the command forbids a hold for this purpose. */
const isRestricted = ({ owners, timeMs }: State, { by, purpose }: CommandFields): boolean => {
  if (purpose === WITHDRAWAL) return !owners.mayWithdraw(by, timeMs);
  return purpose === CONVERT && !owners.mayTrade(by, timeMs);
};

/** [W1] [W4]: whether the withdrawal would exceed its owner's limit, or the number of counted withdrawals. */
const passesLimit = ({ withdrawalUses, timeMs, stepLimit }: State, c: CommandFields, owner: number): boolean =>
  withdrawalUses.usedUnits(owner, timeMs) + c.useValueUnits > c.useLimitUnits ||
  (c.useValueUnits !== 0 && withdrawalUses.usesOf(owner, timeMs) >= stepLimit);

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const { ledger, holds } = state;
  const account = ledger.ensure(c.fromOwner, c.fromWallet, c.asset);
  const id = state.nextHold++;
  ledger.hold(account, c.units);
  const { toOwner, toWallet, purpose, units, expiresAt, record } = c;
  holds.add({ id, account, toOwner, toWallet, purpose, units, expiresAt, record });
  if (c.hasUse) state.withdrawalUses.add(c.fromOwner, id, c.useValueUnits, state.timeMs);
  events.holdPending(holdWords(state, holds.find(id), units));
  return id;
};

export const holdUnits: CommandKind<HoldUnits> = {
  code: 11,
  longForm: { code: 23, adds: ['record', 'use'] },
  flags: [{ reference: ['source', 0], use: ['given', 2] }],
  fields: {
    record: 'numberOrZero',
    'use.valueUnits': 'number',
    'use.limitUnits': 'number',
    by: 'number',
    purpose: 'transferPurposes',
    'from.owner': 'number',
    'from.wallet': 'wallets',
    'to.owner': 'number',
    'to.wallet': 'wallets',
    asset: 'number',
    units: 'number',
    expiresAt: 'numberOrZero',
  },
  owners: ({ by, from, to }) => [by, from.owner, to.owner],
  refuse,
  execute,
};
