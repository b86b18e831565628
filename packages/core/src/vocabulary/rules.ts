/**
 * The first version of the rules, with which every log begins, and the newest version that this release knows, which
 * leaders activate.
 */
export const FIRST_RULES_VERSION = 1;
export const RULES_VERSION = 5;
/** The version that introduced perpetual futures. */
export const PERPETUAL_RULES_VERSION = 3;
/** The version that introduced the delisting of markets. */
export const DELISTING_RULES_VERSION = 4;
/** The version that introduced the closing of all positions at a price other than the mark price. */
export const SETTLEMENT_RULES_VERSION = 5;
/** The version from which a liquidation ends only the orders of its position. */
export const LIQUIDATED_ORDERS_RULES_VERSION = 5;
/** The version from which a halt abandons the liquidation in progress. */
export const HALTED_LIQUIDATION_RULES_VERSION = 5;
/** The version from which a change of status can state the status that its sender saw. */
export const EXPECTED_STATUS_RULES_VERSION = 5;
/** The version that introduced a take-profit and a stop-loss attached to an order. */
export const PROTECTION_RULES_VERSION = 5;
/** The version from which margin cannot be removed from a position while its market is not open. */
export const MARGIN_LOCK_RULES_VERSION = 5;
/** The version that introduced cancellations in halted markets. */
export const HALT_CANCEL_RULES_VERSION = 5;
/** The version that introduced amendments of orders in perpetual markets. */
export const PERPETUAL_AMEND_RULES_VERSION = 5;
/** The version under which triggers in perpetual markets fire by the mark price. */
export const MARK_TRIGGER_RULES_VERSION = 5;
/** [X8]: how long the triggers of a perpetual market do not fire after the market has opened. */
export const OPENING_PAUSE_MS = 10_000;
/**
 * [X8]: an opening pause that was cut off goes on only if the market opens again less than this long after the pause
 * would have ended.
 */
export const PAUSE_RESUMED_MS = 60_000;
/** The version from which the minima do not apply when the rest of a partly filled order is repriced. */
export const REPRICE_REST_RULES_VERSION = 5;
/** The version from which a waiting order keeps its place in its trigger's level if only its size is reduced. */
export const KEPT_PLACE_RULES_VERSION = 5;
/** The version that introduced markets with a minimum term. */
export const TERM_RULES_VERSION = 5;
/** [S1]: the longest minimum term, in days. */
export const MAX_TERM_DAYS = 365;
/** The version that introduced the closing of a client's position by operators. */
export const CLOSE_POSITION_RULES_VERSION = 5;
/** The version from which an amendment can state the open size that its sender saw. */
export const OPEN_BEFORE_RULES_VERSION = 5;
/** The version from which funds may not fall below zero. */
export const FUNDS_RULES_VERSION = 5;
/** [H2]: how far from its trigger an attached take-profit may trade. */
export const TAKE_PROFIT_RANGE_PPM = 10_000;
/** The highest fee tier. */
export const MAX_TIER = 255;
/** The number of due items that one command may process under the first version of the rules. */
export const DUE_PER_COMMAND = 1000;
/** [B1]: the maximum number of steps of one command under all versions of the rules after the first. */
export const STEPS_PER_COMMAND = 1000;
/** The highest maintenance rate and liquidation fee of a perpetual. */
export const MAX_RATE_PPM = 500_000;
/** The leverage of positions whose owner has not chosen one, if the market allows that much. */
export const DEFAULT_LEVERAGE = 10;
