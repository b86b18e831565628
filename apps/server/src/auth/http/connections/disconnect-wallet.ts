import type { endpoints } from '@vitrine/contract';
import { getAddress } from 'viem/utils';
import type { Handler } from '../../services.ts';
import { demandPassword } from '../demand-password.ts';

export const disconnectWallet: Handler<typeof endpoints.disconnectWallet> = async (call) => {
  const { services, session, body, device } = call;
  await demandPassword(call, body.password);
  const label = getAddress(body.address);
  const { connections, changes } = services.access;
  await changes.change(session, device, { kind: 'wallet_disconnected', details: { label } }, (transaction) =>
    connections.remove(transaction, session.userId, { provider: 'wallet', subject: label }),
  );
  return { message: 'success' };
};
