import { describe, expect, it, test } from 'vitest';
import { DEFAULT_LAYOUT, isLayoutChoice, layoutOf, presetOf, presetsAt, sizeClassOf, toggled } from './layouts.ts';
import { GRID_COLUMNS, MOST_ROWS, panelIds, SMALLEST } from './panel-box.ts';
import { presets, sizeClasses } from './presets.ts';

describe('every preset', () => {
  const rows = (['spot', 'chart', 'futures'] as const).flatMap((kind) =>
    presets.flatMap((preset) => sizeClasses.map((size) => [kind, preset, size] as const)),
  );
  it.each(rows)('%s: %s at %s places its panels inside the grid, without overlap', (kind, preset, size) => {
    const items = layoutOf(kind, { preset, moved: {} }, size);
    expect(new Set(items.map(({ i }) => i)).size).toBe(items.length);
    for (const a of items) {
      expect(a.x + a.w).toBeLessThanOrEqual(GRID_COLUMNS);
      expect(a.w).toBeGreaterThanOrEqual(SMALLEST[a.i].minW);
      expect(a.h).toBeGreaterThanOrEqual(SMALLEST[a.i].minH);
      for (const b of items)
        if (a !== b) expect(a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y).toBe(true);
    }
  });

  it.each(rows)('%s: %s at %s shows prices and a form to trade', (kind, preset, size) => {
    const ids = layoutOf(kind, { preset, moved: {} }, size).map(({ i }) => i);
    expect(ids).toContain('book');
    expect(ids.some((id) => id === 'chart' || id === 'simple')).toBe(true);
    expect(ids.some((id) => ['ticket', 'trade', 'buy'].includes(id))).toBe(true);
    if (kind === 'futures') expect(ids).toContain('positions');
  });
});

test('the preset Wide is offered from 1800 px, and is the default there', () => {
  expect(presetsAt(sizeClassOf(1799))).not.toContain('wide');
  expect(presetsAt(sizeClassOf(1800))).toContain('wide');
  expect(presetOf(DEFAULT_LAYOUT, sizeClassOf(1440))).toBe('grid');
  expect(presetOf(DEFAULT_LAYOUT, sizeClassOf(1800))).toBe('wide');
  expect(presetOf({ preset: 'wide', moved: {} }, sizeClassOf(1440))).toBe('grid');
});

describe('a toggled panel', () => {
  const items = layoutOf('spot', DEFAULT_LAYOUT, 'medium');
  it('leaves the desk, and returns below the other panels', () => {
    const without = toggled(items, 'tape');
    expect(without.map(({ i }) => i)).not.toContain('tape');
    const back = toggled(without, 'tape');
    const below = back.find(({ i }) => i === 'tape');
    for (const { i, y, h } of back) if (i !== 'tape') expect(y + h).toBeLessThanOrEqual(below?.y ?? 0);
    expect(isLayoutChoice({ preset: 'grid', moved: { medium: back } })).toBe(true);
  });

  it('stays if it is the last panel', () => {
    const last = items.slice(0, 1);
    expect(toggled(last, last[0]?.i ?? 'chart')).toBe(last);
  });

  it('fits the grid, for every panel', () => {
    for (const id of panelIds) {
      const added = toggled(
        items.filter(({ i }) => i !== id),
        id,
      );
      expect(isLayoutChoice({ preset: 'grid', moved: { medium: added } })).toBe(true);
    }
  });
});

describe('a stored layout', () => {
  const kept = (change: object) => {
    const [first, ...others] = layoutOf('spot', DEFAULT_LAYOUT, 'medium');
    return { preset: 'grid', moved: { medium: [{ ...first, ...change }, ...others] } };
  };

  it('is accepted if it fits the grid', () => {
    expect(isLayoutChoice(kept({}))).toBe(true);
    expect(isLayoutChoice({ preset: 'left', moved: {} })).toBe(true);
    expect(isLayoutChoice(DEFAULT_LAYOUT)).toBe(true);
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
    { i: 'heatmap' },
  ])('is refused with %j', (change) => expect(isLayoutChoice(kept(change))).toBe(false));

  it.each([
    null,
    'text',
    { preset: 'standard', moved: {} },
    { preset: 'grid', moved: null },
    { preset: 'grid', moved: { medium: [null] } },
    { preset: 'grid', moved: { medium: [] } },
    { preset: 'grid', moved: { vast: [] } },
  ])('is refused if it is %j', (value) => expect(isLayoutChoice(value)).toBe(false));
});
