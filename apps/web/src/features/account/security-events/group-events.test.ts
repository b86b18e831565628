import { expect, test } from 'vitest';
import type { SecurityEvent } from '../../../lib/security.ts';
import { groupEvents, isBurst } from './group-events.ts';

const event = (id: number, change: Partial<SecurityEvent> = {}): SecurityEvent => ({
  id,
  at: id,
  kind: 'wrong_code',
  details: {},
  browser: 'Firefox',
  system: 'Linux',
  ip: '203.0.113.7',
  ...change,
});
const idsOf = (events: SecurityEvent[]) => groupEvents(events).map((group) => group.events.map(({ id }) => id));

test('consecutive security events of one kind from one device form one group, newest first', () => {
  expect(idsOf([event(5), event(4), event(3, { kind: 'signed_in' }), event(2), event(1)])).toEqual([
    [5, 4],
    [3],
    [2, 1],
  ]);
});

test('an event from another device, or with other details, starts a new group', () => {
  const events = [
    event(4),
    event(3, { ip: '203.0.113.8' }),
    event(2, { browser: 'Safari' }),
    event(1, { details: { limit: '500' } }),
  ];
  expect(idsOf(events)).toEqual([[4], [3], [2], [1]]);
});

test('three failed attempts within an hour are a burst; slower attempts, and other events, are not', () => {
  const MINUTE = 60_000;
  const group = (kind: SecurityEvent['kind'], ...minutes: number[]) =>
    groupEvents(minutes.map((minute, index) => event(9 - index, { kind, at: minute * MINUTE })));
  const bursts = (...groups: ReturnType<typeof group>) => groups.map(isBurst);
  expect(bursts(...group('wrong_code', 90, 60, 31))).toEqual([true]);
  expect(bursts(...group('wrong_code', 500, 90, 60, 31))).toEqual([true]);
  expect(bursts(...group('wrong_code', 120, 60, 31))).toEqual([false]);
  expect(bursts(...group('wrong_code', 61, 60))).toEqual([false]);
  expect(bursts(...group('signed_in', 90, 60, 31))).toEqual([false]);
});
