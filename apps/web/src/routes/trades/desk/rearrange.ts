import { cloneLayout, moveElement, verticalCompactor } from 'react-grid-layout/core';
import { GRID_COLUMNS, MOST_ROWS, type PanelBox, type PanelId, SMALLEST } from './panel-box.ts';

/** The number of grid steps by which a panel is moved or, with `resize`, enlarged. */
export interface Nudge {
  readonly id: PanelId;
  readonly across: number;
  readonly down: number;
  readonly resize: boolean;
}

/**
 * The arrangement after a nudge: the panel stays within its bounds, panels in its way move aside, and gaps close
 * upward.
 */
export const rearranged = (items: readonly PanelBox[], { id, across, down, resize }: Nudge): PanelBox[] => {
  const layout = cloneLayout(items).map((item) => (item.i === id && resize ? grown(item, id, across, down) : item));
  const panel = layout.find(({ i }) => i === id);
  if (!panel) throw new Error(`the layout has no panel ${id}`);
  const x = Math.min(GRID_COLUMNS - panel.w, Math.max(0, panel.x + (resize ? 0 : across)));
  const y = Math.min(MOST_ROWS, Math.max(0, panel.y + (resize ? 0 : down)));
  const moved = resize ? layout : moveElement(layout, panel, x, y, true, false, 'vertical', GRID_COLUMNS);
  const places = new Map(verticalCompactor.compact(moved, GRID_COLUMNS).map((item) => [item.i, item]));
  return items.map((item) => {
    const place = places.get(item.i) ?? item;
    return { ...item, x: place.x, y: place.y, w: place.w, h: place.h };
  });
};

const grown = <Item extends Pick<PanelBox, 'x' | 'w' | 'h'>>(
  item: Item,
  id: PanelId,
  across: number,
  down: number,
): Item => ({
  ...item,
  w: Math.min(GRID_COLUMNS - item.x, Math.max(SMALLEST[id].minW, item.w + across)),
  h: Math.min(MOST_ROWS, Math.max(SMALLEST[id].minH, item.h + down)),
});
