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
 * Why a run, or a purchase of it, did not take place: too little balance, trading restricted, the coin has no open
 * market, the books are too thin, the price is far above that of the last hours, the part is outside the market's
 * limits, the list has no coin that can be bought, the run was not made within an hour or before its plan was stopped,
 * or the client's plans have bought too often in 24 hours.
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
