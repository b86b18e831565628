import Big from 'big.js';
import { ceilTo, QUOTE_DECIMALS } from './decimal.ts';
import type { FuturesPosition } from './futures.ts';

const PERCENT_DECIMALS = 2;

/** A part of a whole in percent, rounded towards zero as the server does; empty if the whole is not above zero. */
const shareText = (part: Big, whole: Big): string => {
  if (whole.lte(0)) return '';
  const text = part.times(100).div(whole).round(PERCENT_DECIMALS, Big.roundDown).toFixed(PERCENT_DECIMALS);
  return text === '-0.00' ? '0.00' : text;
};

/**
 * A position at another mark price, as the server would value it (rules Y4 and Y5 of the core's specification). The
 * removable margin stays as last reported.
 */
export function valuedAt(position: FuturesPosition, markPrice: string): FuturesPosition {
  if (markPrice === position.mark_price) return position;
  const cost = new Big(position.cost);
  const value = new Big(markPrice).times(position.size);
  const profit = position.side === 'long' ? value.minus(cost) : cost.minus(value);
  const maintenance = ceilTo(value.times(position.maintenance_percent).div(100), QUOTE_DECIMALS);
  const margin = new Big(position.margin);
  const isFree = profit.gte(margin) || profit.plus(margin).lte(margin.div(2));
  return {
    ...position,
    mark_price: markPrice,
    value: value.toFixed(QUOTE_DECIMALS),
    profit: profit.toFixed(QUOTE_DECIMALS),
    rate_of_return_percent: shareText(profit, margin),
    maintenance_margin: maintenance.toFixed(QUOTE_DECIMALS),
    margin_ratio_percent: shareText(maintenance, profit.plus(margin)),
    is_bound: (position.term_ends_at ?? 0) > Date.now() && !isFree,
  };
}
