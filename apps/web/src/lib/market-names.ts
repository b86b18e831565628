/** The coin in which every market is quoted. */
export const QUOTE_COIN = 'USDT';

/** A market's base coin and quote coin. */
interface MarketCoins {
  readonly base: string;
  readonly quote: string;
}

const isContract = (name: string): boolean => name.includes('-');

/** The coins in a market's wire name: BTC and USDT in BTCUSDT and in BTC-USDT-PERP. */
export function coinsOf(name: string): MarketCoins {
  if (!isContract(name)) return { base: name.replace(new RegExp(`${QUOTE_COIN}$`), ''), quote: QUOTE_COIN };
  const [base = '', quote = ''] = name.split('-');
  return { base, quote };
}

/** A spot market's displayed name: 'BTC/USDT'. */
export const pairLabel = ({ base, quote }: MarketCoins): string => `${base}/${quote}`;

/** A perpetual market's displayed name: 'BTCUSDT'. */
export const contractLabel = ({ base, quote }: MarketCoins): string => `${base}${quote}`;

/** The displayed name for a wire name: 'BTC/USDT' for BTCUSDT, 'BTCUSDT' for BTC-USDT-PERP. */
export const marketLabel = (name: string): string => (isContract(name) ? contractLabel : pairLabel)(coinsOf(name));
