/** How often an auto-invest plan buys, in the specification's words. */
export const autoInvestCycles = [
  'Daily',
  'Weekly',
  'Bi-Weekly',
  'Monthly',
  '1 Hour',
  '4 Hours',
  '8 Hours',
  '12 Hours',
] as const;
export type AutoInvestCycle = (typeof autoInvestCycles)[number];

export const autoInvestKinds = ['single', 'portfolio', 'linked'] as const;
export type AutoInvestKind = (typeof autoInvestKinds)[number];

/** The lists of coins that a linked plan can follow. */
export const autoInvestLists = ['POS', 'POW', 'INNOVATION'] as const;
export type AutoInvestList = (typeof autoInvestLists)[number];

/**
 * Why a run, or one of its purchases, did not take place: insufficient balance, trading restricted, no open market for
 * the coin, too little liquidity, a price far above that of the last hours, a part outside the market's limits, no coin
 * in the list that can be bought, a run that was not executed within an hour or before its plan was stopped, or too
 * many purchases by the client's plans in 24 hours.
 */
export const autoInvestReasons = [
  'balance',
  'restricted',
  'market_closed',
  'no_liquidity',
  'price',
  'amount',
  'list_empty',
  'late',
  'too_many',
] as const;
export type AutoInvestReason = (typeof autoInvestReasons)[number];
