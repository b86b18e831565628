import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { generateRandomString } from 'better-auth/crypto';

const STEP_MS = 30_000;
/** 24 letters and digits carry 143 bits; RFC 4226 requires 128. */
const SECRET_LENGTH = 24;

export const newTotpSecret = (): string => generateRandomString(SECRET_LENGTH);

/** The URI that an authenticator app scans. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  createOTP(secret).url(issuer, account);

/** The secret in the form for typing into an app that cannot scan. */
export const totpKey = (secret: string): string => base32.encode(secret, { padding: false });

/** The current code: RFC 6238 with SHA-1, six digits and 30-second steps, which every app supports. */
export const currentTotpCode = (secret: string): Promise<string> => createOTP(secret).totp();

/**
 * The 30-second step to which a code belongs: the current one, or the previous one if typing or the clock is slow (RFC
 * 6238, 5.2). Never the next step, whose code a correct authenticator does not show yet. Undefined for a wrong code.
 */
export async function totpStep(secret: string, code: string): Promise<number | undefined> {
  const now = Math.floor(Date.now() / STEP_MS);
  const otp = createOTP(secret);
  let found: number | undefined;
  for (const step of [now - 1, now]) if ((await otp.hotp(step)) === code) found = step;
  return found;
}
