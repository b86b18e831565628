import { MAX_UNITS } from '@vitrine/money';
import type { CommandFields } from '../codec/command-fields.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import { MAX_ASSETS, MAX_OWNER } from '../ledger/ledger.ts';
import type { State } from '../state.ts';
import { FIRST_CLIENT_OWNER } from '../vocabulary/commands.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { FIRST_RULES_VERSION } from '../vocabulary/rules.ts';

const isMalformed = (c: CommandFields): boolean => {
  if (c.owner < 1 || c.owner > MAX_OWNER || c.legCount < 2) return true;
  for (let i = 0; i < c.legCount; i++)
    if (c.legOwner[i] < 1 || c.legOwner[i] > MAX_OWNER || c.legUnits[i] === 0) return true;
  return false;
};

const isSameAccount = (c: CommandFields, i: number, j: number): boolean =>
  c.legOwner[i] === c.legOwner[j] && c.legWallet[i] === c.legWallet[j] && c.legAsset[i] === c.legAsset[j];

const isFirstOfAccount = (c: CommandFields, leg: number): boolean => {
  for (let i = 0; i < leg; i++) if (isSameAccount(c, i, leg)) return false;
  return true;
};

/** What all legs of this leg's account come to. */
const netOfAccount = (c: CommandFields, leg: number): number => {
  let net = 0;
  for (let i = leg; i < c.legCount; i++) if (isSameAccount(c, i, leg)) net += c.legUnits[i];
  return net;
};

/** The larger of what an asset's legs give and take: bounds every partial sum. */
const magnitude = (c: CommandFields, asset: number): number => {
  let given = 0;
  let taken = 0;
  for (let i = 0; i < c.legCount; i++) {
    if (c.legAsset[i] !== asset) continue;
    if (c.legUnits[i] > 0) given += c.legUnits[i];
    else taken -= c.legUnits[i];
  }
  return Math.max(given, taken);
};

const availableOf = (state: State, c: CommandFields, leg: number): number =>
  state.ledger.availableAt(state.ledger.find(c.legOwner[leg], c.legWallet[leg], c.legAsset[leg]));

const passesRange = (state: State, c: CommandFields): boolean => {
  for (let i = 0; i < c.legCount; i++) {
    const asset = c.legAsset[i];
    if (asset >= MAX_ASSETS || state.assetCodes[asset] === 0) continue;
    if (magnitude(c, asset) > MAX_UNITS || issuesTooMuch(state, c, asset)) return true;
  }
  return false;
};

/** Only the exchange's own accounts issue; the first rules counted what a client lacks as well. */
const mayIssue = (state: State, owner: number): boolean =>
  owner < FIRST_CLIENT_OWNER || state.rulesVersion === FIRST_RULES_VERSION;

/** Whether the asset would be issued beyond 2^53 − 1. What goes back is counted first, so that no sum on the way passes it. */
const issuesTooMuch = (state: State, c: CommandFields, asset: number): boolean => {
  let issued = state.ledger.issued[asset];
  for (const sign of [1, -1]) {
    for (let i = 0; i < c.legCount; i++) {
      if (c.legAsset[i] !== asset || !isFirstOfAccount(c, i)) continue;
      if (!mayIssue(state, c.legOwner[i])) continue;
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

/** [L2] to [L5]: everything that keeps a transfer out, in order of precedence. */
export const refuseTransfer = (state: State, c: CommandFields): number => {
  if (isMalformed(c)) return refusalCode.malformed;
  if (passesRange(state, c)) return refusalCode.exceeds_range;
  for (let i = 0; i < c.legCount; i++)
    if (c.legAsset[i] >= MAX_ASSETS || state.assetCodes[c.legAsset[i]] === 0) return refusalCode.unknown_asset;
  if (state.owners.isFrozen(c.owner)) return refusalCode.account_frozen;
  if (takesFromOthers(c)) return refusalCode.not_owner;
  for (let i = 0; i < c.legCount; i++) {
    let sum = 0;
    for (let j = 0; j < c.legCount; j++) if (c.legAsset[j] === c.legAsset[i]) sum += c.legUnits[j];
    if (sum !== 0) return refusalCode.unbalanced_legs;
  }
  for (let i = 0; i < c.legCount; i++) {
    if (c.legOwner[i] < FIRST_CLIENT_OWNER || !isFirstOfAccount(c, i)) continue;
    if (availableOf(state, c, i) + netOfAccount(c, i) < 0) return refusalCode.exceeds_balance;
  }
  return refusalCode.none;
};

/** A client's own command takes from that client and from the exchange, never from another client. */
const takesFromOthers = (c: CommandFields): boolean => {
  if (c.owner < FIRST_CLIENT_OWNER) return false;
  for (let i = 0; i < c.legCount; i++)
    if (c.legUnits[i] < 0 && c.legOwner[i] !== c.owner && c.legOwner[i] >= FIRST_CLIENT_OWNER) return true;
  return false;
};

export const transfer = (state: State, c: CommandFields, events: EventBuffer): number => {
  const { ledger } = state;
  // Credits come first: what they bring back of the issue makes room for what the debits add to it.
  for (let i = 0; i < c.legCount; i++) {
    const net = isFirstOfAccount(c, i) ? netOfAccount(c, i) : 0;
    if (net > 0) ledger.credit(ledger.ensure(c.legOwner[i], c.legWallet[i], c.legAsset[i]), net);
  }
  for (let i = 0; i < c.legCount; i++) {
    const net = isFirstOfAccount(c, i) ? netOfAccount(c, i) : 0;
    if (net < 0) ledger.debit(ledger.ensure(c.legOwner[i], c.legWallet[i], c.legAsset[i]), -net);
  }
  events.transferPosted(c);
  return 0;
};
