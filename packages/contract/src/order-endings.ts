/** Why an order ended. A triggered order that was refused has the core's refusal instead. */
export type OrderEnding =
  | 'filled'
  | 'cancelled'
  | 'unfilled'
  | 'self_trade'
  | 'oco'
  | 'frozen'
  | 'trigger_refused'
  | 'beyond_protection';
