import { readStored, writeStored } from '../../../lib/stored.ts';

export const panelIds = ['chart', 'book', 'tape', 'ticket', 'orders'] as const;
export type PanelId = (typeof panelIds)[number];
export const presets = ['standard', 'chart', 'left'] as const;
export type Preset = (typeof presets)[number];
/** Classes of window widths, each with its own arrangement. */
export type SizeClass = 'narrow' | 'wide' | 'vast';

/** The grid's columns; its rows are defined in the style sheet, 48 per window height. */
export const GRID_COLUMNS = 24;
/** The maximum height of an arrangement: ten window heights. */
export const MOST_ROWS = 480;

export const sizeClassOf = (width: number): SizeClass => (width < 1200 ? 'narrow' : width < 1680 ? 'wide' : 'vast');

/** The position of a panel, in grid steps. */
export interface PanelBox {
  readonly i: PanelId;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly minW: number;
  readonly minH: number;
}

type Box = readonly [x: number, y: number, w: number, h: number];

const SMALLEST: Record<PanelId, { readonly minW: number; readonly minH: number }> = {
  chart: { minW: 8, minH: 14 },
  book: { minW: 4, minH: 14 },
  tape: { minW: 4, minH: 8 },
  ticket: { minW: 4, minH: 16 },
  orders: { minW: 10, minH: 8 },
};

const arrangement = (boxes: Record<PanelId, Box>): PanelBox[] =>
  panelIds.map((i) => {
    const [x, y, w, h] = boxes[i];
    return { i, x, y, w, h, ...SMALLEST[i] };
  });

/** Mirrors an arrangement left to right. */
const mirrored = (items: readonly PanelBox[]): PanelBox[] =>
  items.map((item) => ({ ...item, x: GRID_COLUMNS - item.x - item.w }));

const standard: Record<SizeClass, PanelBox[]> = {
  narrow: arrangement({
    chart: [0, 0, 16, 26],
    book: [0, 26, 16, 18],
    ticket: [16, 0, 8, 30],
    tape: [16, 30, 8, 14],
    orders: [0, 44, 24, 18],
  }),
  wide: arrangement({
    chart: [0, 0, 14, 34],
    book: [14, 0, 5, 23],
    tape: [14, 23, 5, 11],
    ticket: [19, 0, 5, 34],
    orders: [0, 34, 24, 14],
  }),
  vast: arrangement({
    chart: [0, 0, 16, 34],
    book: [16, 0, 4, 23],
    tape: [16, 23, 4, 11],
    ticket: [20, 0, 4, 34],
    orders: [0, 34, 24, 14],
  }),
};

const bigChart: Record<SizeClass, PanelBox[]> = {
  narrow: standard.narrow,
  wide: arrangement({
    chart: [0, 0, 19, 34],
    ticket: [19, 0, 5, 34],
    book: [0, 34, 4, 22],
    tape: [4, 34, 4, 22],
    orders: [8, 34, 16, 22],
  }),
  vast: arrangement({
    chart: [0, 0, 20, 34],
    ticket: [20, 0, 4, 34],
    book: [0, 34, 4, 22],
    tape: [4, 34, 4, 22],
    orders: [8, 34, 16, 22],
  }),
};

const PRESETS: Record<Preset, Record<SizeClass, readonly PanelBox[]>> = {
  standard,
  chart: bigChart,
  left: { narrow: mirrored(standard.narrow), wide: mirrored(standard.wide), vast: mirrored(standard.vast) },
};

/** The preset that a client has chosen, and the panels that they have moved since, per class of window widths. */
export interface LayoutChoice {
  readonly preset: Preset;
  readonly moved: Partial<Record<SizeClass, readonly PanelBox[]>>;
}

const KEY = 'layout.spot';
export const DEFAULT_LAYOUT: LayoutChoice = { preset: 'standard', moved: {} };

const isWithin = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

const isItem = (value: unknown): value is PanelBox => {
  const { i, x, y, w, h } = (value ?? {}) as Partial<PanelBox>;
  return (
    panelIds.includes(i as PanelId) &&
    isWithin(w, 1, GRID_COLUMNS) &&
    isWithin(x, 0, GRID_COLUMNS - Number(w)) &&
    isWithin(y, 0, MOST_ROWS) &&
    isWithin(h, 1, MOST_ROWS)
  );
};

/** Validates stored data, which may come from another version or have been edited by hand. */
export const isLayoutChoice = (value: unknown): value is LayoutChoice => {
  const choice = value as Partial<LayoutChoice> | null;
  const { preset, moved } = choice ?? {};
  if (!presets.includes(preset as Preset) || typeof moved !== 'object' || moved === null) return false;
  return Object.values(moved).every(
    (items) =>
      Array.isArray(items) &&
      items.every(isItem) &&
      panelIds.every((id) => items.filter(({ i }) => i === id).length === 1),
  );
};

export const readLayout = (): LayoutChoice => readStored(KEY, isLayoutChoice) ?? DEFAULT_LAYOUT;
export const writeLayout = (choice: LayoutChoice): void => writeStored(KEY, choice);

export const layoutOf = (choice: LayoutChoice, size: SizeClass): readonly PanelBox[] =>
  choice.moved[size]?.map((item) => ({ ...item, ...SMALLEST[item.i] })) ?? PRESETS[choice.preset][size];
