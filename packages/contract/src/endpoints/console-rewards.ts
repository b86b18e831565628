import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  Decimal,
  Exact,
  Optional,
  Position,
  ReasonLike,
  RowId,
  Success,
  TimeMs,
  Uid,
  Words,
} from '../schema.ts';
import { ReferralTerms, SignalWord } from './referral.ts';
import { TaskId, taskRules } from './rewards.ts';

const Text = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\p{Cc}]*$', examples: [''] });
const Usdt = (maximum: number, example: number) => Type.Integer({ minimum: 0, maximum, examples: [example] });
const TaskList = Words(['daily', 'weekly', 'once', 'center']);

const taskTerms = {
  list: TaskList,
  rule: Words(taskRules),
  /** Days, or whole USDT; 0 for rules without an amount. */
  threshold: Type.Integer({ minimum: 0, maximum: 1_000_000_000, examples: [50] }),
  points: Type.Integer({ minimum: 1, maximum: 100_000, examples: [50] }),
  /** The operators' own text; empty to use the rule’s default text. */
  name: Text(60),
  description: Text(200),
  is_on: Type.Boolean(),
  place: Type.Integer({ minimum: 0, maximum: 1_000, examples: [1] }),
};

/** A client of a held referral. */
const HoldParty = Exact({
  uid: Uid,
  /** The text of this client's objection to the hold; empty if there is none. */
  objection: Type.String(),
  objected_at: TimeMs,
});
const HoldItem = Exact({
  id: RowId,
  inviter: HoldParty,
  friend: HoldParty,
  /** Heaviest first. */
  signals: Type.Array(Exact({ signal: SignalWord, weight: Type.Integer({ minimum: 1 }) })),
  weight: Type.Integer({ minimum: 1 }),
  held_at: TimeMs,
  /** Without an objection by one of them, the held payments are denied at this time. */
  ends_at: TimeMs,
  state: Words(['held', 'released', 'denied']),
  decided_at: TimeMs,
  /** Empty while undecided, or if the hold ended without an objection. */
  decided_by: Type.String(),
  answer: Type.String(),
  /** Whether the caller may decide; false for the caller's own account. */
  may_decide: Type.Boolean(),
});
const Answer = Type.String({
  minLength: 3,
  maxLength: 2000,
  examples: ['Thank you, this explains the shared device.'],
});
const forHolds = { area: 'console', access: 'staff' } as const;

const staff = { area: 'console', access: 'staff', roles: ['treasury'] } as const;

