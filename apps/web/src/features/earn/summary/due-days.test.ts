import { expect, test } from 'vitest';
import { dueDays, weekdayOf } from './due-days.ts';

const monday = Date.UTC(2026, 10, 30);
const DAY = 86_400_000;

test('each day of the calendar has its payout, and what ends on it', () => {
  const payouts = [
    { time: monday, usdt_value: '0.000000', coins: [] },
    { time: monday + DAY, usdt_value: '0.300000', coins: [{ name: 'USDT', amount: '0.300000' }] },
  ];
  const due = [
    { kind: 'TERM_END', id: 1, name: 'USDT', amount: '5', time: monday + DAY },
    { kind: 'NOTICE_END', id: 2, name: 'USDT', amount: '7', time: monday + DAY - 1 },
    { kind: 'DUAL_EXPIRY', id: 3, name: 'BTC', amount: '1', time: monday + 2 * DAY },
  ] as const;
  const days = dueDays({ payouts, due: [...due] });
  expect(days.map(({ payout }) => payout)).toEqual([undefined, '0.300000']);
  expect(days.map((day) => day.due.map(({ id }) => id))).toEqual([[2], [1]]);
});

test('weeks begin on Mondays', () => {
  expect(Array.from({ length: 8 }, (_, n) => weekdayOf(monday + n * DAY))).toEqual([0, 1, 2, 3, 4, 5, 6, 0]);
});
