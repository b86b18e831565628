import { formatPercent } from '@vitrine/ui';
import Big from 'big.js';
import type { FuturesPosition } from '../../../lib/futures.ts';

type Prices = Pick<FuturesPosition, 'liquidation_price' | 'mark_price'>;

/** How far the liquidation price is from the mark price: '−10.62%'; a dash if there is none. */
export const distanceText = ({ liquidation_price: liquidation, mark_price: mark }: Prices): string => {
  if (liquidation === '' || Number(mark) === 0) return '–';
  return formatPercent(new Big(liquidation).div(mark).minus(1).times(100).toFixed(2));
};
