import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { signalKindWords, signalWords } from '../referral-signals.ts';
import { Cursor, Decimal, Exact, Optional, RowId, Success, TimeMs, WholeUsdt, Words } from '../schema.ts';

export const SignalWord = Words(signalWords);

/** The terms of the referral programme, from which its texts are generated. */
export const ReferralTerms = Exact({
  /** Fee credit for both when the friend is verified. */
  joined_usdt: WholeUsdt,
  /** Further fee credit for both when the friend first buys or deposits more than `bonus_above_usdt` at once. */
  bonus_usdt: WholeUsdt,
  bonus_above_usdt: WholeUsdt,
  /** The inviter’s share of the friend’s fees. */
  commission_percent: Decimal,
  /** Whether new friends can join. */
  is_open: Type.Boolean(),
});

const Count = Type.Integer({ minimum: 0 });

/**
 * A hold on a referral's payments, because signals indicate that both may be the same person. Both may object until
 * `object_by`. Then the payments are denied, or an operator decides on the objection.
 */
const Hold = Exact({
  id: RowId,
  /** The kind of the heaviest signal. */
  reason: Words(signalKindWords),
  held_at: TimeMs,
  object_by: TimeMs,
  /** `held` while undecided. */
  state: Words(['held', 'released', 'denied']),
  decided_at: TimeMs,
  /** The answer of the operator who decided; empty if there is none. */
  answer: Type.String(),
  /** When this client objected, and the text; absent if they did not. */
  objection: Optional(Exact({ made_at: TimeMs, text: Type.String() })),
});

const Friend = Exact({
  /** The first letter of the friend’s email address. */
  name: Type.String(),
  joined_at: TimeMs,
  /** Zero until the friend is verified. */
  verified_at: TimeMs,
  /** When a sufficient deposit or purchase of the friend was found; zero until then. */
  bonus_at: TimeMs,
  /**
   * The friend’s fees that earn commission: fees of trades with others, minus refunds by fee credits. Only closed UTC
   * days, in whole USDT.
   */
  fees: Decimal,
  /** The commission that has been paid or is being paid, in whole cents. */
  commission: Decimal,
  /** Your fee credit for this friend, and your credit for this friend that is still pending. */
  credit: Decimal,
  credit_waiting: Decimal,
  /** Absent if this referral's payments were never held. */
  hold: Optional(Hold),
});

export const referralEndpoints = {
  getReferral: defineEndpoint({
    method: 'GET',
    path: '/api/v3/get-referral',
    area: 'account',
    access: 'client',
    errors: [],
    summary: 'The client’s referral code, friends, fee credit and commission. Friends are listed newest first.',
    query: Exact({
      cursor: Optional(Cursor),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    }),
    response: Exact({
      referral: Exact({
        code: Type.String(),
        /** The path of the sign-up page with this code. */
        path: Type.String(),
        /** Absent if there is no programme. */
        terms: Optional(ReferralTerms),
        /** The share of this client’s fees that their inviter gets; absent without an inviter. */
        inviter_percent: Optional(Decimal),
        /** The hold on the client's own reward for having been invited; absent if there was none. */
        own_hold: Optional(Hold),
        /** Fee credit in USDT: granted so far, used, left, and still pending. */
        credit: Exact({ granted: Decimal, used: Decimal, left: Decimal, waiting: Decimal }),
        totals: Exact({ friends: Count, verified: Count, fees: Decimal, commission: Decimal }),
        friends: Type.Array(Friend),
        next_cursor: Optional(Cursor),
      }),
    }),
  }),
  referralCode: defineEndpoint({
    method: 'GET',
    path: '/api/v3/referral-code',
    area: 'account',
    access: 'visitor',
    errors: [],
    perAddressPerSecond: 5,
    summary:
      'Whether a referral code exists. Reveals nothing about its owner’s account. A sign-up with an unknown code is accepted, and the code is stored as a note.',
    query: Exact({ code: Type.String({ minLength: 1, maxLength: 500, examples: ['MK7Q2D'] }) }),
    response: Exact({ known: Type.Boolean() }),
  }),
  referralTerms: defineEndpoint({
    method: 'GET',
    path: '/api/v3/referral-terms',
    area: 'account',
    access: 'visitor',
    errors: [],
    summary: 'The current terms of the referral programme; absent if there is none.',
    response: Exact({ terms: Optional(ReferralTerms) }),
  }),
  objectToHold: defineEndpoint({
    method: 'POST',
    path: '/api/v3/referral-objections',
    area: 'account',
    access: 'client',
    errors: ['unknown_hold', 'hold_ended', 'objection_made', 'objection_empty'],
    summary:
      'Objects to a hold on a referral of the caller: once, within 30 days. An operator decides on the objection.',
    body: Exact({
      hold_id: RowId,
      text: Type.String({
        minLength: 10,
        maxLength: 2000,
        examples: ['My sister and I share one computer at home.'],
      }),
    }),
    response: Success,
  }),
};
