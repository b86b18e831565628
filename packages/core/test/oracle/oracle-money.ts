import type { HoldUnits } from '../../src/commands/hold-units.ts';
import type { PostHold } from '../../src/commands/post-hold.ts';
import type { Transfer } from '../../src/commands/transfer.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import type { Leg, Wallet } from '../../src/vocabulary/terms.ts';
import { isFund, isSystem, MAX, type OracleHold, type OracleState, units } from './oracle-state.ts';

const isOwner = (owner: number) => owner >= 1 && owner < 2 ** 40;
const accountKey = (leg: Leg) => `${leg.owner} ${leg.wallet} ${leg.asset}`;

/** Whether the owner's available balance may fall below zero. */
export const mayOverdraw = (s: OracleState, owner: number): boolean =>
  isSystem(owner) && !(s.rulesVersion >= 5 && isFund(owner));

/** The reason why the owner cannot pay this amount, if any. */
export const obstacle = (
  s: OracleState,
  owner: number,
  asset: number,
  needed: bigint,
  wallet: Wallet = 'spot',
): Refusal | undefined => {
  const available = BigInt(s.available(owner, wallet, asset));
  if (available >= needed) return undefined;
  if (!mayOverdraw(s, owner)) return 'exceeds_balance';
  const below = needed - (available > 0n ? available : 0n);
  return s.issued(asset) + below > MAX ? 'exceeds_range' : undefined;
};

export const judgeTransfer = (s: OracleState, c: Transfer): Refusal | undefined => {
  const { legs } = c;
  if (!isOwner(c.by) || legs.length < 2 || legs.some((leg) => !isOwner(leg.owner) || leg.units === 0))
    return 'malformed';
  const known = (asset: number) => s.assets.some((each) => each.asset === asset);
  const net = new Map<string, { leg: Leg; units: bigint }>();
  for (const leg of legs) {
    const entry = net.get(accountKey(leg)) ?? { leg, units: 0n };
    net.set(accountKey(leg), { leg, units: entry.units + BigInt(leg.units) });
  }
  const before = (leg: Leg) => BigInt(s.available(leg.owner, leg.wallet, leg.asset));
  const below = (n: bigint) => (n < 0n ? -n : 0n);
  for (const asset of new Set(legs.map((leg) => leg.asset).filter(known))) {
    const changes = legs.filter((leg) => leg.asset === asset).map((leg) => BigInt(leg.units));
    const given = changes.filter((n) => n > 0n).reduce((sum, n) => sum + n, 0n);
    const taken = changes.filter((n) => n < 0n).reduce((sum, n) => sum - n, 0n);
    let issued = s.issued(asset);
    for (const { leg, units: change } of net.values())
      if (leg.asset === asset && (mayOverdraw(s, leg.owner) || s.rulesVersion === 1))
        issued += below(before(leg) + change) - below(before(leg));
    if (given > MAX || taken > MAX || issued > MAX) return 'exceeds_range';
  }
  if (legs.some((leg) => !known(leg.asset))) return 'unknown_asset';
  if (s.frozen.has(c.by)) return 'account_frozen';
  if (!isSystem(c.by) && legs.some((leg) => leg.units < 0 && leg.owner !== c.by && !isSystem(leg.owner)))
    return 'not_owner';
  for (const leg of legs)
    if (legs.filter((each) => each.asset === leg.asset).reduce((sum, each) => sum + BigInt(each.units), 0n) !== 0n)
      return 'unbalanced_legs';
  const short = [...net.values()].filter((e) => e.units < 0n && before(e.leg) + e.units < 0n);
  if (short.some(({ leg }) => !isSystem(leg.owner))) return 'exceeds_balance';
  return short.some(({ leg }) => !mayOverdraw(s, leg.owner)) ? 'exceeds_fund' : undefined;
};

export const transfer = (s: OracleState, c: Transfer): number => {
  const after = new Map<string, bigint>();
  for (const leg of c.legs) {
    const before = after.get(accountKey(leg)) ?? BigInt(s.available(leg.owner, leg.wallet, leg.asset));
    after.set(accountKey(leg), before + BigInt(leg.units));
  }
  for (const leg of c.legs) s.account(leg.owner, leg.wallet, leg.asset).available = Number(after.get(accountKey(leg)));
  s.emit({ kind: 'TransferPosted', purpose: c.purpose, record: c.record ?? 0, legs: c.legs });
  return 0;
};

