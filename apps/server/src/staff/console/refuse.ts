import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { approvalInTrail, approvalView } from './approval-view.ts';

export const consoleRefuse: Handler<typeof endpoints.consoleRefuse> = async (call) => {
  const { services, session, body } = call;
  const approval = await services.approvals.refuse(session, body.id, body.reason);
  call.audit({ ...approvalInTrail(approval), reason: body.reason });
  return { approval: approvalView(services, session, approval) };
};
