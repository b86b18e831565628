/** Why an order ended. An order that was refused when it was triggered has the core's refusal instead. */
export type OrderEnding =
  | 'filled'
  | 'cancelled'
  | 'unfilled'
  | 'self_trade'
  | 'oco'
  | 'frozen'
  | 'trigger_refused'
  | 'beyond_protection'
  | 'position_closed'
  | 'would_liquidate'
  | 'beyond_bankruptcy'
  | 'liquidated'
  | 'open_interest_limit';
