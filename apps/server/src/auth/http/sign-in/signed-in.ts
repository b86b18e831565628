import { randomBytes } from 'node:crypto';
import type { Call } from '../../services.ts';
import { setSessionCookie } from '../../session/session-cookie.ts';
import type { SigningDevice } from '../../sign-in/known-devices.ts';
import type { SignedIn, SignInOutcome } from '../../sign-in/sign-ins.ts';

const DEVICE_COOKIE = '__Host-vitrine-device';
const DEVICE_SECONDS = 400 * 86_400;

type VisitorCall = Pick<Call, 'cookie' | 'setCookie' | 'device' | 'services' | 'isFromPage' | 'isRead'> & {
  readonly session: Call['session'];
};

/**
 * The device of the request. Each browser gets an id that distinguishes it from others. A program has an id only if it
 * sends the cookie back, which few programs do.
 */
export function deviceOf({ cookie, setCookie, device, isFromPage }: VisitorCall): SigningDevice {
  const known = cookie(DEVICE_COOKIE);
  if (known !== undefined) return { ...device, deviceId: known };
  const deviceId = randomBytes(16).toString('base64url');
  setCookie(DEVICE_COOKIE, deviceId, { maxAgeSeconds: DEVICE_SECONDS });
  return isFromPage ? { ...device, deviceId } : device;
}

/** The device of the request, with the browser's id if it has one. */
export const knownDeviceOf = ({ cookie, device }: Pick<VisitorCall, 'cookie' | 'device'>): SigningDevice => ({
  ...device,
  deviceId: cookie(DEVICE_COOKIE),
});

/**
 * The device that requests a code. A program gets no new id: it would not send the cookie back, so the code would be
 * bound to an id that is never seen again.
 */
export const askingDeviceOf = (call: VisitorCall): SigningDevice =>
  call.isFromPage && !call.isRead ? deviceOf(call) : knownDeviceOf(call);

/** Sets the cookie of the new session and returns the response. The session that the browser had before ends. */
export async function signedIn(call: VisitorCall, outcome: SignedIn) {
  const { services, session, isFromPage } = call;
  const { token, client } = outcome;
  if (session !== undefined && 'owner' in session && session.by === 'cookie') await services.accounts.logout(session);
  setSessionCookie(call, outcome);
  return { ...(isFromPage ? {} : { token }), user: client.user, client };
}

/** Signs in like `signedIn`, or responds with the request for the second factor. */
export async function signInResponse(call: VisitorCall, outcome: SignInOutcome) {
  if (outcome.kind === 'signed_in') return signedIn(call, outcome);
  return { message: 'SECOND_FACTOR' as const, challenge: outcome.challenge };
}
