import { expect, test } from 'vitest';
import { isChartSettings } from './chart-settings.ts';

const kept = (...drawings: unknown[]) => ({ interval: '15m', indicators: ['MA'], drawings });

test('stored chart settings are restored', () => {
  const points = [{ dataIndex: 7, timestamp: 1_760_000_000_000, value: 66_000.5 }, { value: 1 }];
  expect(isChartSettings(kept())).toBe(true);
  expect(isChartSettings(kept({ name: 'segment', points }))).toBe(true);
});

test.each([
  [null],
  [{ name: 'segment', points: [null] }],
  [{ name: 'segment', points: ['here'] }],
  [{ name: 'segment', points: [{ value: 'x', timestamp: {} }] }],
  [{ name: 'unknown', points: [] }],
  [{ name: 'brush', points: Array(10_001).fill({ value: 1 }) }],
])('drawings that the chart cannot draw are refused', (drawing) => expect(isChartSettings(kept(drawing))).toBe(false));
