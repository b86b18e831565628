import { expect, test } from 'vitest';
import { layoutFile, readLayoutFile } from './layout-file.ts';
import type { LayoutChoice } from './layouts.ts';

const layout: LayoutChoice = { preset: 'grid', moved: { medium: [{ i: 'chart', x: 0, y: 0, w: 24, h: 40 }] } };

test('a saved layout is read unchanged', () => {
  expect(readLayoutFile(layoutFile(layout))).toEqual({ layout });
});

test.each(['', 'text', 'null', '7', '[]', '{}', '{"layout":{}}'])(
  'the text “%s” is not accepted as a layout',
  (text) => {
    expect(readLayoutFile(text)).toEqual({ problem: 'not_a_layout' });
  },
);

test('a layout of another version is refused, naming the version', () => {
  const text = JSON.stringify({ vitrine_layout: 2, layout });
  expect(readLayoutFile(text)).toEqual({ problem: 'other_version', version: '2', known: 1 });
});

test('a layout with a panel that this version does not have is refused, naming the panel', () => {
  const moved = { medium: [{ i: 'heatmap', x: 0, y: 0, w: 24, h: 40 }] };
  const text = JSON.stringify({ vitrine_layout: 1, layout: { preset: 'grid', moved } });
  expect(readLayoutFile(text)).toEqual({ problem: 'unknown_panel', panel: 'heatmap' });
});

test('a layout that does not fit the grid is refused', () => {
  const moved = { medium: [{ i: 'chart', x: 0, y: 0, w: 25, h: 40 }] };
  const text = JSON.stringify({ vitrine_layout: 1, layout: { preset: 'grid', moved } });
  expect(readLayoutFile(text)).toEqual({ problem: 'not_a_layout' });
});
