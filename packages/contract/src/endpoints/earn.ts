import { Type } from 'typebox';
import { autoInvestCycles } from '../auto-invest.ts';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  Cursor,
  Decimal,
  Exact,
  Optional,
  Percent,
  Position,
  paged,
  RowId,
  Success,
  TimeMs,
  Words,
} from '../schema.ts';
import { planErrors } from './auto-invest.ts';
import { passwordFields } from './orders.ts';

/** Annual rate in percent; 'Not available' if the product has no published terms. */
const Apr = Type.String({ pattern: '^([0-9]+(\\.[0-9]+)?|Not available)$', examples: ['0.32'] });
/** The longest term is 3,650 days; 0 is flexible. */
const Days = Type.Integer({ minimum: 0, maximum: 3_650, examples: [60] });
/** Why a product takes no new money. */
const earnClosedReasons = ['paused', 'coin_delisted', 'quota', 'pool'] as const;
/** The origin of the money that a pool pays interest from. */
const earnSources = ['promotional_budget', 'fees'] as const;
const stakeTypes = ['FLEXI_LOCK', 'STAKE_LOCK'] as const;
const stakeStates = ['RUNNING', 'NOTICE', 'ENDED'] as const;
const stakeEnds = ['redeemed', 'paid_out', 'renewed', 'unlocked', 'closed'] as const;

const EarnProduct = Exact({
  id: RowId,
  /** The coin. */
  name: CoinName,
  full_name: Type.String(),
  image: Type.String(),
  /** The flexible rate, or the lowest one. */
  apr: Apr,
  earn_items: Type.Array(Exact({ id: RowId, minimum_amount: Decimal, maximum_amount: Decimal })),
  /** The rate of each duration in days, the shortest first; 0 is flexible. */
  tiers: Type.Array(Exact({ days: Days, apr: Percent })),
  decimals: Type.Integer(),
  quota: Decimal,
  quota_left: Decimal,
  /** The pool's funds for interest, reserved or free. */
  pool_funds: Decimal,
  /** What the pool needs for running terms and its reserve. */
  pool_needed: Decimal,
  /** `pool_funds` in percent of `pool_needed`; absent while nothing is needed. */
  pool_percent: Optional(Percent),
  source: Words(earnSources),
  /** An early unlock pays `initial_percent` of the principal at once, and the rest after this notice. */
  notice_days: Type.Number(),
  initial_percent: Percent,
  open: Type.Boolean(),
  closed_reason: Optional(Words(earnClosedReasons)),
  /** Whether flexible interest that was due could not be paid yet. */
  delayed: Type.Boolean(),
  /** The id of the published terms. */
  version: RowId,
});

const EarnStake = Exact({
  id: RowId,
  product_id: RowId,
  /** The coin. */
  name: CoinName,
  full_name: Type.String(),
  image: Type.String(),
  decimals: Type.Integer(),
  apr: Percent,
  /** The principal in the earn wallet, and the amount that was subscribed. */
  balance: Decimal,
  base_balance: Decimal,
  usdt_value: Decimal,
  /** In days; 0 is flexible. */
  duration: Days,
  type: Words(stakeTypes),
  state: Words(stakeStates),
  ended_because: Optional(Words(stakeEnds)),
  /** When it was subscribed, when it starts to earn interest, and when its term ends. */
  subscribed_at: TimeMs,
  date_start: TimeMs,
  date_end: Optional(TimeMs),
  ended_at: Optional(TimeMs),
  /** The number of days of interest so far, and their total, as contained in the statements. */
  day: Type.Integer(),
  /** Flexible interest was paid to the spot wallet; that of a term is paid at its end. */
  earned: Decimal,
  /** The interest of a day, at the current balance. */
  per_day: Decimal,
  /** The interest of the whole term. */
  term_interest: Optional(Decimal),
  /** When the next day of interest is posted. */
  next_posting: Optional(TimeMs),
  auto_renew: Type.Boolean(),
  notice_days: Type.Number(),
  initial_percent: Percent,
  /** After an early unlock: when the remaining balance is paid. */
  rest_due: Optional(TimeMs),
});

