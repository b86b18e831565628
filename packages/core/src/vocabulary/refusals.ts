/** Why a command is refused, in order of precedence: the first that applies is returned. A refusal changes nothing. */
export const refusals = [
  'reference_conflict',
  'busy',
  'malformed',
  'exceeds_range',
  'unknown_asset',
  'unknown_market',
  'already_exists',
  'account_frozen',
  'account_restricted',
  'unknown_order',
  'unknown_hold',
  'not_owner',
  'not_amendable',
  'market_delisted',
  'market_halted',
  'market_cancel_only',
  'market_open',
  'market_busy',
  'no_position',
  'below_minimum',
  'above_maximum',
  'above_position_limit',
  'outside_price_band',
  'trigger_not_reached_side',
  'duplicate_client_order_id',
  'too_many_open_orders',
  'has_open_orders',
  'has_positions',
  'too_many_holds',
  'exceeds_limit',
  'unbalanced_legs',
  'exceeds_balance',
  'below_initial_margin',
  'exceeds_hold',
  'would_take',
  'cannot_fill',
  'no_liquidity',
  'beyond_protection',
  'would_liquidate',
  'below_rate',
  'unknown_rules',
] as const;

export type Refusal = (typeof refusals)[number];

/**
 * A refusal as a number; 0 means 'accepted'. Never renumber them; append new refusals, regardless of their precedence.
 */
export const refusalCode = {
  none: 0,
  reference_conflict: 1,
  busy: 2,
  malformed: 3,
  exceeds_range: 4,
  unknown_asset: 5,
  unknown_market: 6,
  already_exists: 7,
  account_frozen: 8,
  unknown_order: 9,
  unknown_hold: 10,
  not_owner: 11,
  not_amendable: 12,
  market_halted: 13,
  market_cancel_only: 14,
  below_minimum: 15,
  above_maximum: 16,
  outside_price_band: 17,
  trigger_not_reached_side: 18,
  duplicate_client_order_id: 19,
  too_many_open_orders: 20,
  unbalanced_legs: 21,
  exceeds_balance: 22,
  exceeds_hold: 23,
  would_take: 24,
  cannot_fill: 25,
  no_liquidity: 26,
  unknown_rules: 27,
  exceeds_limit: 28,
  below_rate: 29,
  market_busy: 30,
  too_many_holds: 31,
  beyond_protection: 32,
  account_restricted: 33,
  no_position: 34,
  above_position_limit: 35,
  has_open_orders: 36,
  below_initial_margin: 37,
  would_liquidate: 38,
  market_delisted: 39,
  market_open: 40,
  has_positions: 41,
} as const satisfies Record<Refusal | 'none', number>;

const byCode = new Map<number, Refusal>(refusals.map((refusal) => [refusalCode[refusal], refusal]));

/** The refusal with this code. Throws RangeError for 0 and unknown codes. */
export const refusalOf = (code: number): Refusal => {
  const refusal = byCode.get(code);
  if (refusal === undefined) throw new RangeError(`no refusal has code ${code}`);
  return refusal;
};
