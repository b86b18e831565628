import { MAX_UNITS } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { MAX_OWNER } from '../ledger/ledger.ts';
import type { State } from '../state.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { FIRST_RULES_VERSION } from '../vocabulary/rules.ts';
import {
  FIRST_CLIENT_OWNER,
  type Leg,
  type OwnerId,
  type Reference,
  type TransferPurpose,
} from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

/**
 * Moves units in two or more legs, all or nothing. `by` is the owner who issues the command, which is refused if that
 * owner is frozen.
 */
export interface Transfer {
  readonly kind: 'Transfer';
  readonly by: OwnerId;
  readonly purpose: TransferPurpose;
  readonly legs: readonly Leg[];
  /**
   * Number of the business record for which this transfer moves money (a deposit, a withdrawal, ...), repeated in the
   * events.
   */
  readonly record?: number;
  readonly reference?: Reference;
}

const isMalformed = (c: CommandFields): boolean => {
  if (c.by < 1 || c.by > MAX_OWNER || c.legs.count < 2) return true;
  for (let i = 0; i < c.legs.count; i++)
    if (c.legs.owner[i] < 1 || c.legs.owner[i] > MAX_OWNER || c.legs.units[i] === 0) return true;
  return false;
};

const isSameAccount = (c: CommandFields, i: number, j: number): boolean =>
  c.legs.owner[i] === c.legs.owner[j] && c.legs.wallet[i] === c.legs.wallet[j] && c.legs.asset[i] === c.legs.asset[j];

const isFirstOfAccount = (c: CommandFields, leg: number): boolean => {
  for (let i = 0; i < leg; i++) if (isSameAccount(c, i, leg)) return false;
  return true;
};

/** The sum of all legs that have the same account as this leg. */
const netOfAccount = (c: CommandFields, leg: number): number => {
  let net = 0;
  for (let i = leg; i < c.legs.count; i++) if (isSameAccount(c, i, leg)) net += c.legs.units[i];
  return net;
};

/**
 * The larger of two sums: that of an asset's positive legs, and that of its negative legs. No partial sum exceeds it.
 */
const magnitude = (c: CommandFields, asset: number): number => {
  let given = 0;
  let taken = 0;
  for (let i = 0; i < c.legs.count; i++) {
    if (c.legs.asset[i] !== asset) continue;
    if (c.legs.units[i] > 0) given += c.legs.units[i];
    else taken -= c.legs.units[i];
  }
  return Math.max(given, taken);
};

const availableOf = (state: State, c: CommandFields, leg: number): number =>
  state.ledger.availableAt(state.ledger.find(c.legs.owner[leg], c.legs.wallet[leg], c.legs.asset[leg]));

const passesRange = (state: State, c: CommandFields): boolean => {
  for (let i = 0; i < c.legs.count; i++) {
    const asset = c.legs.asset[i];
    if (!state.hasAsset(asset)) continue;
    if (magnitude(c, asset) > MAX_UNITS || issuesTooMuch(state, c, asset)) return true;
  }
  return false;
};

/**
 * Whether this owner may issue units: only the exchange's own accounts may, and of these not the funds. The first
 * version of the rules also counted a client's shortfall as issued.
 */
const mayIssue = (state: State, owner: number): boolean =>
  state.ledger.mayOverdraw(owner) || state.rulesVersion === FIRST_RULES_VERSION;

/**
 * Whether more than 2^53 − 1 units of the asset would be issued. Returned units are counted first, so that the result
 * does not depend on the order of the legs.
 */
const issuesTooMuch = (state: State, c: CommandFields, asset: number): boolean => {
  let issued = state.ledger.issued[asset];
  for (const sign of [1, -1]) {
    for (let i = 0; i < c.legs.count; i++) {
      if (c.legs.asset[i] !== asset || !isFirstOfAccount(c, i)) continue;
      if (!mayIssue(state, c.legs.owner[i])) continue;
      const net = netOfAccount(c, i);
      if (net * sign <= 0) continue;
      const before = availableOf(state, c, i);
      if (before + net < -MAX_UNITS) return true;
      issued += Math.max(0, -(before + net)) - Math.max(0, -before);
      if (issued > MAX_UNITS) return true;
    }
  }
  return false;
};

/** [L2] to [L4], [L9], [L13], [N3]: all reasons to refuse a transfer, in order of precedence. */
const refuse = (state: State, c: CommandFields): number => {
  if (isMalformed(c)) return refusalCode.malformed;
  if (passesRange(state, c)) return refusalCode.exceeds_range;
  for (let i = 0; i < c.legs.count; i++) if (!state.hasAsset(c.legs.asset[i])) return refusalCode.unknown_asset;
  if (state.owners.isFrozen(c.by)) return refusalCode.account_frozen;
  if (takesFromOthers(c)) return refusalCode.not_owner;
  for (let i = 0; i < c.legs.count; i++) {
    let sum = 0;
    for (let j = 0; j < c.legs.count; j++) if (c.legs.asset[j] === c.legs.asset[i]) sum += c.legs.units[j];
    if (sum !== 0) return refusalCode.unbalanced_legs;
  }
  return refuseBalances(state, c);
};

/** [L3] [L13]: refuses to take more than is available from a client, or from a fund. */
const refuseBalances = (state: State, c: CommandFields): number => {
  let refusal: number = refusalCode.none;
  for (let i = 0; i < c.legs.count; i++) {
    const owner = c.legs.owner[i];
    if (state.ledger.mayOverdraw(owner) || !isFirstOfAccount(c, i)) continue;
    const net = netOfAccount(c, i);
    if (net >= 0 || availableOf(state, c, i) + net >= 0) continue;
    if (owner >= FIRST_CLIENT_OWNER) return refusalCode.exceeds_balance;
    refusal = refusalCode.exceeds_fund;
  }
  return refusal;
};

/** Whether a client's command would debit another client: it may debit only that client and the exchange. */
const takesFromOthers = (c: CommandFields): boolean => {
  if (c.by < FIRST_CLIENT_OWNER) return false;
  for (let i = 0; i < c.legs.count; i++)
    if (c.legs.units[i] < 0 && c.legs.owner[i] !== c.by && c.legs.owner[i] >= FIRST_CLIENT_OWNER) return true;
  return false;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const { ledger } = state;
  // Credits are applied first: by returning issued units, credits make room for the units that the debits issue.
  for (let i = 0; i < c.legs.count; i++) {
    const net = isFirstOfAccount(c, i) ? netOfAccount(c, i) : 0;
    if (net > 0) ledger.credit(ledger.ensure(c.legs.owner[i], c.legs.wallet[i], c.legs.asset[i]), net);
  }
  for (let i = 0; i < c.legs.count; i++) {
    const net = isFirstOfAccount(c, i) ? netOfAccount(c, i) : 0;
    if (net < 0) ledger.debit(ledger.ensure(c.legs.owner[i], c.legs.wallet[i], c.legs.asset[i]), -net);
  }
  events.transferPosted(c);
  return 0;
};

export const transfer: CommandKind<Transfer> = {
  code: 10,
  longForm: { code: 22, adds: ['record'] },
  flags: [{ reference: ['source', 0] }],
  fields: { record: 'numberOrZero', by: 'number', purpose: 'transferPurposes', legs: 'legs' },
  owners: ({ by, legs }) => [by, ...legs.map(({ owner }) => owner)],
  refuse,
  execute,
};
