import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CoinName, Cursor, Decimal, Exact, Optional, Position, paged, TimeMs, Words } from '../schema.ts';

/** The requirement of a task. */
export const taskRules = [
  'checkin',
  'checkin_days',
  'deposit',
  'trade_volume',
  'verified',
  'second_factor',
  'saved_address',
  'earn',
  'guesses',
  'mined_hours',
] as const;
export type TaskRule = (typeof taskRules)[number];

export const TaskId = Type.Integer({ minimum: 1, maximum: 2_147_483_647, examples: [1] });
const Points = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Count = Type.Integer({ minimum: 0 });

const AirdropTask = Exact({
  id: TaskId,
  type: Words(['checkin', 'deposit', 'other']),
  rule: Words(taskRules),
  /** The operators' own text; empty to use the rule’s default text. */
  name: Type.String(),
  description: Type.String(),
  point: Count,
  /**
   * `claimable`: done, the points can be claimed. `empty`: no deposit of the required value yet. A check-in is claimable
   * until it is claimed.
   */
  status: Words(['ongoing', 'claimable', 'claimed', 'empty']),
  /** The completed part of `required`: days, USDT, right guesses, or hours. */
  progress: Decimal,
  required: Decimal,
  /** For deposits: the required value of a single deposit, in USDT; otherwise 0. */
  deposit_requirement: Decimal,
  /** When the task was claimed; zero if it was not. */
  claimed_at: TimeMs,
});

const PointEntry = Exact({
  id: Position,
  kind: Words(['task', 'converted']),
  /** The task's rule and the operators' name for the task; empty for conversions. */
  rule: Type.String(),
  name: Type.String(),
  /** Negative for conversions. */
  points: Type.Integer(),
  /** The client's points after this entry. */
  balance: Points,
  /** For conversions: the amount of the token, and the log position of its payment, zero while pending. */
  amount: Optional(Decimal),
  paid_position: Optional(Position),
  time: TimeMs,
  /** The log position when the entry was added. */
  position: Position,
});

const area = 'account';
const claimErrors = ['unknown_task', 'task_not_done', 'reward_account_empty', 'reward_unavailable'] as const;
const Claimed = Exact({
  /** `claimed`: these points had already been claimed. */
  message: Words(['success', 'claimed']),
  points: Count,
});

export const rewardEndpoints = {
  points: defineEndpoint({
    method: 'GET',
    path: '/api/v3/points',
    area,
    access: 'client',
    errors: [],
    summary: 'The client’s points, what they can be converted into, and the fund that rewards are paid from.',
    response: Exact({
      points: Points,
      /** The token that points convert into; empty while it is not listed. */
      coin: Type.String(),
      points_per_coin: Count,
      /** The points that can be converted now: whole hundreds. */
      convertible: Points,
      /** The value of all points in the token. */
      worth: Decimal,
      /** Whether the client’s identity is verified, which a conversion requires. */
      is_verified: Type.Boolean(),
      totals: Exact({ tasks: Points, claims: Count, converted: Points }),
      fund: Exact({
        /** The fund's current balance. */
        available: Decimal,
        /** Paid to clients so far. */
        paid: Decimal,
        /** The part of the fund that is reserved for points of verified clients, or for pending payments. */
        promised: Decimal,
      }),
    }),
  }),
  airdropTasks: defineEndpoint({
    method: 'GET',
    path: '/api/v3/airdrop/1',
    area,
    access: 'client',
    reads: 'histories',
    errors: [],
    summary: 'The tasks of the Reward Center: daily, weekly and one-time tasks, with the client’s progress.',
    response: Exact({
      daily: Type.Array(AirdropTask),
      weekly: Type.Array(AirdropTask),
      allTime: Type.Array(AirdropTask),
      /** When the current day and the current week end. */
      resets_at: Exact({ daily: TimeMs, weekly: TimeMs }),
      /** The days of the current week (1: Monday) on which the client has checked in, and today. */
      week: Exact({ checked_in: Type.Array(Type.Integer()), today: Type.Integer() }),
    }),
  }),
  claimAirdropTask: defineEndpoint({
    method: 'POST',
    path: '/api/v3/claim/airdrop-task',
    aliases: ['/api/v3/claim/airdrop-task/:id'],
    area,
    access: 'client',
    limitedAsOrder: true,
    compatGet: true,
    errors: claimErrors,
    summary: 'Claims the points of a task in the Reward Center. A repeated claim changes nothing.',
    body: Exact({ id: TaskId }),
    response: Claimed,
  }),
  taskView: defineEndpoint({
    method: 'GET',
    path: '/api/v3/task/view',
    area,
    access: 'client',
    reads: 'histories',
    errors: [],
    summary: 'The campaign tasks that are listed outside the Reward Center.',
    response: Exact({
      tasks: Type.Array(
        Exact({
          /** `ONGOING`: not done, or done and not claimed yet. */
          task_status: Words(['ONGOING', 'DONE']),
          /** The completed amount. */
          amount: Decimal,
          is_claimable: Type.Boolean(),
          task_center: Exact({
            id: TaskId,
            rule: Words(taskRules),
            name: Type.String(),
            description: Type.String(),
            reward_amount: Count,
            /** The required amount. */
            amount: Decimal,
          }),
        }),
      ),
    }),
  }),
  claimTask: defineEndpoint({
    method: 'POST',
    path: '/api/v3/claim-task',
    area,
    access: 'client',
    limitedAsOrder: true,
    compatGet: true,
    errors: claimErrors,
    summary: 'Claims the points of a campaign task. A repeated claim changes nothing.',
    body: Exact({ task_center_id: TaskId }),
    response: Claimed,
  }),
  convertPoints: defineEndpoint({
    method: 'POST',
    path: '/api/v3/convert',
    area,
    access: 'client',
    money: true,
    compatGet: true,
    errors: ['points_too_few', 'points_not_whole', 'kyc_required', 'reward_account_empty', 'reward_unavailable'],
    example: { points: 100 },
    summary:
      'Converts points into the exchange’s token, 100 points to 1, which is paid into the spot wallet. By default, all whole hundreds are converted.',
    body: Exact({ points: Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })) }),
    response: Exact({
      /** `waiting`: the points are deducted, and the token will be paid once the fund's balance suffices. */
      message: Words(['success', 'waiting']),
      points: Count,
      amount: Decimal,
      coin: CoinName,
      position: Optional(Position),
    }),
  }),
  pointHistory: defineEndpoint({
    method: 'GET',
    path: '/api/v3/rewards/history',
    area,
    access: 'client',
    errors: [],
    summary: 'The client’s point entries, newest first.',
    query: Exact(paged),
    response: Exact({ entries: Type.Array(PointEntry), next_cursor: Optional(Cursor) }),
  }),
};
