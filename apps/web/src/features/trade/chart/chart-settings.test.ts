import { expect, test } from 'vitest';
import { pairChartFrom, withChart } from './chart-settings.ts';
import { isStudy, newStudy, toggledStudy } from './studies.ts';

const line = { name: 'segment', points: [{ timestamp: 1_760_000_000_000, value: 66_000.5 }, { value: 1 }] };
const chart = { studies: [newStudy('MA')], drawings: [line] };

test('a stored chart is restored, except for parts that this version cannot draw', () => {
  const [stored] = withChart([], 'BTC', chart);
  expect(stored && pairChartFrom(stored)).toEqual(chart);
  const study = { name: 'NEW', params: [1], colors: [], hidden: false };
  const shape = { name: 'circle', points: [] };
  expect(pairChartFrom({ studies: [study, newStudy('VOL')], drawings: [shape, line] })).toEqual({
    studies: [newStudy('VOL')],
    drawings: [line],
  });
});

test.each([
  { params: [7, 25] },
  { params: [0, 25, 99] },
  { params: [7.5, 25, 99] },
  { colors: ['#fff'] },
  { colors: ['#ffffff', '#000000'] },
  { hidden: 'no' },
])('an indicator with %j is refused', (change) => {
  expect(isStudy(newStudy('MA'))).toBe(true);
  expect(isStudy({ ...newStudy('MA'), ...change })).toBe(false);
});

test('the most recently changed chart comes first, and only once', () => {
  const charts = withChart(withChart(withChart([], 'BTC', chart), 'ETH', chart), 'BTC', { ...chart, drawings: [] });
  expect(charts.map(({ coin, drawings }) => [coin, drawings.length])).toEqual([
    ['BTC', 0],
    ['ETH', 1],
  ]);
});

test('if there are too many drawings, the oldest pairs are dropped, then the oldest drawings', () => {
  const points = Array.from({ length: 900 }, (_, index) => ({ timestamp: 1_760_000_000_000 + index, value: index }));
  const drawings = Array.from({ length: 60 }, () => ({ name: 'brush', points }));
  const charts = withChart(withChart([], 'BTC', chart), 'ETH', { ...chart, drawings: [...drawings, line] });
  expect(charts.map(({ coin }) => coin)).toEqual(['ETH']);
  expect(JSON.stringify(charts).match(/[{[,:]/g)?.length).toBeLessThanOrEqual(3_500);
  expect(charts[0]?.drawings.length).toBeGreaterThan(2);
  expect(charts[0]?.drawings.at(-1)).toEqual(line);
  expect(charts[0]?.drawings[0]?.points).toHaveLength(150);
  expect(charts[0]?.drawings[0]?.points.at(-1)).toEqual(points.at(-1));
});

test('an indicator can be switched on with its usual parameters, and off again', () => {
  const on = toggledStudy([newStudy('VOL')], 'RSI');
  expect(on.at(-1)).toEqual({ name: 'RSI', params: [6, 12, 24], colors: [], hidden: false });
  expect(toggledStudy(on, 'RSI')).toEqual([newStudy('VOL')]);
});
