/** Why a command is refused, in order of precedence: the first that holds is the answer. A refused command changes nothing. */
export const refusals = [
  'reference_conflict',
  'busy',
  'malformed',
  'exceeds_range',
  'unknown_asset',
  'unknown_market',
  'already_exists',
  'account_frozen',
  'unknown_order',
  'unknown_hold',
  'not_owner',
  'not_amendable',
  'market_halted',
  'market_cancel_only',
  'below_minimum',
  'above_maximum',
  'outside_price_band',
  'trigger_not_reached_side',
  'duplicate_client_order_id',
  'too_many_open_orders',
  'unbalanced_legs',
  'exceeds_balance',
  'exceeds_hold',
  'would_take',
  'cannot_fill',
  'no_liquidity',
  'unknown_rules',
] as const;

export type Refusal = (typeof refusals)[number];

/** A refusal as a number inside the core: its place in the list from 1; 0 stands for 'accepted'. */
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
} as const satisfies Record<Refusal | 'none', number>;

/** The refusal a code stands for. Throws RangeError for 0 and unknown codes. */
export const refusalOf = (code: number): Refusal => {
  const refusal = refusals[code - 1];
  if (refusal === undefined) throw new RangeError(`no refusal has code ${code}`);
  return refusal;
};