const dualSides = ['SELL_HIGH', 'BUY_LOW'] as const;
/**
 * Why an offer takes no new money. `price`: at the current index, the deposit would be converted. `moved`: the index is
 * too far from the one for which the rate was set.
 */
const dualClosedReasons = ['paused', 'coin_delisted', 'expiry', 'no_index', 'price', 'moved', 'quota', 'pool'] as const;
/** WAITING: it has expired, and no index that can settle it has been confirmed yet. */
const dualStates = ['RUNNING', 'WAITING', 'ENDED'] as const;
/** `unpriced`: no index was confirmed in time, so the deposit was returned with its yield. */
const dualOutcomes = ['returned', 'converted', 'unpriced'] as const;
/** An asset and its decimals. */
const DualAsset = Exact({ name: CoinName, decimals: Type.Integer() });

/** Fields that offers and investments have in common. */
const dualTerms = {
  id: RowId,
  /** The coin that is sold or bought. */
  name: CoinName,
  full_name: Type.String(),
  image: Type.String(),
  decimals: Type.Integer(),
  /** SELL_HIGH: the coin is deposited, and sold if the price is at or above the strike. BUY_LOW: USDT is deposited, and buys the coin if the price is below it. */
  side: Words(dualSides),
  deposit: DualAsset,
  /** What a conversion pays. */
  other: DualAsset,
  /** In USDT per coin. */
  strike: Decimal,
  /** The annual rate in percent. The yield is amount × rate × days ÷ 365, rounded down. */
  apr: Percent,
  /** Whole days until the expiry. */
  days: Type.Integer({ minimum: 0, maximum: 3_650 }),
  expires_at: TimeMs,
};

const DualOffer = Exact({
  ...dualTerms,
  /** The current index; absent if none is confirmed. */
  index: Optional(Decimal),
  /**
   * In the deposited asset: the minimum of one subscription, the maximum of all that a client has in this offer, and
   * the quota of all clients together.
   */
  minimum_amount: Decimal,
  maximum_amount: Decimal,
  quota: Decimal,
  quota_left: Decimal,
  /** The maximum that can be subscribed now: the remaining quota, limited to what the pool can pay in both outcomes. */
  available: Decimal,
  source: Words(earnSources),
  open: Type.Boolean(),
  closed_reason: Optional(Words(dualClosedReasons)),
});

const DualInvestment = Exact({
  ...dualTerms,
  offer_id: RowId,
  subscribed_at: TimeMs,
  amount: Decimal,
  yield: Decimal,
  /** What the two outcomes pay: `returned` in the deposited asset, `converted` in the other one. */
  returned: Decimal,
  converted: Decimal,
  state: Words(dualStates),
  outcome: Optional(Words(dualOutcomes)),
  ended_at: Optional(TimeMs),
  /** In state WAITING: when the deposit is returned if no index has been confirmed. */
  waits_until: Optional(TimeMs),
  /** The settlement price, the end of the half hour of which it is the mean, and the number of minutes in that mean. */
  settlement_price: Optional(Decimal),
  settled_from: Optional(TimeMs),
  settled_minutes: Optional(Type.Integer()),
});

const forClients = { area: 'earn', access: 'client' } as const;
const amountErrors = ['amount_required', 'excess_decimals'] as const;

