import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { CallError } from '@vitrine/ui';
import { type CallResponse, call } from './api.ts';
import { i18n } from './i18n.ts';

export const canUsePasskeys = (): boolean => browserSupportsWebAuthn();

/**
 * Reports that the user closed the browser's passkey dialog, or that no passkey was found: not an error of the
 * exchange.
 */
function dismissed(): never {
  throw new CallError(0, {
    code: 'passkey_dismissed',
    message: i18n.t('access:passkey.dismissed'),
    retryable: true,
  });
}

type PasskeyResponse = { id: string; rawId: string; type: 'public-key'; response: { clientDataJSON: string } };

/** The second step of signing in, with a passkey. Throws CallError. */
export async function signInWithPasskey(ticket: string): Promise<CallResponse<'POST /api/v3/console/passkey-login'>> {
  const { options } = await call('POST /api/v3/console/passkey-challenge', { body: { ticket } });
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = (await startAuthentication({ optionsJSON }).catch(dismissed)) as PasskeyResponse;
  return call('POST /api/v3/console/passkey-login', { body: { ticket, response } });
}

/** Creates a passkey and adds it under this name. Throws CallError. */
export async function addPasskey(name: string, code: string): Promise<void> {
  const { options } = await call('POST /api/v3/console/access/passkey-options', { body: { code } });
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = (await startRegistration({ optionsJSON }).catch(dismissed)) as PasskeyResponse;
  await call('POST /api/v3/console/access/add-passkey', { body: { name, response } });
}
