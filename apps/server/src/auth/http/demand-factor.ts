import type { Session } from '../../http/session.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Device } from '../../kit/device.ts';
import type { CeremonyResponse } from '../factors/passkeys.ts';
import type { Services } from '../services.ts';
import { demandCode } from './demand-code.ts';

interface SignedInCall {
  readonly services: Services;
  readonly session: Session;
  readonly device: Device;
  readonly origin: string;
}

interface FactorProof {
  readonly code?: string;
  readonly passkey?: CeremonyResponse;
}

/** The factors that a client has set up besides the password. */
async function factorsOf({ services, session }: Pick<SignedInCall, 'services' | 'session'>) {
  const { authenticators, passkeys } = services.access;
  return {
    authenticator: await authenticators.isEnrolled(session.userId),
    passkey: (await passkeys.of(session.userId)).length > 0,
  };
}

/**
 * Requires an existing factor, if there is one, before a factor is added or removed: an attacker who knows only the
 * password must not be able to replace the owner's factor with their own. Returns whether a factor has confirmed the
 * change; false if none is set up. Errors: those of `demandCode`, passkey_required, passkey_refused.
 */
export async function demandFactor(call: SignedInCall, proof: FactorProof): Promise<boolean> {
  const { services, session, device, origin } = call;
  const { authenticator, passkey } = await factorsOf(call);
  if (passkey && proof.passkey !== undefined) {
    const holder = { personId: session.userId, sessionId: session.id };
    await services.access.passkeys.demandConfirmed(holder, origin, proof.passkey);
    return true;
  }
  if (authenticator) {
    await demandCode({ services, session, device }, proof.code ?? '');
    return true;
  }
  if (passkey) throw new ApiError('passkey_required');
  return false;
}
