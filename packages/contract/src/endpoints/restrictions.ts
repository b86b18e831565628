import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { restrictionKinds, restrictionReasons } from '../restrictions.ts';
import { staffRoles } from '../roles.ts';
import { Exact, Optional, Password, RowId, TimeMs, Words } from '../schema.ts';

export const RestrictionKindWord = Words(restrictionKinds);
export const RestrictionReasonWord = Words(restrictionReasons);
const ObjectionText = Type.String({
  minLength: 10,
  maxLength: 2000,
  examples: ['I can show where this money is from.'],
});

/**
 * `open` until the appeal is answered. `kept` or `ended`: the answer's decision on the restriction. `lapsed`: the
 * restriction expired before the appeal was answered.
 */
export const ObjectionOutcome = Words(['open', 'kept', 'ended', 'lapsed']);

const Objection = Exact({
  id: RowId,
  made_at: TimeMs,
  text: Type.String(),
  outcome: ObjectionOutcome,
  /** 0 while the appeal is open. */
  answered_at: TimeMs,
  answer: Type.String(),
});

const OwnRestriction = Exact({
  id: RowId,
  kind: RestrictionKindWord,
  reason: RestrictionReasonWord,
  /** The rule that the restriction is based on, and what it means, in the words of the person who set it. */
  rule: Type.String(),
  /** The team that set the restriction. */
  set_by: Words(staffRoles),
  set_at: TimeMs,
  ends_at: TimeMs,
  /** 0 while the restriction is in force. */
  ended_at: TimeMs,
  renewals: Type.Integer({ minimum: 0 }),
  /** Newest first; only the first can be open. */
  objections: Type.Array(Objection),
});

/** An active restriction, in the form that every page shows. */
export const RestrictionInForce = Exact({ kind: RestrictionKindWord, reason: RestrictionReasonWord, ends_at: TimeMs });

export const restrictionEndpoints = {
  restrictions: defineEndpoint({
    method: 'GET',
    path: '/api/v3/restrictions',
    area: 'account',
    access: 'client',
    errors: [],
    summary:
      'The restrictions of the account, active ones first, each with its reason, its end, the team that set it, and the appeals against it.',
    response: Exact({ restrictions: Type.Array(OwnRestriction) }),
  }),
  makeObjection: defineEndpoint({
    method: 'POST',
    path: '/api/v3/objections',
    area: 'account',
    access: 'client',
    errors: ['unknown_restriction', 'restriction_ended', 'objection_open', 'objection_empty'],
    summary:
      'Appeals an active restriction of the account. The appeal is decided by someone who has neither set nor extended the restriction.',
    body: Exact({ restriction_id: RowId, text: ObjectionText }),
    response: Exact({ message: Words(['success']), objection_id: RowId }),
  }),
  makeFrozenObjection: defineEndpoint({
    method: 'POST',
    path: '/api/v3/frozen-objection',
    area: 'account',
    access: 'visitor',
    hashesPassword: true,
    errors: ['login_failed', 'sign_in_expired', 'not_frozen', 'objection_open', 'objection_empty'],
    summary:
      'Appeals a freeze. A freeze ends all sessions, so this call requires no session, but either the `ticket` from the `account_frozen` error of a sign-in, or email (`username`) and password. Rate-limited like sign-in.',
    body: Exact({
      username: Optional(Type.String({ minLength: 1, maxLength: 254 })),
      password: Optional(Password),
      ticket: Optional(Type.String({ minLength: 1, maxLength: 64 })),
      text: ObjectionText,
    }),
    /** The freeze, in the form that the account's owner sees. */
    response: Exact({
      message: Words(['success']),
      reason: RestrictionReasonWord,
      rule: Type.String(),
      ends_at: TimeMs,
    }),
  }),
};
