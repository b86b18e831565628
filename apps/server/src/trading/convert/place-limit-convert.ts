import type { Acceptance, AssetId, HoldUnits, OwnerId, Refusal } from '@vitrine/core';
import type { AssetUnits, TimeMs } from '@vitrine/money';
import { readHistories } from '../../http/log-position.ts';
import { submit } from '../../http/submit.ts';
import { ApiError } from '../../kit/api-error.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import { keyedBy, outsideReference } from '../../kit/reference.ts';
import type { Services } from '../services.ts';
import { refuseTrading, submitAllowed, submitUnlocked } from '../submit-unlocked.ts';
import { type Conversion, quoteNow } from './conversion.ts';
import type { LimitConvert, LimitConvertTerms } from './limit-converts.ts';
import { MOST_WAITING_CONVERTS } from './waiting-converts.ts';

/** A conversion that waits until it yields at least `minUnits`. */
export interface LimitConvertIntent extends Conversion {
  readonly minUnits: AssetUnits;
}

export interface LimitConvertPlaced {
  readonly record: number;
  readonly position: number;
  readonly expiresMs: TimeMs;
}

/**
 * With `key`, a repeated call returns the first call's result. Errors, besides those of the core:
 * too_many_limit_conversions, too_many_conversions, reference_conflict, busy.
 */
export async function placeLimitConvert(
  services: Services,
  principal: Principal,
  conversion: LimitConvertIntent,
  key?: string,
): Promise<LimitConvertPlaced> {
  demandRight(principal, 'trade');
  const { owner } = principal;
  const { from, to, units, minUnits } = conversion;
  const terms = { owner, from: from.asset, to: to.asset, units, minUnits };
  const refuse = () => {
    refuseTrading(services, owner);
    refuseImpossible(services, owner, conversion);
  };
  const before = key === undefined ? undefined : await services.converts.limits.byKey(owner, key);
  if (before === undefined) {
    refuse();
    // Unlocks before any write, so that a failed unlock leaves no row behind.
    await principal.unlock();
  }
  const draft = before ?? (await draftWithRoom(services, terms, key));
  const command: HoldUnits = {
    kind: 'HoldUnits',
    by: owner,
    purpose: 'convert',
    from: { owner, wallet: 'spot' },
    to: { owner, wallet: 'spot' },
    asset: from.asset,
    units,
    expiresAt: draft.expiresMs,
    record: draft.record,
    // Derived from the record number and not from the client's key: the stored terms can be found by that key even
    // after the core has forgotten it.
    reference: outsideReference('limit conversion', String(draft.record)),
  };
  const refuseNow = () => {
    refuse();
    refuseTooMany(services, draft);
  };
  const { position } = await withinCount(services, draft, async () => {
    if (differs(draft, terms)) throw new ApiError('reference_conflict');
    return before === undefined
      ? submitAllowed(services, command, refuseNow)
      : submitUnlocked(services, principal, command, refuseNow);
  });
  return { record: draft.record, position, expiresMs: draft.expiresMs };
}

export interface LimitConvertCancelled {
  readonly position: number;
  readonly from: AssetId;
  /** The units that are available again. */
  readonly units: AssetUnits;
}

/** Cancels a limit conversion; needs no unlock. Errors: unknown_order. */
export async function cancelLimitConvert(
  services: Services,
  principal: Principal,
  record: number,
  key?: string,
): Promise<LimitConvertCancelled> {
  demandRight(principal, 'trade');
  const { owner } = principal;
  // The tables contain the conversion's hold only after they have reached the current log position.
  const find = () => services.converts.limits.find(owner, record);
  const found = await readHistories(services, owner, services.core.position, find);
  if (found === undefined) throw new ApiError('unknown_order');
  const { hold, from, units } = found;
  const { repeated, position } = await submit(services, { kind: 'VoidHold', hold, ...keyedBy(owner, key) });
  return { position: repeated?.position ?? position, from, units };
}

const differs = (draft: LimitConvert, terms: LimitConvertTerms): boolean =>
  (['from', 'to', 'units', 'minUnits'] as const).some((name) => draft[name] !== terms[name]);

const tooMany = () => new ApiError('too_many_limit_conversions', { most: String(MOST_WAITING_CONVERTS) });

/** Stores a draft, which counts toward the limit from now on. If the client is at the limit, no row is written. */
async function draftWithRoom(
  { converts: { limits, waiting }, clock }: Services,
  terms: LimitConvertTerms,
  idempotencyKey: string | undefined,
): Promise<LimitConvert> {
  const { owner } = terms;
  const place = waiting.reserve(owner);
  if (place === undefined) throw tooMany();
  try {
    const draft = await limits.draft(terms, clock(), idempotencyKey);
    waiting.leave(owner, place);
    waiting.enter(owner, draft.record);
    return draft;
  } finally {
    waiting.leave(owner, place);
  }
}

function refuseTooMany({ converts }: Services, { owner, record }: LimitConvert): void {
  if (!converts.waiting.enter(owner, record)) throw tooMany();
}

/**
 * Calls `enter`, which submits a limit conversion. After that, the conversion counts toward the limit only while its
 * hold is pending: not if it was refused, nor if the call repeated one that has ended.
 */
async function withinCount(
  { converts }: Services,
  { owner, record }: LimitConvert,
  enter: () => Promise<Acceptance>,
): Promise<Acceptance> {
  try {
    return await enter();
  } finally {
    converts.waiting.leave(owner, record);
  }
}

/**
 * Refusals that do not prevent placing a limit conversion: the books may later offer the liquidity that they lack now.
 * A conversion refused for any other reason is rejected immediately.
 */
const PASSING: ReadonlySet<Refusal> = new Set(['no_liquidity', 'cannot_fill']);

function refuseImpossible(services: Services, owner: OwnerId, conversion: Conversion): void {
  const { from, to, units } = conversion;
  const quote = services.core.quoteConvert(owner, from.asset, to.asset, units);
  if (typeof quote === 'string' && !PASSING.has(quote)) quoteNow(services, owner, conversion);
}
