import { type PanelBox, type PanelId, SMALLEST } from './panel-box.ts';

/**
 * The arrangement after panel `id` is resized to `rows` rows with its lower edge fixed: the panels directly above it
 * grow or shrink accordingly. Unchanged if these panels together are not as wide as the resized panel, or would become
 * too small.
 */
export const fitted = (boxes: readonly PanelBox[], id: PanelId, rows: number): readonly PanelBox[] => {
  const panel = boxes.find(({ i }) => i === id);
  if (!panel) return boxes;
  const above = boxes.filter(({ x, y, w, h }) => y + h === panel.y && x >= panel.x && x + w <= panel.x + panel.w);
  const gain = panel.h - rows;
  const width = above.reduce((sum, { w }) => sum + w, 0);
  if (width !== panel.w || above.some(({ i, h }) => h + gain < SMALLEST[i].minH)) return boxes;
  return boxes.map((box) => {
    if (box === panel) return { ...box, y: box.y + gain, h: rows };
    return above.includes(box) ? { ...box, h: box.h + gain } : box;
  });
};
