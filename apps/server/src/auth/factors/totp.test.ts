import { createOTP } from '@better-auth/utils/otp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { totpStep } from './totp.ts';

const SECRET = 'a secret of an authenticator';
const NOW = 60_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW * 30_000 + 29_000, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a TOTP code is valid during its own 30-second step and the next, not before', async () => {
  const steps: (number | undefined)[] = [];
  for (const ahead of [-2, -1, 0, 1, 2]) steps.push(await totpStep(SECRET, await createOTP(SECRET).hotp(NOW + ahead)));
  expect(steps).toEqual([undefined, NOW - 1, NOW, undefined, undefined]);
});
