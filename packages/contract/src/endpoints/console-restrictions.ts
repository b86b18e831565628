import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { MOST_RESTRICTION_DAYS } from '../restrictions.ts';
import { Exact, Optional, ReasonLike, RowId, Success, TimeMs, Uid, Words } from '../schema.ts';
import { ObjectionOutcome, RestrictionKindWord, RestrictionReasonWord } from './restrictions.ts';

/** The operator's reason, which is stored in the audit trail. */
export const Reason = ReasonLike('The client called and was identified');
const Days = Type.Integer({ minimum: 1, maximum: MOST_RESTRICTION_DAYS });
const Limit = Optional(Type.Integer({ minimum: 1, maximum: 200 }));

/** A restriction as operators see it. */
export const RestrictionItem = Exact({
  id: RowId,
  uid: Uid,
  kind: RestrictionKindWord,
  reason: RestrictionReasonWord,
  rule: Type.String(),
  set_by: Type.String(),
  set_at: TimeMs,
  ends_at: TimeMs,
  /** Who renewed the restriction last; empty if it was never renewed. */
  renewed_by: Type.String(),
  renewals: Type.Integer({ minimum: 0 }),
  /** 0 while the restriction is in force. */
  ended_at: TimeMs,
  /** Empty if the restriction ended automatically. */
  ended_by: Type.String(),
  end_reason: Type.String(),
  /** Whether an appeal against the restriction is open. */
  objection_open: Type.Boolean(),
});

const ObjectionItem = Exact({
  id: RowId,
  uid: Uid,
  made_at: TimeMs,
  text: Type.String(),
  outcome: ObjectionOutcome,
  /** Who is working on the appeal; empty if nobody is yet. */
  assigned_to: Type.String(),
  answered_at: TimeMs,
  answered_by: Type.String(),
  answer: Type.String(),
  /**
   * Whether the caller may answer the appeal. Those who set or renewed the restriction, and the client themselves,
   * may not.
   */
  may_answer: Type.Boolean(),
  restriction: RestrictionItem,
});

const forStaff = { area: 'console', access: 'staff' } as const;

export const consoleRestrictionEndpoints = {
  consoleRestrictions: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/restrictions',
    roles: ['support', 'compliance', 'treasury'],
    errors: [],
    summary: 'Restrictions of all clients: active ones, soonest to end first, or ended ones, newest first.',
    query: Exact({ state: Optional(Words(['in_force', 'ended'])), kind: Optional(RestrictionKindWord), limit: Limit }),
    response: Exact({ restrictions: Type.Array(RestrictionItem), in_force: Type.Integer({ minimum: 0 }) }),
  }),
  consoleSetRestriction: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/restrictions/set',
    roles: ['support', 'compliance'],
    errors: ['unknown_client', 'own_account', 'restriction_exists', 'rule_empty'],
    summary:
      'Restricts a client. A freeze cancels their open orders, ends their sessions immediately and refuses all further calls; a trade restriction cancels their open orders, except take-profit and stop-loss orders on futures positions, and rejects new orders.',
    body: Exact({
      uid: Uid,
      kind: RestrictionKindWord,
      reason: RestrictionReasonWord,
      rule: Type.String({
        minLength: 3,
        maxLength: 500,
        examples: ['AML 4.2: withdrawals are on hold until the source of funds is verified.'],
      }),
      days: Days,
    }),
    response: Exact({ restriction: RestrictionItem }),
  }),
  consoleEndRestriction: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/restrictions/end',
    roles: ['compliance'],
    errors: ['unknown_restriction', 'restriction_ended', 'own_account'],
    summary: 'Ends a restriction early; a frozen client can sign in again immediately.',
    body: Exact({ id: RowId, reason: Reason }),
    response: Exact({ restriction: RestrictionItem }),
  }),
  consoleRenewRestriction: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/restrictions/renew',
    roles: ['compliance'],
    errors: ['unknown_restriction', 'restriction_ended', 'own_account', 'approver_too_new'],
    summary:
      'Requests that a restriction be renewed for `days` days from approval. Unless a second person approves this, the restriction ends as planned.',
    body: Exact({ id: RowId, days: Days, reason: Reason }),
    response: Exact({ approval: RowId }),
  }),
  consoleObjections: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/objections',
    roles: ['support', 'compliance'],
    errors: [],
    summary: 'Appeals by clients: open ones, longest waiting first, or answered ones, newest first.',
    query: Exact({ state: Optional(Words(['open', 'answered'])), limit: Limit }),
    response: Exact({ objections: Type.Array(ObjectionItem), open: Type.Integer({ minimum: 0 }) }),
  }),
  consoleAssignObjection: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/objections/assign',
    roles: ['compliance'],
    errors: ['unknown_objection', 'objection_answered', 'own_account', 'second_person_needed'],
    summary:
      'Assigns an open appeal to the caller, even if the appeal is assigned to someone else. If `take` is false, unassigns the appeal instead.',
    body: Exact({ id: RowId, take: Type.Boolean() }),
    response: Success,
  }),
  consoleAnswerObjection: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/objections/answer',
    roles: ['compliance'],
    errors: ['unknown_objection', 'objection_answered', 'own_account', 'second_person_needed', 'answer_empty'],
    summary:
      'Answers an appeal against a restriction: if `keep` is true, the restriction stays in force; otherwise, the restriction ends. A person who set or renewed the restriction cannot answer the appeal.',
    body: Exact({
      id: RowId,
      keep: Type.Boolean(),
      answer: Type.String({ minLength: 3, maxLength: 2000, examples: ['The papers you sent answer our question.'] }),
    }),
    response: Success,
  }),
};
