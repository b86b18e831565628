/** Why an order ended. A triggered order that was refused says instead why, as the core's refusal. */
export type OrderEnding =
  | 'filled'
  | 'cancelled'
  | 'unfilled'
  | 'self_trade'
  | 'oco'
  | 'frozen'
  | 'trigger_refused'
  | 'beyond_protection';
