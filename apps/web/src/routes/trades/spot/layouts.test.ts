import { describe, expect, it } from 'vitest';
import { GRID_COLUMNS, layoutOf, panelIds, presets } from './layouts.ts';

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
