import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { approvalInTrail, approvalView } from './approval-view.ts';

export const consoleWithdraw: Handler<typeof endpoints.consoleWithdraw> = async (call) => {
  const { services, session, body } = call;
  const approval = await services.approvals.withdraw(session, body.id);
  call.audit(approvalInTrail(approval));
  return { approval: approvalView(services, session, approval) };
};
