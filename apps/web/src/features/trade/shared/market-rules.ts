import type { Calls } from '@vitrine/contract';
import { trimZeros } from '../../../lib/decimal.ts';

/** Steps, bounds and this client's fee rates of a market, from the server. */
export type MarketRules = Omit<Answered, 'unit_price'>;
type Answered = Calls['GET /api/v3/getOrder']['response']['price'];

/** The label of an order's trigger: a price of the last trade or, in a perpetual market, a mark price. */
export const triggerLabel = (name: string) => (name.endsWith('-PERP') ? 'ticket.triggerMark' : 'ticket.trigger');

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
