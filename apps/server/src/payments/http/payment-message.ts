import { ApiError } from '../../kit/api-error.ts';
import { ForgedMessage, ProviderUnreachable } from '../../providers/payment/payment.ts';
import type { Handler } from '../services.ts';
import { purchasesOf } from './purchase-words.ts';

export const paymentMessage: Handler<'paymentMessage'> = async ({ services, message }) => {
  const purchases = purchasesOf(services);
  // Must come first: messages that the provider cannot have sent must not use up the rate limit for its messages.
  if (!purchases.isSigned(message)) throw new ApiError('message_refused');
  services.paymentCalls.message();
  await purchases.heard(message).catch((error: unknown) => {
    if (error instanceof ForgedMessage) throw new ApiError('message_refused');
    // This response makes the provider send the message again later.
    throw error instanceof ProviderUnreachable ? new ApiError('payment_provider_down') : error;
  });
  return { message: 'success' };
};
