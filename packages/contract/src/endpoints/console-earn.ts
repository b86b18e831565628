import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  Decimal,
  Exact,
  Optional,
  Percent,
  Position,
  ReasonLike,
  RowId,
  SignedDecimal,
  Success,
  TimeMs,
  Words,
} from '../schema.ts';

const staff = { area: 'console', access: 'staff', roles: ['treasury'] } as const;
/** Why a product or miner takes no new money. */
const closedReasons = ['paused', 'coin_delisted', 'moved', 'quota', 'pool'] as const;
/** Where a pool's money comes from, as clients are told, and to which account of the exchange it goes back. */
const Source = Words(['promotional_budget', 'fees']);
const Account = Words(['treasury', 'fees']);
/** 0 is flexible. */
const Days = Type.Integer({ minimum: 0, maximum: 3_650, examples: [30] });
/** How many can run at the same time: of all clients, and of one. */
const Quota = Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [500] });
const MostPerClient = Type.Integer({ minimum: 1, maximum: 1_000, examples: [5] });
/** The most that the whole output may be worth, in percent of the price: above, the miner is not for rent. */
const WorthPercent = Type.Integer({ minimum: 1, maximum: 1_000, examples: [115] });
const MinerDays = Type.Integer({ minimum: 90, maximum: 3_650, examples: [90] });
/** Within this many days, the rest of an early unlock is paid. */
const NoticeDays = Type.Integer({ minimum: 0, maximum: 365, examples: [7] });
const ReserveDays = Type.Integer({ minimum: 1, maximum: 3_650, examples: [30] });

const state = {
  /** The number of the published terms, and their place among those of the product: 1, 2, … */
  version: RowId,
  number: Type.Integer({ minimum: 1 }),
  paused: Type.Boolean(),
  closed_reason: Optional(Words(closedReasons)),
};

const Product = Exact({
  product_id: RowId,
  coin: CoinName,
  /** The rate of each duration in days, the shortest first. */
  tiers: Type.Array(Exact({ days: Days, apr: Percent })),
  minimum_amount: Decimal,
  maximum_amount: Decimal,
  quota: Decimal,
  used: Decimal,
  notice_days: Type.Number(),
  initial_percent: Percent,
  reserve_days: Type.Integer(),
  pool_id: RowId,
  source: Source,
  ...state,
  /** When it was ended for good. */
  ended_at: Optional(TimeMs),
});

const Miner = Exact({
  product_id: RowId,
  coin: CoinName,
  price: Decimal,
  price_coin: CoinName,
  days: Type.Integer(),
  daily_output: Decimal,
  total_output: Decimal,
  /** The value of the price and of the whole output, at today’s prices. */
  price_usdt: Decimal,
  total_usdt: Decimal,
  quota: Type.Integer(),
  used: Type.Integer(),
  most_per_client: Type.Integer(),
  /** Absent if there is no limit. */
  most_worth_percent: Optional(WorthPercent),
  pool_id: RowId,
  source: Source,
  demo: Type.Boolean(),
  ...state,
});

const Pool = Exact({
  pool_id: RowId,
  name: Type.String(),
  coin: CoinName,
  /** What it is for: new money, income of miners, which nothing needs, or dual investments. */
  purpose: Words(['product', 'miner', 'income', 'dual']),
  /** The account that funds it, and what that holds free; below zero if it has issued units. */
  account: Account,
  account_holds: SignedDecimal,
  free: Decimal,
  /** Interest or output that is set aside, and interest of running terms that has been posted. */
  promised: Decimal,
  accrued: Decimal,
  /** What of the free part is reserved for clients. */
  reserved: Decimal,
  /** What could go back to the account. */
  returnable: Decimal,
  /** Whether the free part is too small for new money. */
  short: Type.Boolean(),
});

const amountErrors = ['amount_required', 'malformed_amount', 'excess_decimals', 'exceeds_range'] as const;
const moved = Exact({ pool_id: RowId, coin: CoinName, amount: Decimal, reason: ReasonLike('Interest of the quarter') });

