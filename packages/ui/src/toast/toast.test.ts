import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast, toastsShown } from './toast.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const texts = () => toastsShown().map(({ text }) => text);

test('a toast about copying is shown for two seconds, any other for three', () => {
  toast.copied('Copied!');
  toast.note('Saved');
  vi.advanceTimersByTime(1999);
  expect(texts()).toEqual(['Copied!', 'Saved']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual(['Saved']);
  vi.advanceTimersByTime(1000);
  expect(texts()).toEqual([]);
});

test('the same toast is never shown twice, and a success replaces earlier failures', () => {
  toast.error('Wrong password');
  toast.error('Wrong password');
  expect(texts()).toEqual(['Wrong password']);
  toast.ok('Order created');
  expect(texts()).toEqual(['Order created']);
});

test('a toast with an action has no timeout; a success replaces it', () => {
  toast.error('Could not load', { name: 'Reload', onClick: () => {} });
  vi.advanceTimersByTime(600_000);
  expect(texts()).toEqual(['Could not load']);
  toast.ok('Saved');
  expect(texts()).toEqual(['Saved']);
});
