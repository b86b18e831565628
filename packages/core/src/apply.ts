import type { CommandFields } from './codec/command-fields.ts';
import type { EventBuffer } from './codec/event-buffer.ts';
import { amendOrder, refuseAmendOrder } from './commands/amend-order.ts';
import { cancelAllOrders, refuseCancelAllOrders } from './commands/cancel-all-orders.ts';
import { cancelOrder, refuseCancelOrder } from './commands/cancel-order.ts';
import { convert, refuseConvert } from './commands/convert.ts';
import { holdUnits, postHold, refuseHoldUnits, refusePostHold, refuseVoidHold, voidHold } from './commands/holds.ts';
import {
  activateRules,
  advanceClock,
  anchorAudit,
  changeMarketRules,
  freezeOwner,
  listMarket,
  refuseActivateRules,
  refuseAdvanceClock,
  refuseAnchorAudit,
  refuseChangeMarketRules,
  refuseFreeze,
  refuseListMarket,
  refuseRegisterAsset,
  refuseSetFeeSchedule,
  refuseSetFeeTier,
  refuseUnknownMarket,
  registerAsset,
  setFeeSchedule,
  setFeeTier,
  setMarketStatus,
  setReferencePrice,
  setRestrictions,
  unfreezeOwner,
} from './commands/operator.ts';
import { placeOco, refusePlaceOco } from './commands/place-oco.ts';
import { placeOrder, refusePlaceOrder } from './commands/place-order.ts';
import { tick } from './commands/tick.ts';
import { refuseTransfer, transfer } from './commands/transfer.ts';
import type { References } from './ledger/references.ts';
import type { State } from './state.ts';
import * as codes from './vocabulary/codes.ts';
import * as refusals from './vocabulary/refusals.ts';

// Bound here because the compiler knows a module's own constants but reads imported ones from memory each time.
const { CLIENT_REFERENCE, commandCode, NO_REFERENCE } = codes;
const { refusalCode } = refusals;

/** How long a client's reference is remembered at least. */
export const REFERENCE_LIFE_MS = 3_600_000;
/** How many clients' references are remembered at most; more within their life, and commands are `busy`. */
export const CLIENT_REFERENCES = 2 ** 24;

/** The entry of the command's reference, or -1. */
const repeated = (state: State, c: CommandFields): number =>
  c.referenceSource === NO_REFERENCE ? -1 : state.referencesOf(c).find(c);

const isBusy = (state: State, c: CommandFields, capacity: number): boolean => {
  if (c.referenceSource !== CLIENT_REFERENCE) return false;
  const { clientReferences } = state;
  return clientReferences.count >= capacity && !isOver(state, clientReferences);
};

/** Whether the oldest reference has outlived its time. */
const isOver = (state: State, references: References): boolean =>
  references.count > 0 && references.timeOf(references.first) <= state.timeMs - REFERENCE_LIFE_MS;

/** Two old references go for each new one, so that the store follows the traffic down as well as up. */
const remember = (state: State, c: CommandFields, result: number): void => {
  const references = state.referencesOf(c);
  if (c.referenceSource === CLIENT_REFERENCE)
    for (let i = 0; i < 2 && isOver(state, references); i++) references.dropFirst();
  references.add(c, state.position, result, state.timeMs);
};

/** An accepted command's place in the log and its result, such as the id of the order it placed. */
export interface Acceptance {
  readonly position: number;
  readonly result: number;
}

/** The acceptance that the command repeats, reference and content; undefined where there is none. */
export const acceptanceOf = (state: State, c: CommandFields): Acceptance | undefined => {
  const entry = repeated(state, c);
  if (entry < 0) return undefined;
  const references = state.referencesOf(c);
  if (!references.hasContent(entry, c)) return undefined;
  return { position: references.positionOf(entry), result: references.resultOf(entry) };
};

/** Why the command would be refused just now, as a code; 0 where it would not, or where it repeats an accepted one. */
export const refuse = (state: State, c: CommandFields, referenceCapacity: number): number => {
  const entry = repeated(state, c);
  if (entry >= 0) return state.referencesOf(c).hasContent(entry, c) ? refusalCode.none : refusalCode.reference_conflict;
  if (isBusy(state, c, referenceCapacity)) return refusalCode.busy;
  return refuseByKind(state, c);
};

/** Applies one command: its position is counted, its events are appended. Throws UnknownRules where its rules are unknown. */
export const apply = (state: State, c: CommandFields, events: EventBuffer, referenceCapacity: number): void => {
  state.position++;
  events.beginCommand();
  const entry = repeated(state, c);
  if (entry >= 0) {
    answerRepeated(state, c, entry, events);
    return;
  }
  const refusal = isBusy(state, c, referenceCapacity) ? refusalCode.busy : refuseByKind(state, c);
  if (refusal !== refusalCode.none) {
    if (refusal === refusalCode.unknown_rules) throw new UnknownRules(c.version);
    events.commandRefused(refusal);
    return;
  }
  state.steps = state.stepLimit;
  const result = execute(state, c, events);
  if (c.referenceSource !== NO_REFERENCE) remember(state, c, result);
};

