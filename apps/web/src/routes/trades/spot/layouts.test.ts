import { describe, expect, it } from 'vitest';
import { GRID_COLUMNS, isLayoutChoice, layoutOf, MOST_ROWS, panelIds, presets } from './layouts.ts';

describe('every preset', () => {
  const rows = presets.flatMap((preset) =>
    (['narrow', 'wide', 'vast'] as const).map((size) => [preset, size] as const),
  );
  it.each(rows)('%s at %s places each panel once, inside the grid, without overlap', (preset, size) => {
    const items = layoutOf({ preset, moved: {} }, size);
    expect(items.map(({ i }) => i).sort()).toEqual([...panelIds].sort());
    for (const a of items) {
      expect(a.x + a.w).toBeLessThanOrEqual(GRID_COLUMNS);
      for (const b of items)
        if (a !== b) expect(a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y).toBe(true);
    }
  });
});

describe('layouts stored in the browser', () => {
  const kept = (change: object) => {
    const [first, ...others] = layoutOf({ preset: 'standard', moved: {} }, 'wide');
    return { preset: 'standard', moved: { wide: [{ ...first, ...change }, ...others] } };
  };

  it('is accepted if it fits the grid', () => {
    expect(isLayoutChoice(kept({}))).toBe(true);
    expect(isLayoutChoice({ preset: 'left', moved: {} })).toBe(true);
  });

  it.each([
    { h: 1_000_000_000 },
    { h: MOST_ROWS + 1 },
    { y: MOST_ROWS + 1 },
    { w: GRID_COLUMNS + 1 },
    { x: GRID_COLUMNS },
    { w: 0 },
    { x: null },
    { i: 'book' },
  ])('is refused with %j', (change) => expect(isLayoutChoice(kept(change))).toBe(false));

  it.each([null, 'text', { preset: 'standard', moved: null }, { preset: 'standard', moved: { wide: [null] } }])(
    'is refused where it is %j',
    (value) => expect(isLayoutChoice(value)).toBe(false),
  );
});
