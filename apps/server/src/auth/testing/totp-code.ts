import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';

/** The code that an authenticator app with this key shows now, or `stepsAhead` thirty-second steps later. */
export async function totpCode(key: string, stepsAhead = 0): Promise<string> {
  const secret = new TextDecoder().decode(base32.decode(key));
  return createOTP(secret).hotp(Math.floor(Date.now() / 30_000) + stepsAhead);
}
