import { restrictionReasonTexts } from './restrictions.ts';
import type { holdReasons } from './withdrawals.ts';

/** The reasons why a request is invalid. */
const requestReasons = {
  field_missing: '{field} is missing',
  field_invalid: '{field} is not valid',
  not_a_choice: '{field} must be one of {allowed}',
  wrong_format: '{field} has the wrong format',
  wrong_type: '{field} must be of type {type}',
  too_short: '{field} must have at least {limit} characters',
  too_long: '{field} must have at most {limit} characters',
  too_low: '{field} must be at least {limit}',
  too_high: '{field} must be at most {limit}',
  too_few_elements: '{field} must have at least {limit} elements',
  too_many_elements: '{field} must have at most {limit} elements',
  field_not_of_tab: '{field} does not apply to the requested tab',
  cursor_invalid: 'cursor must be a next_cursor or previous_cursor that this call has returned',
  days_invalid: 'the start and the end must be dates, and the start must not be after the end',
  time_zone_unknown: 'time_zone is not in the IANA time zone database',
  position_invalid: 'X-Min-Position must be a whole number',
  resolution_unsupported: 'resolution is not supported',
  address_not_of_network: 'address is not valid on {network}',
  characters_invalid: 'the request contains invalid characters',
  not_http: 'the request is not HTTP',
  http_too_old: 'HTTP/0.9 is not supported',
  host_missing: 'the Host header is missing',
  malformed: 'the request is malformed',
  body_not_json: 'the body is not valid JSON',
  body_incomplete: 'the body is incomplete',
} as const;

/** The reasons why the structure of JSON or of a URL is refused. */
const structureReasons = {
  name_escaped: 'a field name contains an escape sequence',
  field_repeated: 'a field appears twice',
  nested_too_deeply: 'the body is nested too deeply',
  too_many_signs: 'the body has too many fields or elements',
  too_many_parameters: 'the URL has too many parameters',
} as const;

/** Contradictions between the options of an order, a conversion or a transfer. */
const combinationReasons = {
  see_reference: 'see the API reference',
  types_differ: 'market_type must match trade_type',
  size_and_total: 'specify number_of_order or total, not both',
  trigger_and_price: 'a market order with a trigger must not have order_per_unit',
  slippage_without_price: 'max_slippage requires a market order with order_per_unit and without a trigger',
  attached_to_exit: 'take_profit_price and stop_loss_price require an order that buys or opens a position',
  market_gtc: 'a market order cannot be GTC',
  market_post_only: 'a market order cannot be post-only',
  post_only_not_gtc: 'a post-only order must be GTC',
  conversion_of_order: 'a conversion does not accept trigger_price, post_only or client_order_id',
  conversion_time_in_force: 'a conversion does not accept time_in_force or self_trade',
  conversion_of_both:
    'a conversion with BUY requires total and no number_of_order; with SELL, number_of_order and no total',
  direction_twice: 'specify from and to, or only draw_type',
} as const;

/** Contradictions between the exchange's settings. */
const settingsReasons = {
  tier_count: 'there must be {count} fee tiers',
  first_tier_above_zero: 'the first fee tier must start at a volume of zero',
  tiers_not_ascending: 'each fee tier must start at a higher volume than the previous tier',
  maker_above_taker: 'the maker fee must not exceed the taker fee',
  unverified_above_verified: 'the withdrawal limit of unverified clients must not exceed that of verified clients',
  two_below_one:
    'the withdrawal value above which two approvals are required must not be lower than the value above which one is required',
  choices_not_ascending: 'the single-withdrawal limits must be above zero and in ascending order',
  coin_value_unfit:
    'prices for withdrawal limits can be set only for listed coins other than USDT, and only once per coin',
  coin_value_zero: 'each price for withdrawal limits must be above zero',
  brand_name_invalid:
    'the name of the exchange must start with a letter or a digit and may contain only letters, digits, spaces, dots, ampersands, apostrophes and hyphens',
  rows_changed: 'rows of the table of coins and networks cannot be added, removed or reordered',
  decimals_beyond_coin: '{coin} on {network}: an amount is too large or has more decimals than {coin} allows',
  coin_beyond_network: '{coin} on {network}: {coin} has more decimals in the ledger than on the network',
  minimum_below_fee: '{coin} on {network}: the minimum withdrawal must be greater than the fee',
  unlocked_before_credit: '{coin} on {network}: a deposit cannot become available before it is credited',
} as const;