export const judgeHold = (s: OracleState, c: HoldUnits): Refusal | undefined => {
  if (![c.by, c.from.owner, c.to.owner].every(isOwner) || c.units === 0) return 'malformed';
  if (c.expiresAt !== undefined && c.expiresAt !== 0 && c.expiresAt <= s.timeMs) return 'malformed';
  if (c.use !== undefined && c.purpose !== 'withdrawal') return 'malformed';
  if (!s.assets.some((asset) => asset.asset === c.asset)) return 'unknown_asset';
  const available = BigInt(s.available(c.from.owner, c.from.wallet, c.asset));
  const isShort = available < BigInt(c.units);
  const below = BigInt(c.units) - (available > 0n ? available : 0n);
  if (isShort && mayOverdraw(s, c.from.owner) && s.issued(c.asset) + below > MAX) return 'exceeds_range';
  if (s.frozen.has(c.by)) return 'account_frozen';
  const what = c.purpose === 'withdrawal' ? 'withdrawUntil' : c.purpose === 'convert' ? 'tradeUntil' : undefined;
  if (what !== undefined && s.isRestricted(c.by, what)) return 'account_restricted';
  if (!isSystem(c.by) && c.from.owner !== c.by) return 'not_owner';
  if (!isSystem(c.from.owner) && s.holds.filter((each) => each.fromOwner === c.from.owner).length >= s.stepLimit)
    return 'too_many_holds';
  if (c.use !== undefined && s.withdrawalUse(c.from.owner) + BigInt(c.use.valueUnits) > BigInt(c.use.limitUnits))
    return 'exceeds_limit';
  const uses = s.countingUses().filter((use) => use.owner === c.from.owner).length;
  if ((c.use?.valueUnits ?? 0) !== 0 && uses >= s.stepLimit) return 'exceeds_limit';
  return isShort && !mayOverdraw(s, c.from.owner) ? 'exceeds_balance' : undefined;
};

const fieldsOf = (hold: OracleHold, moved: number) => ({
  hold: hold.id,
  purpose: hold.purpose,
  asset: hold.asset,
  fromOwner: hold.fromOwner,
  fromWallet: hold.fromWallet,
  toOwner: hold.toOwner,
  toWallet: hold.toWallet,
  units: units(moved),
  record: hold.record,
});

export const hold = (s: OracleState, c: HoldUnits): number => {
  const pending: OracleHold = {
    id: s.nextHold++,
    fromOwner: c.from.owner,
    fromWallet: c.from.wallet,
    toOwner: c.to.owner,
    toWallet: c.to.wallet,
    asset: c.asset,
    purpose: c.purpose,
    units: c.units,
    expiresAt: c.expiresAt ?? 0,
    record: c.record ?? 0,
  };
  const account = s.account(c.from.owner, c.from.wallet, c.asset);
  account.available -= c.units;
  account.held += c.units;
  s.holds.push(pending);
  const value = c.use?.valueUnits ?? 0;
  if (value !== 0) s.uses.push({ owner: c.from.owner, hold: pending.id, units: value, timeMs: s.timeMs });
  s.emit({ kind: 'HoldPending', ...fieldsOf(pending, c.units) });
  return pending.id;
};

export const post = (s: OracleState, c: PostHold, pending: OracleHold): number => {
  const posted = c.units ?? pending.units;
  const from = s.account(pending.fromOwner, pending.fromWallet, pending.asset);
  from.held -= pending.units;
  from.available += pending.units - posted;
  s.account(pending.toOwner, pending.toWallet, pending.asset).available += posted;
  s.holds = s.holds.filter((each) => each !== pending);
  s.emit({ kind: 'HoldPosted', ...fieldsOf(pending, posted), returnedUnits: units(pending.units - posted) });
  return pending.id;
};

export const voidHold = (s: OracleState, pending: OracleHold, expired: boolean): number => {
  const from = s.account(pending.fromOwner, pending.fromWallet, pending.asset);
  from.held -= pending.units;
  from.available += pending.units;
  s.holds = s.holds.filter((each) => each !== pending);
  s.uses = s.uses.filter((use) => use.hold !== pending.id);
  s.emit({ kind: 'HoldVoided', ...fieldsOf(pending, pending.units), expired });
  return pending.id;
};
