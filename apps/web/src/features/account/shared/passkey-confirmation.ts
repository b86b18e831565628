import { call } from '../../../lib/api.ts';
import type { PasskeyQuestion } from '../../../lib/sign-in.ts';

/** Asks the client to confirm a new factor with an existing passkey. Throws ApiError, and any error of the browser. */
export async function passkeyConfirmation() {
  const [{ startAuthentication }, { options, token }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('POST /api/v3/passkeys/confirmation'),
  ]);
  const response = await startAuthentication({ optionsJSON: options as unknown as PasskeyQuestion });
  return { passkey: { token, response: { ...response } } };
}
