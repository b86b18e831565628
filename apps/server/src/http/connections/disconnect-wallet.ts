import type { endpoints } from '@vitrine/contract';
import { getAddress } from 'viem/utils';
import { demandPassword } from '../demand-password.ts';
import type { Handler } from '../handler.ts';

export const disconnectWallet: Handler<typeof endpoints.disconnectWallet> = async (call) => {
  const { services, session, body, device } = call;
  await demandPassword(call, body.password);
  const label = getAddress(body.address);
  await services.access.connections.remove(session.userId, 'wallet', label);
  await services.access.changes.tell(session, device, { kind: 'wallet_disconnected', details: { label } });
  return { message: 'success' };
};
