import { Type } from 'typebox';
import { autoInvestCycles, autoInvestKinds, autoInvestLists, autoInvestReasons } from '../auto-invest.ts';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  Cursor,
  Decimal,
  Exact,
  NameText,
  Optional,
  Percent,
  Position,
  paged,
  RowId,
  SignedDecimal,
  Success,
  TimeMs,
  Version,
  Words,
} from '../schema.ts';
import { passwordFields } from './orders.ts';

const Share = Type.Integer({ minimum: 1, maximum: 100, examples: [60] });
const Kind = Words(autoInvestKinds);
const List = Words(autoInvestLists);

const schedule = {
  cycle: Words(autoInvestCycles),
  /** For weekly and bi-weekly plans: 1 is Monday. */
  weekday: Optional(Type.Integer({ minimum: 1, maximum: 7 })),
  /** For monthly plans. In a shorter month, the run is on its last day. */
  day: Optional(Type.Integer({ minimum: 1, maximum: 31 })),
  /** The hour of the day in UTC, for cycles of at least a day; midnight if absent. */
  hour: Optional(Type.Integer({ minimum: 0, maximum: 23 })),
};

/** The terms of a plan. `coins` is for single and portfolio plans, `list` for linked ones. */
const terms = {
  name: Optional(NameText({ maxLength: 40, examples: ['Weekly core'] })),
  coins: Optional(Type.Array(Exact({ name: CoinName, percent: Share }), { minItems: 1, maxItems: 10 })),
  list: Optional(List),
  /** USDT per run. */
  amount: Decimal,
  ...schedule,
  /** Whether flexible USDT in Simple Earn is redeemed when the spot balance is short. */
  use_flexible: Optional(Type.Boolean()),
};

const PlanCoin = Exact({
  name: CoinName,
  full_name: Type.String(),
  image: Type.String(),
  decimals: Type.Integer(),
  /** The share of each run; 0 if the plan no longer buys the coin. */
  percent: Type.Integer(),
  /** The amount spent, fees included, and the amount bought with it. */
  invested: Decimal,
  bought: Decimal,
  fees: Decimal,
  /** Invested ÷ bought; absent before the first purchase. */
  average_cost: Optional(Decimal),
  /** The value of what was bought, at the current price, whether it is still in the wallet or not. */
  value: Decimal,
  return: SignedDecimal,
});

const Plan = Exact({
  id: RowId,
  kind: Kind,
  name: Type.String(),
  list: Optional(List),
  coins: Type.Array(PlanCoin),
  amount: Decimal,
  ...schedule,
  use_flexible: Type.Boolean(),
  state: Words(['active', 'paused', 'stopped']),
  /** An edit must send the version that it is based on. */
  version: Version,
  created_at: TimeMs,
  ended_at: Optional(TimeMs),
  first_run: TimeMs,
  next_run: Optional(TimeMs),
  runs: Type.Integer(),
  skipped: Type.Integer(),
  /** Runs missed because of outages. */
  missed: Type.Integer(),
  invested: Decimal,
  value: Decimal,
  return: SignedDecimal,
  return_percent: Optional(Percent),
});

const Purchase = Exact({
  coin: CoinName,
  /** The part of the run for this coin. */
  amount: Decimal,
  state: Words(['pending', 'done', 'refused']),
  reason: Optional(Words(autoInvestReasons)),
  spent: Optional(Decimal),
  bought: Optional(Decimal),
  fee: Optional(Decimal),
  price: Optional(Decimal),
  /** The log position of the conversion, to find it in the conversion history. */
  position: Optional(Position),
});

