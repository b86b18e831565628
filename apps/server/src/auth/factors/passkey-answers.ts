import { createPublicKey, type JsonWebKey } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { cose, decodeClientDataJSON, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import { ApiError } from '../../kit/api-error.ts';

/** The challenge that a browser was given, and the origin at which it reaches the exchange. */
export interface PasskeyAsked {
  readonly challenge: string;
  readonly origin: string;
}

const LEAST_RSA_BITS = 2048;
/** The base64url length of the longest credential id that WebAuthn level 3, section 4, allows. */
const LONGEST_ID = Math.ceil((1023 * 4) / 3);

/** Verifies the new passkey in a browser's response against the request. Errors: passkey_refused. */
export async function newPasskey(response: object, asked: PasskeyAsked): Promise<WebAuthnCredential> {
  const answer = response as RegistrationResponseJSON;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: answer,
    ...expected(asked),
  }).catch(refuse);
  if (!verified || isFramed(answer.response.clientDataJSON)) return refuse();
  const { credential } = registrationInfo;
  if (credential.id.length > LONGEST_ID || !isUsableKey(credential.publicKey)) return refuse();
  return credential;
}

/**
 * Returns the signature counter in an assertion. Throws unless this key signed the assertion for this challenge.
 * Errors: passkey_refused.
 */
export async function usedPasskey(
  response: object,
  asked: PasskeyAsked,
  credential: WebAuthnCredential,
): Promise<number> {
  const answer = response as AuthenticationResponseJSON;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    ...expected(asked),
    credential,
  }).catch(refuse);
  if (!verified || isFramed(answer.response.clientDataJSON)) return refuse();
  return authenticationInfo.newCounter;
}

/**
 * The condition under which an update sets the counter to $2. Of concurrent responses with the same counter, only one
 * is accepted. Keys without a counter always send zero.
 */
export const COUNTS_ON = '(counter < $2 or (counter = 0 and $2 = 0))';

const expected = ({ challenge, origin }: PasskeyAsked) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: new URL(origin).hostname,
});

/** Whether the page was embedded in a frame by another site, which we do not allow. */
function isFramed(clientData: string): boolean {
  const { crossOrigin, topOrigin } = decodeClientDataJSON(clientData) as ReturnType<typeof decodeClientDataJSON> & {
    readonly topOrigin?: unknown;
  };
  return crossOrigin === true || topOrigin !== undefined;
}

/**
 * Whether the key is valid (for example, whether its point lies on its curve), and of the type that its algorithm
 * requires.
 */
function isUsableKey(publicKey: WebAuthnCredential['publicKey']): boolean {
  try {
    const jwk = jwkOf(decodeCredentialPublicKey(publicKey));
    if (jwk === undefined) return false;
    const { asymmetricKeyDetails } = createPublicKey({ key: jwk, format: 'jwk' });
    return jwk.kty !== 'RSA' || (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_RSA_BITS;
  } catch {
    return false;
  }
}

/** The key as a JWK, for the algorithms that we accept; undefined if the key's type does not match its algorithm. */
function jwkOf(key: ReturnType<typeof decodeCredentialPublicKey>): JsonWebKey | undefined {
  const { COSEALG, COSECRV, COSEKEYS } = cose;
  const algorithm = key.get(COSEKEYS.alg);
  if (cose.isCOSEPublicKeyEC2(key)) {
    if (algorithm !== COSEALG.ES256 || key.get(COSEKEYS.crv) !== COSECRV.P256) return undefined;
    return { kty: 'EC', crv: 'P-256', x: base64url(key.get(COSEKEYS.x)), y: base64url(key.get(COSEKEYS.y)) };
  }
  if (cose.isCOSEPublicKeyOKP(key)) {
    if (algorithm !== COSEALG.EdDSA || key.get(COSEKEYS.crv) !== COSECRV.ED25519) return undefined;
    return { kty: 'OKP', crv: 'Ed25519', x: base64url(key.get(COSEKEYS.x)) };
  }
  if (!cose.isCOSEPublicKeyRSA(key) || algorithm !== COSEALG.RS256) return undefined;
  return { kty: 'RSA', n: base64url(key.get(COSEKEYS.n)), e: base64url(key.get(COSEKEYS.e)) };
}

const base64url = (bytes: Uint8Array = new Uint8Array()): string => Buffer.from(bytes).toString('base64url');

/** The library throws a different error for each fault in a response. All of them become the same refusal. */
function refuse(): never {
  throw new ApiError('passkey_refused');
}
