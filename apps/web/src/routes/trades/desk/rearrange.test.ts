import { describe, expect, it } from 'vitest';
import { layoutOf } from './layouts.ts';
import { GRID_COLUMNS, type PanelBox, type PanelId } from './panel-box.ts';
import { rearranged } from './rearrange.ts';

const items = layoutOf('spot', { preset: 'grid', moved: {} }, 'medium');
const box = (list: readonly PanelBox[], id: PanelId) => list.find(({ i }) => i === id);
const overlap = (a: PanelBox, b: PanelBox) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

describe('a moved panel', () => {
  it('stays inside the grid', () => {
    const right = rearranged(items, { id: 'ticket', across: 9, down: 0, resize: false });
    expect(box(right, 'ticket')?.x).toBe(19);
    const corner = rearranged(items, { id: 'markets', across: -1, down: -1, resize: false });
    expect(box(corner, 'markets')).toMatchObject({ x: 0, y: 0 });
  });

  it('pushes panels in its way aside, in every direction', () => {
    for (const { i: id } of items)
      for (const across of [-GRID_COLUMNS, -5, 0, 5, GRID_COLUMNS])
        for (const down of [-48, -7, 7, 48]) {
          const next = rearranged(items, { id, across, down, resize: false });
          expect(next.map(({ i }) => i)).toEqual(items.map(({ i }) => i));
          for (const a of next) for (const b of next) if (a !== b) expect(overlap(a, b)).toBe(false);
        }
  });

  it('does not mutate its input', () => {
    const before = structuredClone(items);
    rearranged(items, { id: 'orders', across: 0, down: -40, resize: false });
    expect(items).toEqual(before);
  });
});

describe('a resized panel', () => {
  it('shrinks no further than its minimum size', () => {
    expect(box(rearranged(items, { id: 'tape', across: 0, down: -20, resize: true }), 'tape')?.h).toBe(8);
  });

  it('grows no further than the grid, and panels below move out of the way', () => {
    const next = rearranged(items, { id: 'chart', across: 99, down: 4, resize: true });
    expect(box(next, 'chart')).toMatchObject({ x: 4, w: GRID_COLUMNS - 4, h: 38 });
    for (const a of next) for (const b of next) if (a !== b) expect(overlap(a, b)).toBe(false);
  });
});
