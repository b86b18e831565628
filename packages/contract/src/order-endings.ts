/** Why an order ended. */
export type OrderEnding =
  | 'filled'
  | 'cancelled'
  /** A market or IOC order could not be filled any further, or trading in the market stopped first. */
  | 'unfilled'
  /** The order would have traded with another order of the same client. */
  | 'self_trade'
  /** The other order of the OCO pair, or of the take-profit and the stop-loss, was filled, triggered or cancelled. */
  | 'oco'
  /** The account was frozen. */
  | 'frozen'
  /** The order was rejected when it was triggered. In the API, `ended_because` is then the code of the refusal. */
  | 'trigger_refused'
  /** The next price was worse than the order's maximum slippage allows. */
  | 'beyond_protection'
  /** The position that the order would have reduced was closed. */
  | 'position_closed'
  /** After the next fill, the position would have had to be liquidated. */
  | 'would_liquidate'
  /** The next fill would have closed the position at a price worse than its bankruptcy price. */
  | 'beyond_bankruptcy'
  /** The position that the order would have opened or closed was liquidated. */
  | 'liquidated'
  /** After the next fill, the open interest would have exceeded the market's maximum. */
  | 'open_interest_limit';
