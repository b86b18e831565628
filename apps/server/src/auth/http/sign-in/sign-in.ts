import { randomBytes } from 'node:crypto';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';
import { clearSessionCookie } from '../../session/session-cookie.ts';
import { rememberOutsideAccount, takeOutsideAccount } from './outside-account.ts';
import { deviceOf, signedIn, signInResponse } from './signed-in.ts';

export const signInMethods: Handler<'signInMethods'> = ({ services }) => ({
  google: services.access.google.isAvailable,
  wallet: true,
  passkey: true,
});

export const login: Handler<'login'> = async (call) => {
  const { services, body } = call;
  const { username, password } = body;
  const connect = await takeOutsideAccount(call, body.connect);
  const outcome = await services.access.signIns
    .withPassword({ email: username }, password, deviceOf(call), connect)
    .catch(async (error: unknown) => {
      // After a failed sign-in, for example with a wrong password, the browser can still connect the external account
      // in another attempt.
      if (connect !== undefined) await rememberOutsideAccount(call, connect);
      throw error;
    });
  return signInResponse(call, outcome);
};

export const mobileLogin: Handler<'mobileLogin'> = async (call) => {
  const { mobile, password } = call.body;
  const { signIns } = call.services.access;
  return signInResponse(call, await signIns.withPassword({ mobileNumber: mobile }, password, deviceOf(call)));
};

export const passkeyLogin: Handler<'passkeyLogin'> = async (call) => {
  const { services, body, origin } = call;
  const { passkeys, signIns } = services.access;
  const person = await passkeys.verify(origin, body.token, body.response);
  const outcome = await signIns.admit(person, 'passkey', deviceOf(call));
  if (outcome.kind !== 'signed_in') throw new ApiError('login_failed');
  return signedIn(call, outcome);
};

/**
 * The cookie that binds a message for a wallet to sign to the browser that requested the message. A further request
 * does not change the cookie's value, so that several pages of one browser can request messages at the same time.
 */
export const WALLET_COOKIE = '__Host-vitrine-wallet';
const WALLET_SECONDS = 600;

/**
 * Returns a message for a wallet to sign. A signed-in client connects the wallet with it; anyone else signs in with it.
 */
export const walletNonce: Handler<'walletNonce'> = ({ services, session, origin, isFromPage, cookie, setCookie }) => {
  const browser = isFromPage ? (cookie(WALLET_COOKIE) ?? randomBytes(32).toString('base64url')) : undefined;
  if (browser !== undefined) setCookie(WALLET_COOKIE, browser, { maxAgeSeconds: WALLET_SECONDS });
  return services.access.wallets.challenge(origin, { browser, personId: session?.userId });
};

export const walletLogin: Handler<'walletLogin'> = async (call) => {
  const { services, body, origin, isFromPage, cookie } = call;
  const { wallets, connections, signIns } = services.access;
  const browser = isFromPage ? (cookie(WALLET_COOKIE) ?? '') : undefined;
  const wallet = await wallets.verify(origin, body.username, body, { browser, personId: undefined });
  const person = await connections.provedBy(wallet);
  if (person !== undefined) return signInResponse(call, await signIns.admit(person, 'wallet', deviceOf(call)));
  await rememberOutsideAccount(call, wallet);
  return { message: 'UNKNOWN_ACCOUNT', provider: 'wallet', label: wallet.label, email_proved: false };
};

export const secondFactor: Handler<'secondFactor'> = async (call) => {
  const { challenge, code } = call.body;
  return signedIn(call, await call.services.access.signIns.withSecondFactor(challenge, code, deviceOf(call)));
};

export const logout: Handler<'logout'> = async (call) => {
  const { services, session, device } = call;
  await services.accounts.logout(session);
  await services.securityEvents.record(session.owner, 'signed_out', device);
  clearSessionCookie(call);
  call.clearCache();
  return { message: 'success' };
};
