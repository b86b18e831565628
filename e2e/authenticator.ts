import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const STEP_MS = 30_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The number of the current 30-second time step (RFC 6238). */
export const currentStep = (): number => Math.floor(Date.now() / STEP_MS);

/** The code of an authenticator app with this Base32 key, now or `stepsAhead` steps of 30 seconds later (RFC 6238). */
export function authenticatorCode(key: string, stepsAhead = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(currentStep() + stepsAhead));
  const hash = createHmac('sha1', fromBase32(key)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The maximum time between generating a code and its verification. */
const UNDER_WAY_MS = 10_000;

const leftMs = () => STEP_MS - (Date.now() % STEP_MS);

/** The oldest step whose code is still accepted if it is verified within `UNDER_WAY_MS`. */
export const oldestStep = (): number => currentStep() - (leftMs() < UNDER_WAY_MS ? 0 : 1);

/**
 * The code of the previous time step, so that the current one stays unused. Waits if the current step is about to end;
 * otherwise the code would be two steps old when it is verified.
 */
export async function formerCode(key: string): Promise<string> {
  // 50 ms more than needed, because a timer may fire a little early.
  if (oldestStep() === currentStep()) await sleep(leftMs() + 50);
  return authenticatorCode(key, -1);
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll(' ', '')].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