/** The reasons why a coin or a market cannot be listed or described with the given values. */
const listingReasons = {
  not_positive: '{field} must be above zero',
  lot_decimals: 'the lot size must have at most {decimals} decimals, the precision of the base coin',
  tick_times_lot: 'tick × lot must have at most {decimals} decimals, the precision of the quote coin',
  not_whole_lots: '{field} must be a multiple of the lot size',
  not_whole_ticks: '{field} must be a multiple of the tick',
  total_decimals: '{field} must have at most {decimals} decimals, the precision of the quote coin',
  maximum_below_minimum: '{field} must not be below the minimum',
  too_large: '{field} is more than the ledger can hold',
  no_order_possible: 'no order can meet these limits at the reference price',
  band_range: 'the price band must be above 0% and at most 100%',
  orders_range: 'a perpetual market can allow at most {most} open orders per client',
  leverage_range: 'the maximum leverage must be from 3 to 100',
  maintenance_range:
    'the maintenance margin must be above 0% and at most {most}%, half of the initial margin at the maximum leverage',
  rate_range: '{field} must be from 0% to 50%',
  interest_below_position: 'the maximum open interest must not be below the maximum position',
  interest_too_large: 'the maximum open interest must be at most {most}',
  no_index:
    'this market has no confirmed index price (too few sources agree), or its mark price is still too far from the index',
  term_range: 'the minimum term must be from 0 to 365 days',
  term_longer:
    'the minimum term can be made longer only while the market is not open and has neither orders nor positions',
  tick_too_coarse: 'the tick must be at most 0.1% of the reference price',
  price_off_index: 'the reference price must be within 5% of the index price of {most}',
  reference_distance: 'the reference price must be at least half and at most twice the present one ({most})',
  settlement_unneeded: 'a settlement price can be set only for a perpetual market with open positions',
  settlement_has_index:
    'a settlement price is not accepted while the index is confirmed: positions are closed at the mean mark price',
  settlement_distance:
    'the settlement price must be within 10% of {most} (the last confirmed index price, or the mark price if there is none)',
  settlement_planned: 'a delisting with a settlement price cannot be scheduled',
  delisting_too_soon: 'a delisting must be scheduled at least {most} hours ahead, unless the market is halted',
  delisting_too_late: 'a delisting can be scheduled at most {most} days ahead',
  index_source_unknown: 'the index source {most} is not available, or is named twice',
  index_symbol_malformed: 'the symbol {most} must be a pair such as BTC-USDT, with the same quote coin as the market',
  index_sources_too_few: 'at least {most} index sources are needed',
  index_symbol_unknown: 'one of the index sources does not list {most}',
  index_symbol_unpriced: 'one of the index sources has no price for {most} at present',
  scale_beyond_network: 'the coin can have at most {most} decimals, the precision of {network}',
  usdt_scale: 'USDT must have 6 decimals',
  name_taken: 'another coin has this name or code',
  network_decimals:
    'the withdrawal fee or a minimum of this coin on {most} has more decimals than the new setting allows; change that amount first',
  date_not_in_calendar: '{field} must be a valid date that is not in the future',
  supply_without_date: 'the date of the supply figures is missing',
  statement_without_date: 'the figures need a date: {field} is missing',
  statement_without_source: 'the figures need a source: {field} is missing',
  record_without_date: 'the date of the all-time high or low is missing: {field}',
  record_after_statement:
    'the date of the all-time high or low must not be after the date of the price records: {field}',
  records_not_ascending: 'the all-time low must not be above the all-time high',
  supplies_not_ascending:
    'the circulating supply must not exceed the total supply, and neither may exceed the maximum supply',
} as const;

/** The reasons why a stream message is refused. */
const streamReasons = {
  not_json: 'it is not JSON',
  not_an_object: 'it is not an object',
  fields_unknown: 'the fields of {request} do not match the API reference',
  subscribed_already: 'you are already subscribed to {topic}',
  not_subscribed: 'you are not subscribed to {topic}',
  too_many_subscriptions: 'at most {most} subscriptions are allowed',
} as const;

/** Changes after which withdrawals are on hold. */
const holdReasonTexts = {
  account_password_reset: 'the account password was reset',
  account_password_changed: 'the account password was changed',
  transaction_password_reset: 'the transaction password was reset',
  transaction_password_changed: 'the transaction password was changed',
  authenticator_removed: 'the authenticator was removed',
  recovery_code_used: 'a recovery code was used',
  passkey_removed: 'a passkey was removed',
} as const satisfies Record<(typeof holdReasons)[number], string>;

/** Every possible `reason` of an error, and its text in the error's message. */
export const errorReasons = {
  ...requestReasons,
  ...structureReasons,
  ...combinationReasons,
  ...settingsReasons,
  ...listingReasons,
  ...streamReasons,
  ...holdReasonTexts,
  ...restrictionReasonTexts,
  see_notifications: 'see your notifications',
} as const;
export type ErrorReason = keyof typeof errorReasons;
export type StructureReason = keyof typeof structureReasons;

/**
 * Errors whose `reason` is one of a fixed set. The reason of `recipient_flagged` is not: an operator writes it.
 */
export interface ReasonsOf {
  readonly invalid_request: keyof typeof requestReasons | StructureReason;
  readonly unsupported_combination: keyof typeof combinationReasons;
  readonly settings_invalid: keyof typeof settingsReasons;
  readonly listing_invalid: keyof typeof listingReasons;
  readonly bad_stream_message: keyof typeof streamReasons | StructureReason | 'not_a_choice';
  readonly withdrawals_held: keyof typeof holdReasonTexts;
  readonly withdrawals_restricted: keyof typeof restrictionReasonTexts;
  readonly account_restricted: keyof typeof restrictionReasonTexts | 'see_notifications';
}
