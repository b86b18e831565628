import { expect, test } from 'vitest';
import { Linger } from './linger.ts';

const begun = (commitMs = 5) => {
  const linger = new Linger();
  linger.begin(0, commitMs);
  return linger;
};

test('a single command is sent in the turn of the event loop in which it arrived', () => {
  expect(begun().isWorthWaiting(1, 0)).toBe(false);
});

test('two commands that arrive together wait one turn, and a second turn only if more commands arrived in the first', () => {
  const linger = begun();
  expect([2, 2].map((count) => linger.isWorthWaiting(count, 1))).toEqual([true, false]);
});

test('a batch waits up to three turns while each turn brings more commands', () => {
  const linger = begun();
  expect([2, 5, 9, 12].map((count) => linger.isWorthWaiting(count, 1))).toEqual([true, true, true, false]);
});

test('no command waits longer for a batch than a commit takes', () => {
  const linger = begun(2);
  expect(linger.isWorthWaiting(2, 1)).toBe(true);
  expect(linger.isWorthWaiting(3, 2)).toBe(false);
});

test('each batch counts its turns from zero', () => {
  const linger = begun();
  linger.isWorthWaiting(9, 1);
  linger.begin(1, 5);
  expect(linger.isWorthWaiting(2, 1)).toBe(true);
});
