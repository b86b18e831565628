import type { EventBuffer } from '../codec/event-buffer.ts';
import type { WordsOf } from '../codec/event-words.ts';
import type { State } from '../state.ts';
import type { HoldPending } from '../vocabulary/events.ts';

/** Voids expired holds, at most `allowance` of them. Returns the remaining allowance. */
export const expireHolds = (state: State, allowance: number, events: EventBuffer): number => {
  const { holds } = state;
  for (let left = allowance; ; left--) {
    const due = holds.nextExpiry();
    if (left === 0 || due === undefined || due > state.timeMs) return left;
    endHold(state, holds.expiries.firstKey, true, events);
  }
};

/** Ends a pending hold by returning all its units. */
export const endHold = (state: State, slot: number, expired: boolean, events: EventBuffer): void => {
  const units = state.holds.units[slot];
  state.ledger.release(state.holds.account[slot], units);
  state.withdrawalUses.giveBack(state.holds.id[slot]);
  events.holdVoided({ ...holdWords(state, slot, units), expired: expired ? 1 : 0 });
  state.holds.remove(slot);
};

/** The fields that all events of a hold have; `units` is the amount that the event is about. */
export const holdWords = ({ holds, ledger }: State, slot: number, units: number): WordsOf<HoldPending> => {
  const account = holds.account[slot];
  return {
    hold: holds.id[slot],
    purpose: holds.purpose[slot],
    asset: ledger.assetOf(account),
    fromOwner: ledger.ownerOf(account),
    fromWallet: ledger.walletOf(account),
    toOwner: holds.toOwner[slot],
    toWallet: holds.toWallet[slot],
    units,
    record: holds.record[slot],
  };
};
