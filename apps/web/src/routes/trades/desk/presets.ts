import { GRID_COLUMNS, type PanelBox, type PanelId, panelIds } from './panel-box.ts';

/** The trade pages, each with its own desk. */
export type DeskKind = 'spot' | 'chart' | 'futures';
export type SpotKind = Exclude<DeskKind, 'futures'>;
export const presets = ['simple', 'full', 'grid', 'wide', 'large', 'left'] as const;
export type Preset = (typeof presets)[number];
/** Classes of window widths, each with its own arrangement. */
export const sizeClasses = ['small', 'medium', 'large'] as const;
export type SizeClass = (typeof sizeClasses)[number];

type Box = readonly [x: number, y: number, w: number, h: number];
type Boxes = { readonly [Id in PanelId]?: Box };
type Sizes = Readonly<Record<SizeClass, Boxes>>;

/** The preset 'Simple': chart, book and order form only. */
const simple: Sizes = {
  small: { simple: [0, 0, 16, 27], book: [0, 27, 16, 21], ticket: [16, 0, 8, 48] },
  medium: { simple: [0, 0, 13, 48], book: [13, 0, 5, 48], ticket: [18, 0, 6, 48] },
  large: { simple: [0, 0, 15, 48], book: [15, 0, 4, 48], ticket: [19, 0, 5, 48] },
};

/** The preset 'Full', with an order form for each side. */
const full: Sizes = {
  small: {
    chart: [0, 0, 24, 24],
    buy: [0, 24, 12, 32],
    sell: [12, 24, 12, 32],
    book: [0, 56, 12, 22],
    tape: [12, 56, 12, 22],
    orders: [0, 78, 24, 18],
    markets: [0, 96, 24, 22],
  },
  medium: {
    chart: [0, 0, 10, 34],
    book: [10, 0, 4, 34],
    buy: [14, 0, 5, 34],
    sell: [19, 0, 5, 34],
    orders: [0, 34, 14, 22],
    tape: [14, 34, 5, 22],
    markets: [19, 34, 5, 22],
  },
  large: {
    markets: [0, 0, 3, 48],
    chart: [3, 0, 9, 34],
    book: [12, 0, 4, 34],
    buy: [16, 0, 4, 34],
    sell: [20, 0, 4, 34],
    orders: [3, 34, 17, 14],
    tape: [20, 34, 4, 14],
  },
};

const grid: Sizes = {
  small: {
    chart: [0, 0, 16, 26],
    book: [0, 26, 16, 18],
    ticket: [16, 0, 8, 30],
    tape: [16, 30, 8, 14],
    orders: [0, 44, 24, 18],
    markets: [0, 62, 14, 24],
    coin: [14, 62, 10, 24],
  },
  medium: {
    markets: [0, 0, 4, 48],
    chart: [4, 0, 10, 34],
    book: [14, 0, 5, 23],
    tape: [14, 23, 5, 11],
    ticket: [19, 0, 5, 34],
    orders: [4, 34, 20, 14],
  },
  large: {
    markets: [0, 0, 3, 48],
    chart: [3, 0, 13, 34],
    book: [16, 0, 4, 23],
    tape: [16, 23, 4, 11],
    ticket: [20, 0, 4, 34],
    orders: [3, 34, 21, 14],
  },
};

/** The preset 'Wide', only for large windows: five columns, with the book as high as the window. */
const wide: Sizes = {
  ...grid,
  large: {
    markets: [0, 0, 3, 30],
    coin: [0, 30, 3, 18],
    chart: [3, 0, 10, 36],
    orders: [3, 36, 10, 12],
    book: [13, 0, 4, 48],
    tape: [17, 0, 3, 48],
    ticket: [20, 0, 4, 32],
    depth: [20, 32, 4, 16],
  },
};

