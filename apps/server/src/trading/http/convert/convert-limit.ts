import type { endpoints } from '@vitrine/contract';
import type { Acceptance, HoldUnits, Refusal } from '@vitrine/core';
import { readUnits } from '../../../kit/amounts.ts';
import { ApiError } from '../../../kit/api-error.ts';
import { outsideReference } from '../../../kit/reference.ts';
import type { LimitConvert, LimitConvertTerms } from '../../convert/limit-converts.ts';
import { MOST_WAITING_CONVERTS } from '../../convert/waiting-converts.ts';
import type { Handler, Services } from '../../services.ts';
import { refuseTrading } from '../orders/submit-order.ts';
import { submitAllowed, submitWithPassword } from '../orders/submit-with-password.ts';
import { mayTrade } from '../orders/trading-password.ts';
import { amountText, type Conversion, quoteNow, readConversion } from './conversion.ts';

export const convertLimit: Handler<typeof endpoints.convertLimit> = async (call) => {
  const { services, session, body, idempotencyKey } = call;
  const { owner } = session;
  const conversion = readConversion(services, body);
  const { from, to, units } = conversion;
  const minUnits = readUnits(body.receives, to);
  const terms = { owner, from: from.asset, to: to.asset, units, minUnits };
  const refuse = () => {
    refuseTrading(call);
    refuseImpossible(services, owner, conversion);
  };
  const { limits } = services.converts;
  const before = idempotencyKey === undefined ? undefined : await limits.byKey(owner, idempotencyKey);
  if (before === undefined) {
    refuse();
    // Before anything is written: who does not know the password leaves no row.
    if (!(await mayTrade(call))) return { message: 'wrong_transaction_password' };
  }
  const draft = before ?? (await draftWithRoom(services, terms, idempotencyKey));
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
    // The terms are found again under the client's key for as long as they stand, longer than the core knows clients' keys.
    reference: outsideReference('limit conversion', String(draft.record)),
  };
  const refuseNow = () => {
    refuse();
    refuseTooMany(services, draft);
  };
  const accepted = await withinCount(services, draft, async () => {
    if (differs(draft, terms)) throw new ApiError('reference_conflict');
    return before === undefined
      ? submitAllowed(call, command, refuseNow)
      : submitWithPassword(call, command, refuseNow);
  });
  if (accepted === undefined) return { message: 'wrong_transaction_password' };
  const result = {
    from: from.code,
    to: to.code,
    amount: amountText(from, units),
    receives: amountText(to, minUnits),
    expires_at: draft.expiresMs,
  };
  return { message: 'success', order_id: String(draft.record), position: accepted.position, result };
};

const differs = (draft: LimitConvert, terms: LimitConvertTerms): boolean =>
  (['from', 'to', 'units', 'minUnits'] as const).some((name) => draft[name] !== terms[name]);

const tooMany = () => new ApiError('too_many_limit_conversions', { most: String(MOST_WAITING_CONVERTS) });

/** Who has no room for one more leaves no row either. What was written down counts from now on. */
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

/** One that was not taken in, or had ended before it was repeated, counts no more. */
async function withinCount(
  { converts }: Services,
  { owner, record }: LimitConvert,
  enter: () => Promise<Acceptance | undefined>,
): Promise<Acceptance | undefined> {
  try {
    return await enter();
  } finally {
    converts.waiting.leave(owner, record);
  }
}

/** What the books lack now they may have later; what a market never takes is refused at once. */
const PASSING: ReadonlySet<Refusal> = new Set(['no_liquidity', 'cannot_fill']);

function refuseImpossible(services: Services, owner: number, conversion: Conversion): void {
  const { from, to, units } = conversion;
  const quote = services.core.quoteConvert(owner, from.asset, to.asset, units);
  if (typeof quote === 'string' && !PASSING.has(quote)) quoteNow(services, owner, conversion);
}
