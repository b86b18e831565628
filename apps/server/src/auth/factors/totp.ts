import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { generateRandomString } from 'better-auth/crypto';

const STEP_MS = 30_000;
/** 24 letters and digits are 143 bits; RFC 4226 asks for 128. */
const SECRET_LENGTH = 24;

export const newTotpSecret = (): string => generateRandomString(SECRET_LENGTH);

/** What an authenticator app scans. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  createOTP(secret).url(issuer, account);

/** The same secret as one types it into an app that cannot scan. */
export const totpKey = (secret: string): string => base32.encode(secret, { padding: false });

/** The code of now. RFC 6238 with SHA-1, six digits, thirty seconds: what every app speaks. */
export const currentTotpCode = (secret: string): Promise<string> => createOTP(secret).totp();

/**
 * The 30-second step a code belongs to: the current one, or the one before for slow typing or a slow clock (RFC 6238,
 * 5.2). Never the next one: nobody with the authenticator needs it. Undefined: a wrong code.
 */
export async function totpStep(secret: string, code: string): Promise<number | undefined> {
  const now = Math.floor(Date.now() / STEP_MS);
  const otp = createOTP(secret);
  let found: number | undefined;
  for (const step of [now - 1, now]) if ((await otp.hotp(step)) === code) found = step;
  return found;
}
