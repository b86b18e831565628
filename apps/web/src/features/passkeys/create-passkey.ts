import { call } from '../../lib/api.ts';

type Question = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON'];

/** Has the device make a passkey and the server keep it. Throws ApiError, and what the browser throws. */
export async function createPasskey(
  proof: { readonly password: string; readonly code?: string },
  name: string,
): Promise<void> {
  const [{ startRegistration }, { options, token }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('POST /api/v3/passkeys/options', { body: proof }),
  ]);
  const response = await startRegistration({ optionsJSON: options as unknown as Question });
  await call('POST /api/v3/passkeys/add', { body: { token, name, response: { ...response } } });
}
