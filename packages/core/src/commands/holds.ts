import type { CommandFields } from '../codec/command-fields.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import { eventCode } from '../codec/read-event.ts';
import { MAX_ASSETS, MAX_OWNER } from '../ledger/ledger.ts';
import type { State } from '../state.ts';
import { CONVERT, WITHDRAWAL } from '../vocabulary/codes.ts';
import { FIRST_CLIENT_OWNER } from '../vocabulary/commands.ts';
import { refusalCode } from '../vocabulary/refusals.ts';

/** [L6]: everything that keeps a hold out, in order of precedence. The account it is taken from is (legOwner[0], wallet). */
export const refuseHoldUnits = (state: State, c: CommandFields): number => {
  const from = c.legOwner[0];
  if (c.owner < 1 || from < 1 || c.toOwner < 1 || c.units === 0) return refusalCode.malformed;
  if (c.owner > MAX_OWNER || from > MAX_OWNER || c.toOwner > MAX_OWNER) return refusalCode.malformed;
  if (c.expiresAt !== 0 && c.expiresAt <= state.timeMs) return refusalCode.malformed;
  if (c.hasUse && c.purpose !== WITHDRAWAL) return refusalCode.malformed;
  if (c.asset >= MAX_ASSETS || state.assetCodes[c.asset] === 0) return refusalCode.unknown_asset;
  const account = state.ledger.find(from, c.wallet, c.asset);
  const obstacle = state.ledger.obstacle(from, c.asset, account, c.units);
  if (obstacle === 2) return refusalCode.exceeds_range;
  if (state.owners.isFrozen(c.owner)) return refusalCode.account_frozen;
  if (isRestricted(state, c)) return refusalCode.account_restricted;
  if (c.owner >= FIRST_CLIENT_OWNER && from !== c.owner) return refusalCode.not_owner;
  if (from >= FIRST_CLIENT_OWNER && state.holds.countFrom(from) >= state.stepLimit) return refusalCode.too_many_holds;
  if (c.hasUse && passesLimit(state, c, from)) return refusalCode.exceeds_limit;
  return obstacle === 1 ? refusalCode.exceeds_balance : refusalCode.none;
};

/** [L12]. */
const isRestricted = ({ owners, timeMs }: State, { owner, purpose }: CommandFields): boolean => {
  if (purpose === WITHDRAWAL) return !owners.mayWithdraw(owner, timeMs);
  return purpose === CONVERT && !owners.mayTrade(owner, timeMs);
};

/** [W1] [W4]. */
const passesLimit = ({ withdrawalUses, timeMs, stepLimit }: State, c: CommandFields, owner: number): boolean =>
  withdrawalUses.usedUnits(owner, timeMs) + c.valueUnits > c.limitUnits ||
  (c.valueUnits !== 0 && withdrawalUses.usesOf(owner, timeMs) >= stepLimit);

export const holdUnits = (state: State, c: CommandFields, events: EventBuffer): number => {
  const { ledger, holds } = state;
  const account = ledger.ensure(c.legOwner[0], c.wallet, c.asset);
  const hold = state.nextHold++;
  ledger.hold(account, c.units);
  holds.add(hold, account, c.toOwner, c.toWallet, c.purpose, c.units, c.expiresAt, c.record);
  if (c.hasUse) state.withdrawalUses.add(c.legOwner[0], hold, c.valueUnits, state.timeMs);
  emit(state, eventCode.HoldPending, holds.find(hold), c.units, 0, events);
  return hold;
};

export const refusePostHold = (state: State, c: CommandFields): number => {
  if (c.hasUnits && c.units === 0) return refusalCode.malformed;
  const slot = state.holds.find(c.hold);
  if (slot < 0) return refusalCode.unknown_hold;
  return c.hasUnits && c.units > state.holds.units[slot] ? refusalCode.exceeds_hold : refusalCode.none;
};

/** Posts all of a hold or a part of it; what is not posted returns. */
export const postHold = (state: State, c: CommandFields, events: EventBuffer): number => {
  const { ledger, holds } = state;
  const slot = holds.find(c.hold);
  const account = holds.account[slot];
  const posted = c.hasUnits ? c.units : holds.units[slot];
  const returned = holds.units[slot] - posted;
  ledger.takeHeld(account, posted);
  if (returned > 0) ledger.release(account, returned);
  ledger.credit(ledger.ensure(holds.toOwner[slot], holds.toWallet[slot], ledger.assetOf(account)), posted);
  emit(state, eventCode.HoldPosted, slot, posted, returned, events);
  holds.remove(slot);
  return c.hold;
};

export const refuseVoidHold = (state: State, c: CommandFields): number =>
  state.holds.find(c.hold) < 0 ? refusalCode.unknown_hold : refusalCode.none;

export const voidHold = (state: State, c: CommandFields, events: EventBuffer): number => {
  endHold(state, state.holds.find(c.hold), false, events);
  return c.hold;
};

/** Voids the holds that are past their time, at most `allowance` of them. Returns what remains of it. */
export const expireHolds = (state: State, allowance: number, events: EventBuffer): number => {
  const { holds } = state;
  for (let left = allowance; ; left--) {
    const due = holds.nextExpiry();
    if (left === 0 || due === undefined || due > state.timeMs) return left;
    endHold(state, holds.expiries.firstKey, true, events);
  }
};

/** Returns all of a pending hold. */
export const endHold = (state: State, slot: number, expired: boolean, events: EventBuffer): void => {
  const units = state.holds.units[slot];
  state.ledger.release(state.holds.account[slot], units);
  state.withdrawalUses.giveBack(state.holds.id[slot]);
  emit(state, eventCode.HoldVoided, slot, units, expired ? 1 : 0, events);
  state.holds.remove(slot);
};

const emit = (state: State, code: number, slot: number, units: number, last: number, events: EventBuffer): void => {
  const { holds, ledger } = state;
  const account = holds.account[slot];
  events.holdEvent(
    code,
    holds.id[slot],
    holds.purpose[slot],
    ledger.assetOf(account),
    ledger.ownerOf(account),
    ledger.walletOf(account),
    holds.toOwner[slot],
    holds.toWallet[slot],
    units,
    holds.record[slot],
    last,
  );
};
