import type { endpoints, ResponseOf } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import { ProviderUnreachable } from '../../providers/payment/payment.ts';
import type { PurchaseState } from '../purchase-table.ts';
import type { Handler } from '../services.ts';
import { purchaseOnWire, purchasesOf } from './purchase-words.ts';

type Message = ResponseOf<typeof endpoints.capturePayment>['message'];

const messages: Readonly<Record<PurchaseState, Message>> = {
  created: 'not_approved',
  approved: 'pending',
  captured: 'pending',
  credited: 'success',
  failed: 'failed',
  expired: 'expired',
};

export const capturePayment: Handler<'capturePayment'> = async ({ services, session, body }) => {
  const purchases = purchasesOf(services);
  const id = body.purchase_id;
  if ((await purchases.find(id))?.owner !== session.owner) throw new ApiError('unknown_purchase');
  services.paymentCalls.look(session.owner);
  let isHeard = services.paymentCalls.maySee(id);
  if (isHeard) {
    await purchases.finish(id).catch((error: unknown) => {
      const isBusy = error instanceof ApiError && error.code === 'busy';
      if (!isBusy && !(error instanceof ProviderUnreachable)) throw error;
      isHeard = false;
    });
  }
  const purchase = await purchases.find(id);
  if (purchase === undefined) throw new ApiError('unknown_purchase');
  // Without a response from the provider, it is unknown whether the payer has approved.
  const message = !isHeard && purchase.state === 'created' ? 'pending' : messages[purchase.state];
  return { message, purchase: purchaseOnWire(purchase) };
};
