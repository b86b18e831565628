import { setTimeout as sleep } from 'node:timers/promises';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';

const STEP_MS = 30_000;
/** How long a request with a code may take to arrive. */
const PATIENCE_MS = 6_000;

/**
 * The code that an authenticator app with this key shows `stepsAhead` thirty-second steps from now; a negative number
 * means an earlier code. An earlier code is accepted only until the current step ends. If that is about to happen, this
 * waits for the next step first.
 */
export async function totpCode(key: string, stepsAhead = 0): Promise<string> {
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  if (stepsAhead < 0 && leftMs < PATIENCE_MS) await sleep(leftMs);
  const secret = new TextDecoder().decode(base32.decode(key));
  return createOTP(secret).hotp(Math.floor(Date.now() / STEP_MS) + stepsAhead);
}
