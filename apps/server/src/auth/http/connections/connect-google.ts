import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { WAY_COOKIE } from '../sign-in/google-redirect.ts';

export const connectGoogle: Handler<typeof endpoints.connectGoogle> = async (call) => {
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
