import { expect, test } from 'vitest';
import type { SecurityEvent } from '../../lib/security.ts';
import { groupEvents } from './group-events.ts';

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

test('events of one kind from one device in a row are one group, the newest first', () => {
  expect(idsOf([event(5), event(4), event(3, { kind: 'signed_in' }), event(2), event(1)])).toEqual([
    [5, 4],
    [3],
    [2, 1],
  ]);
});

test('another device, or something else said about it, is another group', () => {
  const events = [
    event(4),
    event(3, { ip: '203.0.113.8' }),
    event(2, { browser: 'Safari' }),
    event(1, { details: { limit: '500' } }),
  ];
  expect(idsOf(events)).toEqual([[4], [3], [2], [1]]);
});
