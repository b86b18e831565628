import { describe, expect, it } from 'vitest';
import { fitted } from './fitted.ts';
import { layoutOf } from './layouts.ts';
import type { PanelBox, PanelId } from './panel-box.ts';

const boxOf = (boxes: readonly PanelBox[], id: PanelId) => boxes.find(({ i }) => i === id);

describe('a panel of orders that is sized to its rows', () => {
  const wide = layoutOf('spot', { preset: 'wide', moved: {} }, 'large');
  const rows = (boxes: readonly PanelBox[]) => [boxOf(boxes, 'chart')?.h, boxOf(boxes, 'orders')?.h];

  it('makes the chart above it taller if it needs fewer rows, and shorter if it needs more', () => {
    expect(rows(wide)).toEqual([36, 12]);
    expect(rows(fitted(wide, 'orders', 4))).toEqual([44, 4]);
    expect(rows(fitted(wide, 'orders', 14))).toEqual([34, 14]);
    expect(boxOf(fitted(wide, 'orders', 4), 'orders')?.y).toBe(44);
  });

  it('moves the lower edges of all panels above it together', () => {
    const grid = fitted(layoutOf('spot', { preset: 'grid', moved: {} }, 'medium'), 'orders', 6);
    for (const id of ['chart', 'tape', 'ticket'] as const) {
      const box = boxOf(grid, id);
      expect((box?.y ?? 0) + (box?.h ?? 0)).toBe(42);
    }
  });

  it('moves the buttons to buy and sell without making them taller', () => {
    const before = layoutOf('chart', { preset: 'grid', moved: {} }, 'small');
    const after = fitted(before, 'orders', 12);
    expect(boxOf(before, 'trade')).toMatchObject({ y: 26, h: 4 });
    expect(boxOf(after, 'trade')).toMatchObject({ y: 32, h: 4 });
    expect(boxOf(after, 'book')).toMatchObject({ y: 0, h: 32 });
  });

  it('keeps its size if the panels above it would become too small, or together are not as wide', () => {
    expect(fitted(wide, 'orders', 40)).toBe(wide);
    expect(fitted(wide, 'positions', 4)).toBe(wide);
    const alone = wide.filter(({ i }) => i !== 'chart');
    expect(fitted(alone, 'orders', 4)).toBe(alone);
  });
});
