import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { blockedItem } from './withdrawal-review-view.ts';

export const consoleUnblockAddress: Handler<typeof endpoints.consoleUnblockAddress> = async (call) => {
  const { services, session, body } = call;
  const removed = await services.withdrawals.blocked.remove(body.blocked_id, session);
  const { network, address } = removed;
  call.audit({ subject: `address ${address}`, before: { network, address }, after: null, reason: body.reason });
  return { blocked: blockedItem(removed) };
};
