/** The background colors of the icons, brightened if they would be too dark to see. */
const tints: Readonly<Record<string, string>> = {
  ADA: '#3468d1',
  ATOM: '#6f7390',
  AVAX: '#e84142',
  BCH: '#8dc351',
  BNB: '#f3ba2f',
  BTC: '#f7931a',
  DOGE: '#c3a634',
  DOT: '#e6007a',
  ETC: '#328332',
  ETH: '#627eea',
  FIL: '#42c1ca',
  LINK: '#2a5ada',
  LTC: '#bfbbbb',
  NEAR: '#17d9a3',
  POL: '#6f41d8',
  SOL: '#66f9a1',
  TRX: '#ef0027',
  UNI: '#ff007a',
  USDC: '#3e73c4',
  USDT: '#26a17b',
};

/** A coin's own color, for areas that represent it; dim if the coin is not in the list. */
export const coinTint = (coin: string): string => tints[coin] ?? 'var(--dim)';
