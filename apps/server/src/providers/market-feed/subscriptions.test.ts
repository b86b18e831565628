import { expect, test } from 'vitest';
import { Subscriptions } from './subscriptions.ts';

const HOUR_S = 3_600;
const thin = Array.from({ length: 20 }, (_, i) => `THIN${i}-USDT`);
const texts = (requests: ReturnType<Subscriptions['take']>) => requests.map(({ pair, kind }) => `${kind} ${pair}`);

test.each([4, 20])(
  '%i pairs that are lost again and again neither delay new pairs nor use up the requests',
  (count) => {
    const lost = thin.slice(0, count);
    const one = new Subscriptions();
    const sent: number[] = [];
    let wanted = lost;
    for (let second = 0; second < 3 * HOUR_S; second += 1) {
      const nowMs = second * 1_000;
      if (second === HOUR_S / 2) wanted = [...lost, 'BTC-USDT'];
      const requests = one.take(wanted, nowMs);
      if (second === HOUR_S / 2) expect(texts(requests)[0]).toBe('subscribe BTC-USDT');
      for (const _ of requests) sent.push(second);
      for (const pair of lost) one.lose(pair, nowMs);
      one.heard('BTC-USDT', nowMs);
    }
    for (let from = 0; from < 2 * HOUR_S; from += 60)
      expect(sent.filter((second) => second >= from && second < from + HOUR_S).length).toBeLessThanOrEqual(400);
    expect(one.areExpected).toBe(true);
  },
);

test('a lost pair is subscribed again after pauses that double, until it has worked for minutes', () => {
  const one = new Subscriptions();
  one.take(['BTC-USDT'], 0);
  const renewals: number[] = [];
  for (let second = 1; renewals.length < 11; second += 1) {
    one.lose('BTC-USDT', second * 1_000);
    const requests = one.take(['BTC-USDT'], second * 1_000);
    if (requests.length === 0) continue;
    expect(texts(requests)).toEqual(['unsubscribe BTC-USDT', 'subscribe BTC-USDT']);
    renewals.push(second);
  }
  const pauses = renewals.slice(1).map((second, i) => second - (renewals[i] ?? 0) - 1);
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  // The source has not sent any prices yet, so their absence does not mean that the connection has failed.
  expect(one.areExpected).toBe(false);
  const laterMs = 10_000_000;
  one.heard('BTC-USDT', laterMs);
  one.lose('BTC-USDT', laterMs);
  expect(one.take(['BTC-USDT'], laterMs + 999)).toEqual([]);
  expect(one.take(['BTC-USDT'], laterMs + 1_000)).toHaveLength(2);
});

test('a silent pair is subscribed again after minutes, and no prices are expected of it', () => {
  const one = new Subscriptions();
  one.take(['NO-USDT'], 0);
  expect(one.take(['NO-USDT'], 179_000)).toEqual([]);
  expect(texts(one.take(['NO-USDT'], 180_000))).toEqual(['subscribe NO-USDT']);
  expect(one.take(['NO-USDT'], 180_000 + 359_000)).toEqual([]);
  expect(one.take(['NO-USDT'], 180_000 + 360_000)).toHaveLength(1);
  expect(one.areExpected).toBe(false);
  one.heard('NO-USDT', 600_000);
  expect(one.areExpected).toBe(true);
});

test('requests above the hourly limit wait', () => {
  const one = new Subscriptions();
  const pairs = Array.from({ length: 450 }, (_, i) => `C${i}-USDT`);
  let sent = 0;
  for (let second = 0; second < 60; second += 1) sent += one.take(pairs, second * 1_000).length;
  expect(sent).toBe(400);
  for (let second = 0; second < 60; second += 1) sent += one.take(pairs, (HOUR_S + second) * 1_000).length;
  expect(sent).toBeGreaterThanOrEqual(450);
});

test('pairs are subscribed again in the order in which they are wanted', () => {
  const one = new Subscriptions();
  const wanted = ['PERP-USDT', 'SPOT-USDT'];
  one.take(wanted, 0);
  for (const pair of wanted) one.heard(pair, 0);
  one.lose('SPOT-USDT', 0);
  one.lose('PERP-USDT', 100);
  expect(one.take(wanted, 2_000).map(({ pair }) => pair)).toEqual([
    ...Array(2).fill('PERP-USDT'),
    ...Array(2).fill('SPOT-USDT'),
  ]);
});

test('a connection is replaced once its pairs were lost so often that no requests are left', () => {
  const one = new Subscriptions();
  const pairs = Array.from({ length: 100 }, (_, i) => `P${i}-USDT`);
  let nowMs = 0;
  const pass = (seconds: number) => {
    for (; seconds > 0; seconds -= 1) {
      nowMs += 1_000;
      for (const { pair } of one.take(pairs, nowMs)) one.heard(pair, nowMs);
    }
  };
  pass(10);
  for (const pair of pairs) one.lose(pair, nowMs);
  pass(100);
  expect(one.isStarved(nowMs)).toBe(false);
  for (const pair of pairs) one.lose(pair, nowMs);
  pass(100);
  expect(one.isStarved(nowMs)).toBe(true);
});
