import fc from 'fast-check';
import { expect, test } from 'vitest';
import { treemap } from './treemap.ts';

const whole = { x: 0, y: 0, width: 300, height: 222 };

test('each tile’s area is proportional to its weight, and no tile exceeds the frame', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(weights, (unsorted) => {
      const sorted = unsorted.toSorted((a, b) => b - a);
      const total = sorted.reduce((sum, weight) => sum + weight, 0);
      const tiles = treemap(sorted, whole);
      expect(tiles).toHaveLength(sorted.length);
      for (const [index, { x, y, width, height }] of tiles.entries()) {
        const share = (sorted[index] as number) / total;
        expect((width * height) / (whole.width * whole.height)).toBeCloseTo(share, 6);
        expect(x + width).toBeLessThanOrEqual(whole.width + 1e-6);
        expect(y + height).toBeLessThanOrEqual(whole.height + 1e-6);
      }
    }),
  );
});

test('tiles with zero weights share the frame evenly', () => {
  expect(treemap([0, 0], whole).map(({ width }) => width)).toEqual([150, 150]);
});
