import type { PriceTicks } from '@vitrine/money';
import { readPrice } from '../../../kit/amounts.ts';
import { ApiError } from '../../../kit/api-error.ts';
import type { Instrument } from '../../../kit/instruments.ts';

interface AttachedTexts {
  readonly take_profit_price?: string;
  readonly stop_loss_price?: string;
}

/**
 * The take-profit and the stop-loss attached to an order. Only an order that buys in a spot market or opens a position
 * can have them; for any other order, throws unsupported_combination.
 */
export function readAttached(
  { take_profit_price, stop_loss_price }: AttachedTexts,
  instrument: Instrument,
  isOpening: boolean,
): { takeProfitTicks?: PriceTicks; stopLossTicks?: PriceTicks } {
  if (take_profit_price === undefined && stop_loss_price === undefined) return {};
  if (!isOpening) throw new ApiError('unsupported_combination', { reason: 'attached_to_exit' });
  return {
    ...(take_profit_price === undefined ? {} : { takeProfitTicks: readPrice(take_profit_price, instrument) }),
    ...(stop_loss_price === undefined ? {} : { stopLossTicks: readPrice(stop_loss_price, instrument) }),
  };
}
