import type { AssetUnits } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { holdWords } from '../ledger/pending-hold.ts';
import type { State } from '../state.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import type { HoldId, Reference } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

/**
 * Posts a pending hold, completely or in part. Units that are not posted return to the account that they came from.
 */
export interface PostHold {
  readonly kind: 'PostHold';
  readonly hold: HoldId;
  /** The number of units to post; by default, the whole hold. */
  readonly units?: AssetUnits;
  readonly reference?: Reference;
}

const refuse = (state: State, c: CommandFields): number => {
  if (c.hasUnits && c.units === 0) return refusalCode.malformed;
  const slot = state.holds.find(c.hold);
  if (slot < 0) return refusalCode.unknown_hold;
  return c.hasUnits && c.units > state.holds.units[slot] ? refusalCode.exceeds_hold : refusalCode.none;
};

/** Posts all or part of a hold; the remaining units are released. */
const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const { ledger, holds } = state;
  const slot = holds.find(c.hold);
  const account = holds.account[slot];
  const posted = c.hasUnits ? c.units : holds.units[slot];
  const returned = holds.units[slot] - posted;
  ledger.takeHeld(account, posted);
  if (returned > 0) ledger.release(account, returned);
  ledger.credit(ledger.ensure(holds.toOwner[slot], holds.toWallet[slot], ledger.assetOf(account)), posted);
  events.holdPosted({ ...holdWords(state, slot, posted), returnedUnits: returned });
  holds.remove(slot);
  return c.hold;
};

export const postHold: CommandKind<PostHold> = {
  code: 12,
  flags: [{ reference: ['source', 0], units: ['given', 2] }],
  fields: { hold: 'number', units: 'number' },
  owners: () => [],
  refuse,
  execute,
};
