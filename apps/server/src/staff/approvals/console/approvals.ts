import type { Handler } from '../../services.ts';
import { approvalInTrail, approvalView } from './approval-view.ts';

const PAGE = 50;

export const consoleApprovals: Handler<'consoleApprovals'> = async ({ services, session, query }) => {
  const { list, before } = query;
  const found = await services.approvals.list(session, {
    waiting: list === 'waiting',
    ...(before === undefined ? {} : { before }),
    limit: PAGE + 1,
  });
  return {
    approvals: await Promise.all(found.slice(0, PAGE).map((approval) => approvalView(services, session, approval))),
    more: found.length > PAGE,
  };
};

export const consoleApprove: Handler<'consoleApprove'> = async (call) => {
  const { services, session, body } = call;
  const approval = await services.approvals.approve(session, body.id, body.reason ?? '', body.seen);
  const { after, ...inTrail } = approvalInTrail(approval);
  call.audit({
    ...inTrail,
    after: { ...after, ...(body.seen === undefined ? {} : { seen: body.seen }) },
    ...(body.reason === undefined ? {} : { reason: body.reason }),
  });
  return { approval: await approvalView(services, session, approval) };
};

export const consoleRefuse: Handler<'consoleRefuse'> = async (call) => {
  const { services, session, body } = call;
  const approval = await services.approvals.refuse(session, body.id, body.reason);
  call.audit({ ...approvalInTrail(approval), reason: body.reason });
  return { approval: await approvalView(services, session, approval) };
};

export const consoleWithdraw: Handler<'consoleWithdraw'> = async (call) => {
  const { services, session, body } = call;
  const approval = await services.approvals.withdraw(session, body.id);
  call.audit(approvalInTrail(approval));
  return { approval: await approvalView(services, session, approval) };
};
