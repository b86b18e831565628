import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { approvalView } from './approval-view.ts';

const PAGE = 50;

export const consoleApprovals: Handler<typeof endpoints.consoleApprovals> = async ({ services, session, query }) => {
  const { list, before } = query;
  const found = await services.approvals.list(session, {
    waiting: list === 'waiting',
    ...(before === undefined ? {} : { before }),
    limit: PAGE + 1,
  });
  return {
    approvals: found.slice(0, PAGE).map((approval) => approvalView(services, session, approval)),
    more: found.length > PAGE,
  };
};