export const consoleRewardEndpoints = {
  consoleRewards: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/rewards',
    ...staff,
    audited: false,
    errors: [],
    summary: 'The reward fund, its latest transfers, the referral terms, and the tasks.',
    response: Exact({
      fund: Type.Array(
        Exact({
          coin: CoinName,
          available: Decimal,
          /**
           * The reserved part of the fund: for points of verified clients who were active within 90 days, granted
           * credits, pending payments, and pending returns.
           */
          promised: Decimal,
          paid: Decimal,
          /** The sum of pending payments. */
          waiting: Decimal,
        }),
      ),
      fundings: Type.Array(
        Exact({
          id: RowId,
          coin: CoinName,
          amount: Decimal,
          /** The account of the exchange that the money comes from or returns to. */
          source: Words(['fees', 'treasury']),
          /** `in`: into the fund; `out`: returned from it. */
          direction: Words(['in', 'out']),
          state: Words(['approved', 'done', 'cancelled']),
          approved_at: TimeMs,
          /** The log position of the transfer; zero while it is pending. */
          position: Position,
        }),
      ),
      /** The current terms of the referral programme; absent if there is none. */
      programme: Optional(ReferralTerms),
      tasks: Type.Array(
        Exact({
          task_id: TaskId,
          version: Type.Integer({ minimum: 1 }),
          ...taskTerms,
          /** How often it has been claimed. */
          claims: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
  }),
  consoleAskToFundRewards: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/rewards/fund',
    ...staff,
    errors: [
      'unknown_coin',
      'amount_required',
      'malformed_amount',
      'excess_decimals',
      'exceeds_range',
      'approver_too_new',
    ],
    summary: 'Requests a transfer from the exchange’s fees or treasury into the reward fund.',
    body: Exact({
      coin: CoinName,
      amount: Decimal,
      source: Words(['fees', 'treasury']),
      reason: ReasonLike('Budget of the first quarter'),
    }),
    response: Exact({ approval: RowId }),
  }),
  consoleAskToReturnRewards: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/rewards/return',
    ...staff,
    errors: [
      'unknown_coin',
      'amount_required',
      'malformed_amount',
      'excess_decimals',
      'exceeds_range',
      'approver_too_new',
    ],
    summary:
      'Requests the return of coins from the reward fund to the account that they came from. The approval fails if they are reserved for clients, or came from the other account.',
    body: Exact({
      coin: CoinName,
      amount: Decimal,
      source: Words(['fees', 'treasury']),
      reason: ReasonLike('The campaign has ended'),
    }),
    response: Exact({ approval: RowId }),
  }),
  consoleCancelRewardFunding: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/rewards/cancel-funding',
    ...staff,
    errors: ['unknown_funding', 'funding_under_way'],
    summary: 'Cancels an approved transfer into the reward fund that is pending for lack of fees.',
    body: Exact({ id: RowId, reason: ReasonLike('The fees are needed elsewhere') }),
    response: Success,
  }),
  consoleAskForProgramme: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/rewards/programme',
    ...staff,
    errors: ['nothing_to_change', 'approver_too_new'],
    summary:
      'Requests new terms of the referral programme. They apply to friends who sign up from then on; the terms of earlier friends do not change.',
    body: Exact({
      joined_usdt: Usdt(1_000_000, 100),
      bonus_usdt: Usdt(1_000_000, 100),
      bonus_above_usdt: Usdt(1_000_000_000, 50),
      /** Millionths: 100000 is 10%. */
      commission_ppm: Type.Integer({ minimum: 0, maximum: 500_000, examples: [100_000] }),
      is_open: Type.Boolean(),
      reason: ReasonLike('A higher bonus in December'),
    }),
    response: Exact({ approval: RowId }),
  }),
  consoleAskForTask: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/rewards/task',
    ...staff,
    errors: ['unknown_task', 'nothing_to_change', 'approver_too_new'],
    summary:
      'Requests a new task, or a change to a task. Points and periods that were already claimed are not affected.',
    body: Exact({ task_id: Optional(TaskId), ...taskTerms, reason: ReasonLike('A task for new clients') }),
    response: Exact({ approval: RowId }),
  }),
  consoleReferralHolds: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/referral-holds',
    ...forHolds,
    roles: ['compliance', 'treasury'],
    errors: [],
    summary: 'Holds on referral payments: open ones, those that end first at the top, or decided ones, newest first.',
    query: Exact({
      state: Optional(Words(['open', 'decided'])),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    response: Exact({ holds: Type.Array(HoldItem), open: Type.Integer({ minimum: 0 }) }),
  }),
  consoleDenyHold: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/referral-holds/deny',
    ...forHolds,
    roles: ['compliance'],
    errors: ['unknown_hold', 'hold_ended', 'no_objection', 'own_account', 'answer_empty'],
    summary:
      'Denies the held payments, after an objection: pending credits are not granted, the unused part of granted ones is revoked, and no commission is paid for this friend. A hold without an objection ends in a denial automatically.',
    body: Exact({ id: RowId, answer: Answer }),
    response: Success,
  }),
  consoleAskToReleaseHold: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/referral-holds/release',
    ...forHolds,
    roles: ['compliance'],
    errors: ['unknown_hold', 'hold_ended', 'own_account', 'answer_empty', 'approver_too_new'],
    summary: 'Requests the release of the held payments, with an answer to both clients.',
    body: Exact({ id: RowId, answer: Answer, reason: ReasonLike('A family with one computer') }),
    response: Exact({ approval: RowId }),
  }),
};
