import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';
import { demandPassword } from '../demand-password.ts';
import { WALLET_COOKIE } from '../sign-in/web3-nonce.ts';

export const connectWallet: Handler<typeof endpoints.web3Connect> = async (call) => {
  const { services, session, body, origin, device, isFromPage, cookie } = call;
  if (body.uid !== undefined && body.uid !== session.uniqueId) throw new ApiError('not_yours');
  await demandPassword(call, body.password);
  const asker = { browser: isFromPage ? (cookie(WALLET_COOKIE) ?? '') : undefined, personId: session.userId };
  const wallet = await services.access.wallets.verify(origin, body.web3_wallet, body, asker);
  const details = { label: wallet.label };
  const { connections, changes } = services.access;
  await changes.change(session, device, { kind: 'wallet_connected', details }, (transaction) =>
    connections.add(session.userId, wallet, transaction),
  );
  return { message: 'success' };
};
