import { call } from '../../../lib/api.ts';
import type { PasskeyQuestion } from '../../../lib/sign-in.ts';

/** Has the client's device confirm a new factor with a passkey that is set up. Throws ApiError, and what the browser throws. */
export async function passkeyConfirmation() {
  const [{ startAuthentication }, { options, token }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('POST /api/v3/passkeys/confirmation'),
  ]);
  const response = await startAuthentication({ optionsJSON: options as unknown as PasskeyQuestion });
  return { passkey: { token, response: { ...response } } };
}
