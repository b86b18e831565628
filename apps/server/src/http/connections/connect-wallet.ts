import type { endpoints } from '@vitrine/contract';
import { WALLET_COOKIE } from '../account/web3-nonce.ts';
import { ApiError } from '../api-error.ts';
import { demandPassword } from '../demand-password.ts';
import type { Handler } from '../handler.ts';

export const connectWallet: Handler<typeof endpoints.web3Connect> = async (call) => {
  const { services, session, body, origin, device, isFromPage, cookie } = call;
  if (body.uid !== undefined && body.uid !== session.uniqueId) throw new ApiError('not_yours');
  await demandPassword(call, body.password);
  const asker = { browser: isFromPage ? (cookie(WALLET_COOKIE) ?? '') : undefined, personId: session.userId };
  const wallet = await services.access.wallets.verify(origin, body.web3_wallet, body, asker);
  await services.access.connections.add(session.userId, wallet);
  const details = { label: wallet.label };
  await services.access.changes.tell(session, device, { kind: 'wallet_connected', details });
  return { message: 'success' };
};
