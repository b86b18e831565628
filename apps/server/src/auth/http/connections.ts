import { getAddress } from 'viem/utils';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';
import { demandPassword } from './demand-password.ts';
import { departToGoogle, WAY_COOKIE } from './sign-in/google.ts';
import { WALLET_COOKIE } from './sign-in/sign-in.ts';

export const getConnections: Handler<'connections'> = async ({ services, session }) => {
  const connections = await services.access.connections.of(session.userId);
  return {
    connections: connections.map(({ provider, label, connectedAtMs }) => ({
      provider,
      label,
      connected_at: connectedAtMs,
    })),
  };
};

export const beginGoogleConnection: Handler<'beginGoogleConnection'> = async (call) => {
  const { services, session, body } = call;
  await demandPassword(call, body.password);
  const connections = await services.access.connections.of(session.userId);
  if (connections.some(({ provider }) => provider === 'google')) throw new ApiError('connection_exists');
  return { location: await departToGoogle(call, session.userId) };
};

export const connectGoogle: Handler<'connectGoogle'> = async (call) => {
  const { services, session, body, cookie, clearCookie, device } = call;
  const { google, connections, changes } = services.access;
  const account = await google.redeem(body.ticket, body.username, cookie(WAY_COOKIE), session.userId);
  clearCookie(WAY_COOKIE);
  const details = { label: account.label };
  await changes.change(session, device, { kind: 'google_connected', details }, (transaction) =>
    connections.add(session.userId, account, transaction),
  );
  return { message: 'success' };
};

export const disconnectGoogle: Handler<'disconnectGoogle'> = async (call) => {
  const { services, session, body, device } = call;
  await demandPassword(call, body.password);
  const { connections, changes } = services.access;
  await changes.change(session, device, { kind: 'google_disconnected' }, (transaction) =>
    connections.remove(transaction, session.userId, { provider: 'google' }),
  );
  return { message: 'success' };
};

export const connectWallet: Handler<'connectWallet'> = async (call) => {
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

export const disconnectWallet: Handler<'disconnectWallet'> = async (call) => {
  const { services, session, body, device } = call;
  await demandPassword(call, body.password);
  const label = getAddress(body.address);
  const { connections, changes } = services.access;
  await changes.change(session, device, { kind: 'wallet_disconnected', details: { label } }, (transaction) =>
    connections.remove(transaction, session.userId, { provider: 'wallet', subject: label }),
  );
  return { message: 'success' };
};
