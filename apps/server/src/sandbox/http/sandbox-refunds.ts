import { formatDecimal } from '@vitrine/money';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { CHARGE_DECIMALS } from '../../payments/purchase-quotes.ts';
import { RefundTooLarge } from '../../providers/payment/simulated-payment.ts';
import type { Handler } from '../services.ts';

export const sandboxRefunds: Handler<'sandboxRefunds'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const { purchases, simulatedPayment } = services;
  if (purchases === undefined || simulatedPayment === undefined) throw new ApiError('buying_unavailable');
  const purchase = await purchases.find(body.purchase_id);
  if (purchase?.orderId === undefined) throw new ApiError('unknown_purchase');
  const asked = body.amount === undefined ? undefined : readUnits(body.amount, { scale: CHARGE_DECIMALS });
  const refund = await simulatedPayment.refund(purchase.orderId, asked, idempotencyKey).catch((error: unknown) => {
    if (!(error instanceof RefundTooLarge)) throw error;
    throw new ApiError('above_maximum', { value: formatDecimal(error.most, CHARGE_DECIMALS) });
  });
  if (asked !== undefined && refund.amount !== asked) throw new ApiError('reference_conflict');
  await purchases.heard(simulatedPayment.message(refund));
  return {
    message: 'success',
    refund_id: refund.id,
    amount: formatDecimal(refund.amount, CHARGE_DECIMALS),
    charge_currency: purchase.chargeCurrency,
  };
};
