import type { EventBuffer } from './codec/event-buffer.ts';
import type { CommandFields } from './codec/generated-commands.ts';
import { commandKinds } from './commands/all.ts';
import type { CommandKind } from './commands/command-kind.ts';
import type { References } from './ledger/references.ts';
import type { State } from './state.ts';
import * as codes from './vocabulary/codes.ts';
import * as refusals from './vocabulary/refusals.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { CLIENT_REFERENCE, NO_REFERENCE } = codes;
const { refusalCode } = refusals;

type Kind = Pick<CommandKind<never>, 'code' | 'refuse' | 'execute'>;

/** The `refuse` function of each kind of command, indexed by the command's code. */
const refuseByKind: Kind['refuse'][] = [];
const executeByKind: Kind['execute'][] = [];
for (const { code, refuse, execute } of Object.values<Kind>(commandKinds)) {
  refuseByKind[code] = refuse;
  executeByKind[code] = execute;
}

/** A client's reference is stored for at least this long. */
export const REFERENCE_LIFE_MS = 3_600_000;
/**
 * The maximum number of stored client references. When it is reached and the oldest of them has not expired, commands
 * with new client references are refused as `busy`.
 */
export const CLIENT_REFERENCES = 2 ** 24;

/** The stored entry of the command's reference, or -1 if there is none. */
const repeated = (state: State, c: CommandFields): number =>
  c.referenceSource === NO_REFERENCE ? -1 : state.referencesOf(c).find(c);

const isBusy = (state: State, c: CommandFields, capacity: number): boolean => {
  if (c.referenceSource !== CLIENT_REFERENCE) return false;
  const { clientReferences } = state;
  return clientReferences.count >= capacity && !isOver(state, clientReferences);
};

/** Whether the oldest reference has expired. */
const isOver = (state: State, references: References): boolean =>
  references.count > 0 && references.timeOf(references.first) <= state.timeMs - REFERENCE_LIFE_MS;

/**
 * Drops up to two expired client references for each new one, so that the store also shrinks when traffic decreases.
 */
const remember = (state: State, c: CommandFields, result: number): void => {
  const references = state.referencesOf(c);
  if (c.referenceSource === CLIENT_REFERENCE)
    for (let i = 0; i < 2 && isOver(state, references); i++) references.dropFirst();
  references.add(c, state.position, result, state.timeMs);
};

/** An accepted command's position in the log and its result, such as the id of the order it placed. */
export interface Acceptance {
  readonly position: number;
  readonly result: number;
}

/**
 * The acceptance of an earlier command with the same reference and content, which this command repeats; undefined if
 * there is no such command.
 */
export const acceptanceOf = (state: State, c: CommandFields): Acceptance | undefined => {
  const entry = repeated(state, c);
  if (entry < 0) return undefined;
  const references = state.referencesOf(c);
  if (!references.hasContent(entry, c)) return undefined;
  return { position: references.positionOf(entry), result: references.resultOf(entry) };
};

/** The acceptance of an earlier command with the same reference, whatever its content was. */
export const acceptanceUnder = (state: State, c: CommandFields): Acceptance | undefined => {
  const entry = repeated(state, c);
  if (entry < 0) return undefined;
  const references = state.referencesOf(c);
  return { position: references.positionOf(entry), result: references.resultOf(entry) };
};

/**
 * The code with which the command would be refused now; 0 if it would be accepted, or if it repeats an accepted
 * command.
 */
export const refuse = (state: State, c: CommandFields, referenceCapacity: number): number => {
  const entry = repeated(state, c);
  if (entry >= 0) return state.referencesOf(c).hasContent(entry, c) ? refusalCode.none : refusalCode.reference_conflict;
  if (isBusy(state, c, referenceCapacity)) return refusalCode.busy;
  return refuseByKind[c.kind](state, c);
};

/** Applies one command: advances the log position and appends the command's events. Throws UnknownRules if its rules are unknown. */
export const apply = (state: State, c: CommandFields, events: EventBuffer, referenceCapacity: number): void => {
  state.position++;
  events.beginCommand();
  const entry = repeated(state, c);
  if (entry >= 0) {
    returnRepeated(state, c, entry, events);
    return;
  }
  const refusal = isBusy(state, c, referenceCapacity) ? refusalCode.busy : refuseByKind[c.kind](state, c);
  if (refusal !== refusalCode.none) {
    if (refusal === refusalCode.unknown_rules) throw new UnknownRules(c.version);
    events.commandRefused({ refusal });
    return;
  }
  state.steps = state.stepLimit;
  const result = executeByKind[c.kind](state, c, events);
  if (c.referenceSource !== NO_REFERENCE) remember(state, c, result);
};

const returnRepeated = (state: State, c: CommandFields, entry: number, events: EventBuffer): void => {
  const references = state.referencesOf(c);
  if (references.hasContent(entry, c))
    events.commandRepeated({ position: references.positionOf(entry), result: references.resultOf(entry) });
  else events.commandRefused({ refusal: refusalCode.reference_conflict });
};

/** The log activates rules that this release does not know, so the core must not continue. */
export class UnknownRules extends Error {
  constructor(version: number) {
    super(`the log activates rules version ${version}, which this release does not know: start a newer release`);
  }
}
