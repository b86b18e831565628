import { useSyncExternalStore } from 'react';
import { usePageView } from '../../../features/trade/shared/page-view.ts';
import { fitted } from './fitted.ts';
import type { PanelBox } from './panel-box.ts';

/** The grid's rows in the window, the space around them, and the gap between them, as in the style sheet. */
const ROWS = 48;
const AROUND_PX = 126;
const GAP_PX = 8;
const LEAST_ROW_PX = 7;

/** The largest share of the window's height that the panel of orders may take. */
const MOST_SHARE = 0.3;
/** If the window is at least this tall, the panel is sized to its rows. */
const TALL_PX = 1000;

/**
 * The heights of the panel's parts: its bar, the table's head, a row, the page buttons, and the text of an empty list.
 */
const BAR_PX = 46;
const HEAD_PX = 35;
const ROW_PX = 41;
const PAGES_PX = 66;
const EMPTY_PX = 170;

const useWindowHeight = (): number =>
  useSyncExternalStore(
    (changed) => {
      window.addEventListener('resize', changed);
      return () => window.removeEventListener('resize', changed);
    },
    () => window.innerHeight,
  );

/**
 * Fits the panel of orders to its content: collapsed, it is as high as its bar; in a wide or tall window that the
 * client has not arranged, it is as high as the open orders need, up to `MOST_SHARE` of the window.
 */
export function useFit({ isArranged, isWide }: { readonly isArranged: boolean; readonly isWide: boolean }) {
  const height = useWindowHeight();
  const { orderRows, areOrdersCollapsed } = usePageView();
  const step = Math.max(LEAST_ROW_PX, (height - AROUND_PX) / ROWS - GAP_PX) + GAP_PX;
  const rowsFor = (px: number): number => Math.ceil((px + GAP_PX) / step);
  return (boxes: readonly PanelBox[]): readonly PanelBox[] => {
    if (areOrdersCollapsed) return fitted(boxes, 'orders', rowsFor(BAR_PX));
    if (isArranged || orderRows === undefined || !(isWide || height >= TALL_PX)) return boxes;
    const { shown, hasPages } = orderRows;
    const list = shown === 0 ? EMPTY_PX : HEAD_PX + shown * ROW_PX + (hasPages ? PAGES_PX : 0);
    return fitted(boxes, 'orders', Math.min(rowsFor(BAR_PX + list), Math.floor(ROWS * MOST_SHARE)));
  };
}