const Run = Exact({
  id: RowId,
  plan_id: RowId,
  plan_name: Type.String(),
  /** The planned time of the run, and when it was executed. */
  planned_at: TimeMs,
  time: TimeMs,
  amount: Decimal,
  spent: Decimal,
  /** The amount redeemed from flexible USDT for this run. */
  from_flexible: Decimal,
  /** Earlier runs that were missed in an outage, and that this run replaces. */
  missed: Type.Integer(),
  state: Words(['pending', 'done', 'skipped']),
  reason: Optional(Words(autoInvestReasons)),
  purchases: Type.Array(Purchase),
});

const forClients = { area: 'earn', access: 'client' } as const;

/** Why terms are refused. */
export const planErrors = [
  'unknown_coin',
  'no_conversion',
  'weights_invalid',
  'schedule_invalid',
  'list_empty',
  'too_many_plans',
  'too_many_runs',
  'amount_required',
  'malformed_amount',
  'exceeds_range',
  'excess_decimals',
  'below_minimum',
  'above_maximum',
  'market_halted',
  'market_cancel_only',
  'market_busy',
  'account_restricted',
  'kyc_required',
  'transaction_password_required',
  'transaction_password_missing',
] as const;

const Message = Words(['success', 'wrong_transaction_password']);
const example = {
  kind: 'portfolio',
  name: 'Weekly core',
  coins: [
    { name: 'BTC', percent: 60 },
    { name: 'ETH', percent: 40 },
  ],
  amount: '200',
  cycle: 'Weekly',
  weekday: 1,
  hour: 8,
  use_flexible: true,
} as const;