export const consoleEarnEndpoints = {
  consoleEarn: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/earn',
    ...staff,
    audited: false,
    errors: [],
    summary:
      'The Earn products and miners with the terms in force, what each pool holds free, reserved and set aside, and the latest movements between the exchange and the pools.',
    response: Exact({
      products: Type.Array(Product),
      miners: Type.Array(Miner),
      pools: Type.Array(Pool),
      fundings: Type.Array(
        Exact({
          id: RowId,
          pool: Type.String(),
          coin: CoinName,
          amount: Decimal,
          account: Account,
          /** `out`: back from the pool. */
          direction: Words(['in', 'out']),
          /** `cancelled`: when it was to be sent, the money was no longer there. */
          state: Words(['approved', 'done', 'cancelled']),
          approved_at: TimeMs,
          /** The log position of the transfer; zero unless it was made. */
          position: Position,
        }),
      ),
      time: TimeMs,
      position: Position,
    }),
  }),
  consoleAskForEarnProduct: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/earn/product',
    ...staff,
    errors: [
      'unknown_coin',
      'offer_invalid',
      'product_exists',
      'unknown_product',
      'terms_changed',
      ...amountErrors,
      'approver_too_new',
    ],
    example: {
      coin: 'LTC',
      source: 'promotional_budget',
      tiers: [
        { days: 0, apr: '1.5' },
        { days: 30, apr: '3' },
      ],
      minimum_amount: '0.1',
      maximum_amount: '500',
      quota: '20000',
      notice_days: 7,
      initial_percent: '30',
      reserve_days: 30,
      reason: 'A product for another coin',
    },
    summary:
      'Requests that a coin gets an Earn product with a pool of its own or, with `version`, that new terms of its product are published. Running subscriptions keep their terms.',
    body: Exact({
      coin: CoinName,
      /** New terms keep the source of the product. */
      source: Source,
      tiers: Type.Array(Exact({ days: Days, apr: Decimal }), { minItems: 1, maxItems: 12 }),
      minimum_amount: Decimal,
      maximum_amount: Decimal,
      quota: Decimal,
      notice_days: NoticeDays,
      initial_percent: Decimal,
      reserve_days: ReserveDays,
      /** The version of the terms that are replaced; absent for a new product. */
      version: Optional(RowId),
      reason: ReasonLike('A product for another coin'),
    }),
    response: Exact({ approval: RowId }),
  }),
  consoleAskForMiner: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/earn/miner',
    ...staff,
    errors: ['unknown_coin', 'offer_invalid', 'unknown_product', 'terms_changed', ...amountErrors, 'approver_too_new'],
    example: {
      coin: 'TRX',
      price_coin: 'USDT',
      source: 'promotional_budget',
      price: '18',
      days: 90,
      daily_output: '0.81',
      quota: 500,
      most_per_client: 5,
      most_worth_percent: 115,
      reason: 'A miner of the first quarter',
    },
    summary:
      'Requests that a miner with a pool of its own is published or, with `product_id` and `version`, that a miner gets new terms. Running rentals keep theirs.',
    body: Exact({
      /** Coins and source of a miner never change. */
      coin: CoinName,
      price_coin: CoinName,
      source: Source,
      price: Decimal,
      days: MinerDays,
      daily_output: Decimal,
      quota: Quota,
      most_per_client: MostPerClient,
      most_worth_percent: WorthPercent,
      /** The miner, and the version of its terms that are replaced; both absent for a new miner. */
      product_id: Optional(RowId),
      version: Optional(RowId),
      reason: ReasonLike('A miner of the first quarter'),
    }),
    response: Exact({ approval: RowId }),
  }),
  consolePauseEarn: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/earn/pause',
    ...staff,
    errors: ['unknown_product', 'product_ended', 'nothing_to_change'],
    example: { kind: 'product', product_id: 1, paused: true, reason: 'The rate is wrong' },
    summary:
      'Pauses a product or a miner, or resumes it, immediately. While it is paused it takes no new money and renews nothing; what runs keeps its terms.',
    body: Exact({
      kind: Words(['product', 'miner']),
      product_id: RowId,
      paused: Type.Boolean(),
      reason: ReasonLike('The rate is wrong'),
    }),
    response: Success,
  }),
  consoleAskToEndEarnProduct: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/earn/end',
    ...staff,
    errors: ['unknown_product', 'product_ended', 'terms_changed', 'approver_too_new'],
    example: { product_id: 1, version: 1, reason: 'The coin is no longer offered' },
    summary:
      'Requests that a product ends for good: flexible subscriptions are paid out with their interest, terms run to their end and are not renewed.',
    body: Exact({ product_id: RowId, version: RowId, reason: ReasonLike('The coin is no longer offered') }),
    response: Exact({ approval: RowId }),
  }),
  consoleAskToFundEarn: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/earn/fund',
    ...staff,
    errors: ['unknown_coin', 'exceeds_house_funds', ...amountErrors, 'approver_too_new'],
    summary:
      'Requests that coins are moved into a pool from the account of the exchange that funds it: the treasury, or the fees. That account must hold them.',
    body: moved,
    response: Exact({ approval: RowId }),
  }),
  consoleAskToReturnEarn: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/earn/return',
    ...staff,
    errors: ['unknown_coin', 'exceeds_free_funds', ...amountErrors, 'approver_too_new'],
    summary:
      'Requests that coins go back from a pool to the account of the exchange that funds it. What is reserved or set aside for clients stays.',
    body: moved,
    response: Exact({ approval: RowId }),
  }),
};