const large: Sizes = {
  small: grid.small,
  medium: {
    chart: [0, 0, 19, 34],
    ticket: [19, 0, 5, 34],
    book: [0, 34, 5, 22],
    tape: [5, 34, 4, 22],
    orders: [9, 34, 15, 22],
  },
  large: {
    chart: [0, 0, 20, 34],
    ticket: [20, 0, 4, 34],
    book: [0, 34, 4, 22],
    tape: [4, 34, 4, 22],
    orders: [8, 34, 16, 22],
  },
};

/** The chart page: the chart, with Buy and Sell as buttons. */
const chartGrid: Sizes = {
  small: {
    chart: [0, 0, 16, 30],
    book: [16, 0, 8, 26],
    trade: [16, 26, 8, 4],
    orders: [0, 30, 24, 18],
    markets: [0, 48, 10, 24],
    tape: [10, 48, 6, 24],
    coin: [16, 48, 8, 24],
  },
  medium: {
    markets: [0, 0, 4, 48],
    chart: [4, 0, 15, 35],
    orders: [4, 35, 15, 13],
    coin: [19, 0, 5, 16],
    book: [19, 16, 5, 19],
    tape: [19, 35, 5, 9],
    trade: [19, 44, 5, 4],
  },
  large: {
    markets: [0, 0, 3, 48],
    chart: [3, 0, 14, 36],
    orders: [3, 36, 14, 12],
    book: [17, 0, 4, 48],
    coin: [21, 0, 3, 16],
    tape: [21, 16, 3, 28],
    trade: [21, 44, 3, 4],
  },
};
const chartWide: Sizes = {
  ...chartGrid,
  large: {
    markets: [0, 0, 3, 48],
    chart: [3, 0, 11, 37],
    orders: [3, 37, 11, 11],
    book: [14, 0, 4, 48],
    tape: [18, 0, 3, 48],
    coin: [21, 0, 3, 20],
    depth: [21, 20, 3, 24],
    trade: [21, 44, 3, 4],
  },
};
const chartLarge: Sizes = {
  small: chartGrid.small,
  medium: {
    chart: [0, 0, 24, 38],
    orders: [0, 38, 19, 10],
    trade: [19, 38, 5, 4],
    markets: [0, 48, 6, 24],
    book: [6, 48, 6, 24],
    tape: [12, 48, 6, 24],
    coin: [18, 48, 6, 24],
  },
  large: {
    chart: [0, 0, 24, 38],
    orders: [0, 38, 19, 10],
    trade: [19, 38, 5, 4],
    markets: [0, 48, 6, 24],
    book: [6, 48, 6, 24],
    tape: [12, 48, 6, 24],
    coin: [18, 48, 6, 24],
  },
};

/** The futures page's preset 'Simple': also with the positions, because that is where they are closed. */
const futuresSimple: Sizes = {
  small: {
    simple: [0, 0, 16, 27],
    book: [0, 27, 16, 21],
    ticket: [16, 0, 8, 48],
    positions: [0, 48, 24, 16],
  },
  medium: {
    simple: [0, 0, 13, 34],
    book: [13, 0, 5, 34],
    ticket: [18, 0, 6, 48],
    positions: [0, 34, 18, 14],
  },
  large: {
    simple: [0, 0, 15, 34],
    book: [15, 0, 4, 34],
    ticket: [19, 0, 5, 48],
    positions: [0, 34, 19, 14],
  },
};