export const autoInvestEndpoints = {
  autoInvestCoins: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/auto-invest/coins',
    errors: [],
    summary:
      'The coins and lists of coins that auto-invest plans can buy, the minimum amount for each, the client’s balances, taker fee and limits.',
    response: Exact({
      coins: Type.Array(
        Exact({
          name: CoinName,
          full_name: Type.String(),
          image: Type.String(),
          decimals: Type.Integer(),
          price: Decimal,
          minimum: Decimal,
        }),
      ),
      lists: Type.Array(Exact({ list: List, coins: Type.Array(CoinName) })),
      /** Available USDT in the spot wallet, and in flexible subscriptions. */
      spot: Decimal,
      flexible: Decimal,
      decimals: Type.Integer(),
      taker_rate_percent: Percent,
      most_plans: Type.Integer(),
      most_coins: Type.Integer(),
      most_purchases_a_day: Type.Integer(),
      time: TimeMs,
      position: Position,
    }),
  }),
  autoInvestPlans: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/auto-invest/plans',
    errors: [],
    summary:
      'The client’s auto-invest plans, newest first, with what they have bought: open ones (active and paused), or stopped ones.',
    query: Exact({ state: Optional(Words(['open', 'stopped'])), ...paged }),
    response: Exact({
      plans: Type.Array(Plan),
      next_cursor: Optional(Cursor),
      time: TimeMs,
      position: Position,
    }),
  }),
  createAutoInvestPlan: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/auto-invest/plans',
    money: true,
    errors: [...planErrors],
    wording: { below_minimum: 'side' },
    example: { ...example, transaction_password: 'my second password' },
    summary:
      'Creates a plan that buys coins with USDT by conversions: one coin (`single`), up to ten coins with shares that add up to 100 (`portfolio`), or the coins of a list in equal parts (`linked`). All times are UTC.',
    body: Exact({ kind: Kind, ...terms, ...passwordFields }),
    response: Exact({
      message: Message,
      plan_id: Optional(RowId),
      first_run: Optional(TimeMs),
      position: Optional(Position),
    }),
  }),
  editAutoInvestPlan: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/auto-invest/plans/edit',
    limitedAsOrder: true,
    errors: ['unknown_plan', 'plan_changed', 'plan_stopped', ...planErrors],
    wording: { below_minimum: 'side' },
    example: { plan_id: 1, version: 1, ...withoutKind(example), transaction_password: 'my second password' },
    summary:
      'Replaces the terms of a plan, from its next run on. Refused if the plan has changed since `version`. With the same cycle, day and hour, the next run is unchanged.',
    body: Exact({ plan_id: RowId, version: Version, ...terms, ...passwordFields }),
    response: Exact({ message: Message, version: Optional(Version), next_run: Optional(TimeMs) }),
  }),
  pauseAutoInvestPlan: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/auto-invest/plans/pause',
    limitedAsOrder: true,
    errors: ['unknown_plan', 'plan_stopped'],
    example: { plan_id: 1, paused: true },
    summary:
      'Pauses a plan, or resumes it with its next planned run. A run that has begun is completed. Runs missed during a pause are not made up for.',
    body: Exact({ plan_id: RowId, paused: Type.Boolean() }),
    response: Success,
  }),
  removeAutoInvestPlan: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/auto-invest/plans/remove',
    limitedAsOrder: true,
    errors: ['unknown_plan'],
    example: { plan_id: 1 },
    summary: 'Stops a plan for good. A run that has begun is completed. What was bought, and the history, remain.',
    body: Exact({ plan_id: RowId }),
    response: Success,
  }),
  autoInvestHistory: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/auto-invest/history',
    errors: [],
    summary: 'The runs of the client’s plans, or of one plan, newest first, with what was bought or why it was not.',
    query: Exact({
      plan_id: Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
      ...paged,
    }),
    response: Exact({ runs: Type.Array(Run), next_cursor: Optional(Cursor), position: Position }),
  }),
  autoInvestPast: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/auto-invest/past',
    errors: [
      'unknown_coin',
      'no_conversion',
      'weights_invalid',
      'schedule_invalid',
      'list_empty',
      'amount_required',
      'excess_decimals',
      'malformed_amount',
      'exceeds_range',
    ],
    summary:
      'Backtest of a plan over the past months: each run uses the closing price of the day before in our own market, and the client’s taker fee. Runs without such a price are left out and counted. Hypothetical: a list’s current coins are used, and size increments are ignored.',
    query: Exact({
      coins: Optional(
        Type.String({
          pattern: '^[A-Za-z0-9]{1,8}:[0-9]{1,3}(,[A-Za-z0-9]{1,8}:[0-9]{1,3}){0,9}$',
          examples: ['BTC:60,ETH:40'],
        }),
      ),
      list: Optional(List),
      amount: Decimal,
      ...schedule,
      months: Optional(Type.Integer({ minimum: 1, maximum: 36, default: 12 })),
    }),
    response: Exact({
      /** The start of the period for which prices were looked up. */
      from: TimeMs,
      to: TimeMs,
      amount: Decimal,
      /** The first run of a plan created now. */
      first_run: TimeMs,
      runs: Type.Integer(),
      /** Runs that are left out, because a coin had no price on the days before. */
      runs_without_price: Type.Integer(),
      invested: Decimal,
      fees: Decimal,
      value: Decimal,
      return: SignedDecimal,
      return_percent: Optional(Percent),
      /** The time at which the return was lowest. */
      lowest: Optional(Exact({ time: TimeMs, percent: Percent, value: Decimal, invested: Decimal })),
      /** The value now if everything had been invested at the first run. */
      at_once: Optional(Exact({ time: TimeMs, value: Decimal })),
      coins: Type.Array(
        Exact({
          name: CoinName,
          full_name: Type.String(),
          image: Type.String(),
          decimals: Type.Integer(),
          invested: Decimal,
          bought: Decimal,
          average_cost: Optional(Decimal),
          price: Decimal,
          value: Decimal,
          return_percent: Optional(Percent),
          /** The first day with a price; absent if there is none. */
          priced_from: Optional(TimeMs),
        }),
      ),
      /** The invested amount and its value, after each step. */
      points: Type.Array(Exact({ time: TimeMs, invested: Decimal, value: Decimal })),
      position: Position,
    }),
  }),
};

function withoutKind({ kind: _, ...rest }: typeof example) {
  return rest;
}