export const earnEndpoints = {
  earnView: defineEndpoint({
    method: 'GET',
    path: '/api/v3/earn/view',
    area: 'earn',
    access: 'visitor',
    errors: [],
    summary:
      'The products of Simple Earn: rates by duration, limits, remaining quota, and the funds and needs of the pool that pays the interest.',
    response: Exact({ earn: Type.Array(EarnProduct), time: TimeMs, position: Position }),
  }),
  earnStore: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v2/earn/store',
    money: true,
    errors: [
      'unknown_product',
      'product_closed',
      'terms_changed',
      'term_unknown',
      'terms_not_accepted',
      'quota_reached',
      'pool_cannot_cover',
      'too_many_stakes',
      'exceeds_balance',
      'wrong_transaction_password',
      ...planErrors,
    ],
    wording: { below_minimum: 'earn', above_maximum: 'earn', exceeds_balance: 'earn' },
    example: { earn_id: 1, amount: '4000', status: 'STAKE_LOCK', days: 60, accepted: true },
    summary:
      'Subscribes to a product: moves the amount from the spot wallet to the earn wallet. FLEXI_LOCK is flexible; STAKE_LOCK is locked for `days`, and `accepted` confirms that an early unlock forfeits all interest. The interest of a locked term is reserved in the pool in the same ledger entry. With `version`, the call is refused if the terms in force are not that version of `earn/view`. With `cycles`, it creates an auto-invest plan instead, which buys the product’s coin with `amount` USDT in each cycle.',
    body: Exact({
      earn_id: RowId,
      amount: Decimal,
      status: Words(['STAKE_LOCK', 'FLEXI_LOCK']),
      days: Optional(Days),
      auto_renew: Optional(Type.Boolean()),
      accepted: Optional(Type.Boolean()),
      /** The version of the terms that the client has seen. */
      version: Optional(RowId),
      cycles: Optional(Words(autoInvestCycles)),
      ...passwordFields,
    }),
    response: Exact({
      message: Words(['success']),
      stake_id: Optional(RowId),
      plan_id: Optional(RowId),
      /** When the stake starts to earn interest, or the first run of the plan; and when a term ends. */
      starts_at: TimeMs,
      ends_at: Optional(TimeMs),
      position: Position,
    }),
  }),
  earnRedeem: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/earn/redeem',
    money: true,
    errors: [
      'unknown_stake',
      'stake_ended',
      'not_redeemable',
      'stake_busy',
      ...amountErrors,
      'below_minimum',
      'too_many_redemptions',
      'exceeds_balance',
    ],
    wording: { exceeds_balance: 'earn' },
    example: { stake_id: 1, amount: '100' },
    summary:
      'Moves an amount of a flexible stake, or all of it (without `amount`), to the spot wallet at once. The current day earns no interest on it. A part is at least the minimum of the product under the stake’s terms, and can be redeemed 100 times in 24 hours.',
    body: Exact({ stake_id: RowId, amount: Optional(Decimal) }),
    response: Exact({
      message: Words(['success']),
      redeemed: Decimal,
      position: Position,
    }),
  }),
  stake: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/stake',
    errors: [],
    summary:
      'The client’s subscriptions to earn products, newest first: all of them, only open ones, or only ended ones.',
    query: Exact({ state: Optional(Words(['open', 'ended'])), ...paged }),
    response: Exact({
      earnStaking: Type.Array(EarnStake),
      /** The available USDT in the spot wallet. */
      usdtBalance: Decimal,
      next_cursor: Optional(Cursor),
      position: Position,
    }),
  }),
  stakeUnlockQuote: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/stake/unlock-quote',
    errors: ['unknown_stake', 'stake_ended', 'not_unlockable', 'term_ended'],
    summary: 'What an early unlock of a locked stake would pay now and later, and the interest that it would forfeit.',
    query: Exact({ stake_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
    response: Exact({
      stake_id: RowId,
      name: CoinName,
      pays_now: Decimal,
      pays_later: Decimal,
      pays_later_at: TimeMs,
      /**
       * Interest posted so far, which an unlock forfeits; and the interest of the whole term, paid if the stake is kept
       * to the end.
       */
      forfeits: Decimal,
      keep_to_end: Exact({ interest: Decimal, at: TimeMs }),
      /** The value of `pays_now`: initial share × balance × price. */
      initial_payment_usdt: Decimal,
      price: Decimal,
      fee: Decimal,
      /** Identifies these figures. It changes with the next day of interest. */
      quote_id: Type.String(),
      position: Position,
    }),
  }),
  stakeUnlock: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/stake/unlock',
    money: true,
    errors: [
      'unknown_stake',
      'stake_ended',
      'not_unlockable',
      'term_ended',
      'terms_not_accepted',
      'unlock_quote_changed',
      'stake_busy',
    ],
    example: { stake_id: 1, accepted: true },
    summary:
      'Ends a locked stake early: a part of the principal is paid to the spot wallet at once and the rest after the notice period; all interest of the term is forfeited. With `quote_id`, the call is refused if the figures of that quote have changed.',
    body: Exact({
      stake_id: RowId,
      accepted: Type.Boolean(),
      quote_id: Optional(Type.String({ pattern: '^[0-9]{1,16}-[0-9]{1,4}$', examples: ['1-12'] })),
    }),
    response: Exact({
      message: Words(['success']),
      paid: Decimal,
      rest: Decimal,
      rest_at: TimeMs,
      position: Position,
    }),
  }),
  earnAutoRenew: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/earn/auto-renew',
    errors: ['unknown_stake', 'stake_ended', 'not_unlockable', 'term_ended'],
    example: { stake_id: 1, on: true },
    summary:
      'Sets whether a locked stake is renewed for the same duration when its term ends, at the rate that is in force then. The notice period and the initial share remain those that the client accepted. If the product takes no new money, no longer has the duration, or its pool cannot cover the interest, the stake is paid out instead, and its client is notified.',
    body: Exact({ stake_id: RowId, on: Type.Boolean() }),
    response: Success,
  }),
  dualOffers: defineEndpoint({
    method: 'GET',
    path: '/api/v3/earn/dual-offers',
    area: 'earn',
    access: 'visitor',
    errors: [],
    summary:
      'The offers of dual investment with at least a whole day until their expiry: strike, rate, limits, and whether they take new money. The settlement price is the mean of the confirmed index over the half hour before the expiry or, if fewer than 15 of these minutes have a confirmed index, over the first later half hour that has enough. If there is none within 24 hours, the deposit is returned with its yield.',
    response: Exact({ offers: Type.Array(DualOffer), time: TimeMs, position: Position }),
  }),
  dualSubscribe: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/earn/dual',
    money: true,
    errors: [
      'unknown_product',
      'product_closed',
      'offer_changed',
      'terms_not_accepted',
      ...amountErrors,
      'below_minimum',
      'above_maximum',
      'quota_reached',
      'pool_cannot_cover',
      'too_many_stakes',
      'exceeds_balance',
      'account_restricted',
      'kyc_required',
    ],
    wording: {
      terms_not_accepted: 'dual',
      pool_cannot_cover: 'dual',
      below_minimum: 'earn',
      above_maximum: 'earn',
      exceeds_balance: 'earn',
    },
    example: { offer_id: 1, amount: '0.1', days: 6, accepted: true },
    summary:
      'Subscribes to an offer of dual investment: moves the amount from the spot wallet to the earn wallet until the expiry. `accepted` confirms both outcomes, and `days` is the number of days that the client was shown. What either outcome pays is reserved in the offer’s pool in the same ledger entry.',
    body: Exact({
      offer_id: RowId,
      amount: Decimal,
      days: Type.Integer({ minimum: 1, maximum: 3_650 }),
      accepted: Type.Boolean(),
    }),
    response: Exact({ message: Words(['success']), investment: DualInvestment, position: Position }),
  }),
  dualInvestments: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/earn/dual',
    errors: [],
    summary: 'The client’s dual investments, newest first: all of them, only running ones, or only ended ones.',
    query: Exact({ state: Optional(Words(['open', 'ended'])), ...paged }),
    response: Exact({
      investments: Type.Array(DualInvestment),
      next_cursor: Optional(Cursor),
      time: TimeMs,
      position: Position,
    }),
  }),
};
