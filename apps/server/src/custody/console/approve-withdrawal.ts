import type { endpoints } from '@vitrine/contract';
import { aboutClient } from '../../restrictions/console/restriction-item.ts';
import type { Handler } from '../services.ts';
import { reviewedItem } from './withdrawal-review-view.ts';

export const consoleApproveWithdrawal: Handler<typeof endpoints.consoleApproveWithdrawal> = async (call) => {
  const { services, session, body } = call;
  const { review } = services.withdrawals;
  const { uid, approvals } = await review.one(body.withdrawal_id);
  call.audit({ subject: aboutClient({ uid }), before: { approvals }, reason: body.reason });
  const approved = await review.approve(body.withdrawal_id, body.reason, session);
  call.audit({ after: { approvals: approved.approvals, state: approved.state } });
  return { withdrawal: reviewedItem(services, session, approved) };
};
