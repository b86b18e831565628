import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast, toastsShown } from './toast.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const texts = () => toastsShown().map(({ text }) => text);

test('the notice of a copy is shown for two seconds, any other for three', () => {
  toast.copied('Copied!');
  toast.note('Saved');
  vi.advanceTimersByTime(1999);
  expect(texts()).toEqual(['Copied!', 'Saved']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual(['Saved']);
  vi.advanceTimersByTime(1000);
  expect(texts()).toEqual([]);
});

test('the same is never shown twice, and what succeeds takes the place of failures before it', () => {
  toast.error('Wrong password');
  toast.error('Wrong password');
  expect(texts()).toEqual(['Wrong password']);
  toast.ok('Order created');
  expect(texts()).toEqual(['Order created']);
});

test('a notice with an action is shown until it is closed', () => {
  toast.error('Could not load', { name: 'Reload', onClick: () => {} });
  vi.advanceTimersByTime(600_000);
  expect(texts()).toEqual(['Could not load']);
  toast.ok('Saved');
  expect(texts()).toEqual(['Saved']);
});
