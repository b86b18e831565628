import { ApiError } from '../../kit/api-error.ts';
import { ProviderUnreachable } from '../../providers/payment/payment.ts';
import { aboutClient } from '../../restrictions/console/restriction-item.ts';
import { refuseOwn } from '../../staff/members/staff-member.ts';
import { purchasesOf } from '../http/purchase-words.ts';
import type { Handler } from '../services.ts';
import { reviewedPurchase } from './purchase-review-view.ts';

export const consoleAskPaypal: Handler<'consoleAskPaypal'> = async (call) => {
  const { services, session, body } = call;
  const purchases = purchasesOf(services);
  const before = await services.purchaseReview.one(body.purchase_id);
  call.audit({ subject: aboutClient(before), before: { purchase: before.id, state: before.state } });
  refuseOwn(before.email, session);
  await purchases.ask(before.id).catch((error: unknown) => {
    if (error instanceof ProviderUnreachable) throw new ApiError('payment_provider_silent');
    // Too many of the client's purchases are waiting for the provider.
    if (error instanceof ApiError && error.code === 'busy') throw error;
    // If the ledger refused the credit, the purchase now needs review, as the response shows.
    services.log.warn({ err: error, purchase: before.id }, 'purchase not completed, will retry');
  });
  const after = await services.purchaseReview.one(before.id);
  call.audit({ after: { state: after.state } });
  return { purchase: await reviewedPurchase(services, session, after) };
};
