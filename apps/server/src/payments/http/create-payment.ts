import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { ProviderUnreachable } from '../../providers/payment/payment.ts';
import { USDT_DECIMALS } from '../purchase-quotes.ts';
import { MOST_OPEN_PURCHASES, TooManyPurchases } from '../purchase-table.ts';
import type { Handler } from '../services.ts';
import { purchasesOf, quoteOnWire, readQuote } from './purchase-words.ts';

export const createPayment: Handler<'createPayment'> = async (call) => {
  const { services, session, body, idempotencyKey: key, origin, gone } = call;
  const quote = await readQuote(services, body);
  const least = body.usdt === undefined ? 0 : readUnits(body.usdt, { scale: USDT_DECIMALS });
  if (quote.units < least) throw new ApiError('quote_expired');
  const purchases = purchasesOf(services);
  services.paymentCalls.order(session.owner);
  const purchase = await purchases
    .begin(session.owner, { quote, page: `${origin}/wallet/buy`, key }, gone)
    .catch((error: unknown) => {
      if (error instanceof TooManyPurchases)
        throw new ApiError('too_many_purchases', { most: String(MOST_OPEN_PURCHASES) });
      throw error instanceof ProviderUnreachable ? new ApiError('payment_provider_down') : error;
    });
  if (purchase.currency !== quote.currency || purchase.amount !== quote.amount)
    throw new ApiError('reference_conflict');
  return {
    message: 'success',
    purchase_id: purchase.id,
    order_id: purchase.orderId ?? '',
    approval_url: purchase.approvalUrl ?? '',
    expires_at: purchase.expiresMs,
    ...quoteOnWire(purchase),
  };
};
