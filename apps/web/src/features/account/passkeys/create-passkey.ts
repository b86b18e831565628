import { call } from '../../../lib/api.ts';
import { passkeyConfirmation } from '../shared/passkey-confirmation.ts';

type Question = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON'];

interface Proof {
  readonly password: string;
  /** A code from the authenticator, if one is set up. */
  readonly code?: string;
  /** Whether an existing passkey confirms the new passkey. */
  readonly withPasskey: boolean;
}

/** Creates a passkey on the device and stores it on the server. Throws ApiError, and any error of the browser. */
export async function createPasskey({ withPasskey, ...proof }: Proof, name: string): Promise<void> {
  const body = withPasskey ? { ...proof, ...(await passkeyConfirmation()) } : proof;
  const [{ startRegistration }, { options, token }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('POST /api/v3/passkeys/options', { body }),
  ]);
  const response = await startRegistration({ optionsJSON: options as unknown as Question });
  await call('POST /api/v3/passkeys/add', { body: { token, name, response: { ...response } } });
}
