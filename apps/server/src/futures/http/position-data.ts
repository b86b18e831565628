import { ITEMS_PER_SUMS } from '../../trading/http/markets/trading-data.ts';
import type { Handler } from '../services.ts';
import { findPerpetual } from './find-perpetual.ts';

export const positionData: Handler<'positionData'> = ({ services, query, chargeItems }) => {
  chargeItems(ITEMS_PER_SUMS);
  return services.positionData.of(findPerpetual(services, query.name), query.window);
};
