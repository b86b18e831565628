/** Every panel that a desk can show; panels.tsx renders them. */
export const panelIds = [
  'chart',
  'simple',
  'depth',
  'book',
  'tape',
  'ticket',
  'buy',
  'sell',
  'trade',
  'orders',
  'positions',
  'markets',
  'watchlist',
  'coin',
] as const;
export type PanelId = (typeof panelIds)[number];

/** The grid's columns; its rows are defined in the style sheet, 48 per window height. */
export const GRID_COLUMNS = 24;
/** The maximum height of an arrangement: ten window heights. */
export const MOST_ROWS = 480;

/** The position of a panel, in grid steps. */
export interface PanelBox {
  readonly i: PanelId;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The minimum size of each panel in grid steps, below which its content cannot be read. */
export const SMALLEST: Record<PanelId, { readonly minW: number; readonly minH: number }> = {
  chart: { minW: 8, minH: 14 },
  simple: { minW: 8, minH: 14 },
  depth: { minW: 3, minH: 9 },
  book: { minW: 4, minH: 14 },
  tape: { minW: 3, minH: 8 },
  ticket: { minW: 4, minH: 16 },
  buy: { minW: 4, minH: 16 },
  sell: { minW: 4, minH: 16 },
  trade: { minW: 3, minH: 4 },
  orders: { minW: 10, minH: 8 },
  positions: { minW: 10, minH: 8 },
  markets: { minW: 3, minH: 14 },
  watchlist: { minW: 3, minH: 12 },
  coin: { minW: 3, minH: 10 },
};

const isWithin = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** Whether the value describes a panel that this version has, placed inside the grid. */
export const isPanelBox = (value: unknown): value is PanelBox => {
  const { i, x, y, w, h } = (value ?? {}) as Partial<PanelBox>;
  return (
    panelIds.includes(i as PanelId) &&
    isWithin(w, 1, GRID_COLUMNS) &&
    isWithin(x, 0, GRID_COLUMNS - Number(w)) &&
    isWithin(y, 0, MOST_ROWS) &&
    isWithin(h, 1, MOST_ROWS)
  );
};