/** The futures page: positions instead of orders. */
const futuresGrid: Sizes = {
  small: {
    chart: [0, 0, 16, 26],
    book: [0, 26, 16, 18],
    ticket: [16, 0, 8, 44],
    positions: [0, 44, 24, 18],
    tape: [0, 62, 10, 24],
    markets: [10, 62, 14, 24],
  },
  medium: {
    markets: [0, 0, 4, 34],
    chart: [4, 0, 10, 34],
    book: [14, 0, 5, 23],
    tape: [14, 23, 5, 11],
    ticket: [19, 0, 5, 34],
    positions: [0, 34, 24, 14],
  },
  large: {
    markets: [0, 0, 3, 34],
    chart: [3, 0, 13, 34],
    book: [16, 0, 4, 23],
    tape: [16, 23, 4, 11],
    ticket: [20, 0, 4, 34],
    positions: [0, 34, 24, 14],
  },
};
const futuresFull: Sizes = {
  small: futuresGrid.small,
  medium: {
    chart: [0, 0, 14, 34],
    book: [14, 0, 5, 34],
    ticket: [19, 0, 5, 34],
    positions: [0, 34, 24, 14],
    markets: [0, 48, 8, 20],
    tape: [8, 48, 8, 20],
    depth: [16, 48, 8, 20],
  },
  large: {
    markets: [0, 0, 3, 48],
    chart: [3, 0, 10, 34],
    depth: [13, 0, 3, 34],
    book: [16, 0, 4, 34],
    ticket: [20, 0, 4, 34],
    positions: [3, 34, 17, 14],
    tape: [20, 34, 4, 14],
  },
};
/** The futures page's preset 'Wide', only for large windows: the book is as high as the window. */
const futuresWide: Sizes = {
  ...futuresGrid,
  large: {
    markets: [0, 0, 3, 34],
    chart: [3, 0, 10, 34],
    positions: [0, 34, 13, 14],
    book: [13, 0, 4, 48],
    tape: [17, 0, 3, 48],
    ticket: [20, 0, 4, 34],
    depth: [20, 34, 4, 14],
  },
};
const futuresLarge: Sizes = {
  small: futuresGrid.small,
  medium: {
    chart: [0, 0, 19, 34],
    ticket: [19, 0, 5, 34],
    positions: [0, 34, 24, 14],
    book: [0, 48, 6, 22],
    tape: [6, 48, 6, 22],
    markets: [12, 48, 12, 22],
  },
  large: {
    chart: [0, 0, 20, 34],
    ticket: [20, 0, 4, 34],
    positions: [0, 34, 16, 14],
    book: [16, 34, 4, 14],
    tape: [20, 34, 4, 14],
  },
};

const mirrored = (boxes: Boxes): Boxes =>
  Object.fromEntries(
    Object.entries(boxes).map(([id, [x, y, w, h]]) => [id, [GRID_COLUMNS - x - w, y, w, h] satisfies Box]),
  );
const mirroredAll = ({ small, medium, large: most }: Sizes): Sizes => ({
  small: mirrored(small),
  medium: mirrored(medium),
  large: mirrored(most),
});

const PRESETS: Record<DeskKind, Record<Preset, Sizes>> = {
  spot: { simple, full, grid, wide, large, left: mirroredAll(grid) },
  chart: { simple, full, grid: chartGrid, wide: chartWide, large: chartLarge, left: mirroredAll(chartGrid) },
  futures: {
    simple: futuresSimple,
    full: futuresFull,
    grid: futuresGrid,
    wide: futuresWide,
    large: futuresLarge,
    left: mirroredAll(futuresGrid),
  },
};

/** Panels that only a desk for spot markets has. */
const SPOT_ONLY: ReadonlySet<PanelId> = new Set(['buy', 'sell', 'trade', 'orders']);

/** The panels that the client may put on a desk. */
export const panelsOn = (kind: DeskKind): readonly PanelId[] =>
  panelIds.filter((id) => (kind === 'futures' ? !SPOT_ONLY.has(id) : id !== 'positions'));

/** The panels of a preset, in reading order. */
export const arrangements = (kind: DeskKind, preset: Preset, size: SizeClass): readonly PanelBox[] =>
  Object.entries(PRESETS[kind][preset][size])
    .map(([id, [x, y, w, h]]): PanelBox => ({ i: id as PanelId, x, y, w, h }))
    .toSorted((a, b) => a.y - b.y || a.x - b.x);