const answerRepeated = (state: State, c: CommandFields, entry: number, events: EventBuffer): void => {
  const references = state.referencesOf(c);
  if (references.hasContent(entry, c)) events.commandRepeated(references.positionOf(entry), references.resultOf(entry));
  else events.commandRefused(refusalCode.reference_conflict);
};

/** The log asks for rules that this release does not know: it must not go on. */
export class UnknownRules extends Error {
  constructor(version: number) {
    super(`the log activates rules version ${version}, which this release does not know: start a newer release`);
  }
}

const refuseByKind = (state: State, c: CommandFields): number => {
  switch (c.kind) {
    case commandCode.PlaceOrder:
      return refusePlaceOrder(state, c);
    case commandCode.CancelOrder:
      return refuseCancelOrder(state, c);
    case commandCode.AmendOrder:
      return refuseAmendOrder(state, c);
    case commandCode.PlaceOco:
      return refusePlaceOco(state, c);
    case commandCode.CancelAllOrders:
      return refuseCancelAllOrders(state, c);
    case commandCode.Transfer:
      return refuseTransfer(state, c);
    case commandCode.HoldUnits:
      return refuseHoldUnits(state, c);
    case commandCode.Convert:
      return refuseConvert(state, c);
    case commandCode.PostHold:
      return refusePostHold(state, c);
    case commandCode.VoidHold:
      return refuseVoidHold(state, c);
    case commandCode.RegisterAsset:
      return refuseRegisterAsset(state, c);
    case commandCode.ListMarket:
      return refuseListMarket(state, c);
    case commandCode.ChangeMarketRules:
      return refuseChangeMarketRules(state, c);
    case commandCode.SetMarketStatus:
    case commandCode.SetReferencePrice:
      return refuseUnknownMarket(state, c);
    case commandCode.SetFeeSchedule:
      return refuseSetFeeSchedule(state, c);
    case commandCode.SetFeeTier:
      return refuseSetFeeTier(state, c);
    case commandCode.FreezeOwner:
    case commandCode.UnfreezeOwner:
    case commandCode.SetRestrictions:
      return refuseFreeze(state, c);
    case commandCode.AnchorAudit:
      return refuseAnchorAudit(state, c);
    case commandCode.AdvanceClock:
      return refuseAdvanceClock(state, c);
    case commandCode.ActivateRules:
      return refuseActivateRules(state, c);
    default:
      return refusalCode.none;
  }
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  switch (c.kind) {
    case commandCode.PlaceOrder:
      return placeOrder(state, c, events);
    case commandCode.CancelOrder:
      return cancelOrder(state, c, events);
    case commandCode.AmendOrder:
      return amendOrder(state, c, events);
    case commandCode.PlaceOco:
      return placeOco(state, c, events);
    case commandCode.CancelAllOrders:
      return cancelAllOrders(state, c, events);
    case commandCode.Transfer:
      return transfer(state, c, events);
    case commandCode.HoldUnits:
      return holdUnits(state, c, events);
    case commandCode.Convert:
      return convert(state, c, events);
    case commandCode.PostHold:
      return postHold(state, c, events);
    case commandCode.VoidHold:
      return voidHold(state, c, events);
    case commandCode.RegisterAsset:
      return registerAsset(state, c, events);
    case commandCode.ListMarket:
      return listMarket(state, c, events);
    case commandCode.ChangeMarketRules:
      return changeMarketRules(state, c, events);
    case commandCode.SetMarketStatus:
      return setMarketStatus(state, c, events);
    case commandCode.SetReferencePrice:
      return setReferencePrice(state, c, events);
    case commandCode.SetFeeSchedule:
      return setFeeSchedule(state, c, events);
    case commandCode.SetFeeTier:
      return setFeeTier(state, c, events);
    case commandCode.FreezeOwner:
      return freezeOwner(state, c, events);
    case commandCode.UnfreezeOwner:
      return unfreezeOwner(state, c, events);
    case commandCode.SetRestrictions:
      return setRestrictions(state, c, events);
    case commandCode.AnchorAudit:
      return anchorAudit(state, c, events);
    case commandCode.AdvanceClock:
      return advanceClock(state, c, events);
    case commandCode.ActivateRules:
      return activateRules(state, c, events);
    case commandCode.Tick:
      return tick(state, events);
    default:
      throw new Error(`no command has code ${c.kind}`);
  }
};
