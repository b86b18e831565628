import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { WAY_COOKIE } from './google-redirect.ts';
import { rememberOutsideAccount } from './outside-account.ts';
import { deviceOf, signInAnswer } from './signed-in.ts';

export const googleLogin: Handler<typeof endpoints.googleLogin> = async (call) => {
  const { services, body, cookie, clearCookie } = call;
  const { google, connections, signIns } = services.access;
  const account = await google.redeem(body.ticket, body.username, cookie(WAY_COOKIE), undefined);
  clearCookie(WAY_COOKIE);
  const person = await connections.provedBy(account);
  if (person !== undefined) return signInAnswer(call, await signIns.admit(person, 'google', deviceOf(call)));
  await rememberOutsideAccount(call, account);
  const { provedEmail, label } = account;
  // That somebody holds the mailbox does not open an account that money is in: its password does, once.
  if (provedEmail !== undefined && (await services.accounts.exists(provedEmail))) {
    return { message: 'CONNECT_FIRST', email: provedEmail };
  }
  return { message: 'UNKNOWN_ACCOUNT', provider: 'google', label, email_proved: provedEmail !== undefined };
};
