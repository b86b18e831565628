import { expect, test } from 'vitest';
import { spreadLabels } from './spread.ts';

test('labels of order lines that are far enough apart do not move', () => {
  expect(spreadLabels([10, 50, 90], 20)).toEqual([10, 50, 90]);
  expect(spreadLabels([10, 90], 20, { place: 50, above: 20, below: 34 })).toEqual([10, 90]);
});

test('labels of order lines that are too close move apart, in the order of their prices', () => {
  expect(spreadLabels([52, 50, 51], 20)).toEqual([90, 50, 70]);
});

test('no label of an order line covers the fixed label', () => {
  expect(spreadLabels([49, 45, 50, 55], 20, { place: 50, above: 20, below: 34 })).toEqual([30, 10, 84, 104]);
});
