import type { endpoints } from '@vitrine/contract';
import { aboutClient } from '../../restrictions/console/restriction-item.ts';
import type { Handler } from '../services.ts';
import { reviewedItem } from './withdrawal-review-view.ts';

export const consoleGiveBack: Handler<typeof endpoints.consoleGiveBack> = async (call) => {
  const { services, session, body } = call;
  const { withdrawal_id: id, payment_attempt: attempt, reason, note } = body;
  const { uid, txid, state } = await services.withdrawals.review.one(id);
  call.audit({ subject: aboutClient({ uid }), before: { attempt, txid, state }, reason });
  const given = await services.failedPayments.giveBack({ id, attempt, reason }, note, session);
  call.audit({ after: { state: given.state, note: given.refusalNote } });
  return { withdrawal: reviewedItem(services, session, given) };
};
