import type { Calls } from '@vitrine/contract';
import { trimZeros } from '../../../lib/decimal.ts';

/** Steps, bounds and this client's fee rates of a market, from the server. */
export type MarketRules = Omit<Answered, 'unit_price'>;
type Answered = Calls['GET /api/v3/getOrder']['response']['price'];

/** A market's display name, such as 'BTC/USDT'. */
export const pairTitle = (rules: Pick<MarketRules, 'base' | 'quote'>): string => `${rules.base}/${rules.quote}`;

/** The coin in a market's wire name: BTC in BTCUSDT and in BTC-USDT-PERP; every market is quoted in USDT. */
export const coinOf = (name: string): string => name.replace(/(USDT|-USDT-PERP)$/, '');
/** 'BTC/USDT' for the markets BTCUSDT and BTC-USDT-PERP. */
export const pairText = (pairName: string): string => pairName.replace(/-?USDT(-PERP)?$/, '/USDT');
/** The label of an order's trigger: a price of the last trade or, in a perpetual market, a mark price. */
export const triggerLabel = (name: string) => (name.endsWith('-PERP') ? 'ticket.triggerMark' : 'ticket.trigger');
export const pairNameOf = (coin: string): string => `${coin.toUpperCase()}USDT`;

/**
 * Bounds and rates without trailing zeros; the steps keep their decimals. The price is omitted; otherwise the rules
 * would differ with every response, and the page would re-render.
 */
export const tidyRules = ({ unit_price: _, ...rules }: Answered): MarketRules => ({
  ...rules,
  minimum_sell: trimZeros(rules.minimum_sell),
  maximum_amount: trimZeros(rules.maximum_amount),
  account_balance_limit_spot: trimZeros(rules.account_balance_limit_spot),
  maximum_total: trimZeros(rules.maximum_total),
  band_percent: trimZeros(rules.band_percent),
  max_slippage_percent: trimZeros(rules.max_slippage_percent),
  maker_rate_percent: trimZeros(rules.maker_rate_percent),
  taker_rate_percent: trimZeros(rules.taker_rate_percent),
});
