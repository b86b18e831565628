import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { waitForTurn } from './wait-for-turn.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal = (code: 'too_many_requests' | 'photo_too_large', seconds = '') =>
  new ApiError(429, { code, message: '', retryable: true, parameters: { seconds } });

test('a photo that the rate limit delays by a few seconds is sent again after that delay', async () => {
  const send = vi.fn().mockRejectedValueOnce(refusal('too_many_requests', '3')).mockResolvedValue('sent');
  const result = waitForTurn(send);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await result).toBe('sent');
});

test.each([
  ['a long wait', refusal('too_many_requests', '1800')],
  ['another refusal', refusal('photo_too_large')],
])('%s is reported immediately', async (_, error) => {
  const send = vi.fn().mockRejectedValue(error);
  await expect(waitForTurn(send)).rejects.toBe(error);
  expect(send).toHaveBeenCalledTimes(1);
});
