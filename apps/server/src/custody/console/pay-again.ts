import type { endpoints } from '@vitrine/contract';
import { aboutClient } from '../../restrictions/console/restriction-item.ts';
import type { Handler } from '../services.ts';
import { reviewedItem } from './withdrawal-review-view.ts';

export const consolePayAgain: Handler<typeof endpoints.consolePayAgain> = async (call) => {
  const { services, session, body } = call;
  const { withdrawal_id: id, payment_attempt: attempt, reason } = body;
  const { uid, txid } = await services.withdrawals.review.one(id);
  call.audit({ subject: aboutClient({ uid }), before: { attempt, txid }, reason });
  const again = await services.failedPayments.payAgain({ id, attempt, reason }, session);
  call.audit({ after: { attempt: again.paymentAttempt, state: again.state } });
  return { withdrawal: reviewedItem(services, session, again) };
};
