import type { Handler } from '../services.ts';
import { blockedItem } from './withdrawal-review-view.ts';

export const consoleBlockedAddresses: Handler<'consoleBlockedAddresses'> = async ({ services }) => ({
  addresses: (await services.withdrawals.blocked.list()).map(blockedItem),
});

export const consoleBlockAddress: Handler<'consoleBlockAddress'> = async (call) => {
  const { services, session, body } = call;
  const blocked = await services.withdrawals.blocked.add(body.network, body.address, body.reason, session);
  const { network, address } = blocked;
  call.audit({ subject: `address ${address}`, before: null, after: { network, address }, reason: body.reason });
  return { blocked: blockedItem(blocked) };
};

export const consoleUnblockAddress: Handler<'consoleUnblockAddress'> = async (call) => {
  const { services, session, body } = call;
  const removed = await services.withdrawals.blocked.remove(body.blocked_id, session);
  const { network, address } = removed;
  call.audit({ subject: `address ${address}`, before: { network, address }, after: null, reason: body.reason });
  return { blocked: blockedItem(removed) };
};
