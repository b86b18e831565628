import type { endpoints } from '@vitrine/contract';
import { aboutClient } from '../../restrictions/console/restriction-item.ts';
import type { Handler } from '../services.ts';
import { reviewedItem } from './withdrawal-review-view.ts';

export const consoleRefuseWithdrawal: Handler<typeof endpoints.consoleRefuseWithdrawal> = async (call) => {
  const { services, session, body } = call;
  const { review } = services.withdrawals;
  const { uid, state } = await review.one(body.withdrawal_id);
  call.audit({ subject: aboutClient({ uid }), before: { state }, reason: body.note });
  const refused = await review.refuse(body.withdrawal_id, body.refusal, body.note, session);
  call.audit({ after: { state: refused.state, refusal: body.refusal } });
  return { withdrawal: reviewedItem(services, session, refused) };
};
