import { aboutClient } from '../../restrictions/console/restriction-item.ts';
import type { Handler } from '../services.ts';
import { reviewedPurchase } from './purchase-review-view.ts';

export const consoleSettlePurchase: Handler<'consoleSettlePurchase'> = async (call) => {
  const { services, session, body } = call;
  const { purchaseReview } = services;
  const before = await purchaseReview.one(body.purchase_id);
  const reason = body.note;
  call.audit({ subject: aboutClient(before), before: { purchase: before.id, state: before.state }, reason });
  const after = await purchaseReview.settle(before.id, body.note.trim(), session);
  call.audit({ after: { state: after.state, settled: after.concerns.map(({ kind }) => kind) } });
  return { purchase: await reviewedPurchase(services, session, after) };
};
