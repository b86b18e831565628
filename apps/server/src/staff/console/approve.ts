import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { approvalInTrail, approvalView } from './approval-view.ts';

export const consoleApprove: Handler<typeof endpoints.consoleApprove> = async (call) => {
  const { services, session, body } = call;
  const approval = await services.approvals.approve(session, body.id, body.reason ?? '');
  call.audit({ ...approvalInTrail(approval), ...(body.reason === undefined ? {} : { reason: body.reason }) });
  return { approval: approvalView(services, session, approval) };
};
