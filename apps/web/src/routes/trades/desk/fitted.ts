import { type PanelBox, type PanelId, SMALLEST } from './panel-box.ts';

/** Panels that gain nothing from more height: instead of growing, they move, and the panels above them grow. */
const FIXED: ReadonlySet<PanelId> = new Set(['trade']);

const directlyAbove = (boxes: readonly PanelBox[], panel: PanelBox): readonly PanelBox[] =>
  boxes.filter(({ x, y, w, h }) => y + h === panel.y && x >= panel.x && x + w <= panel.x + panel.w);

const widthOf = (boxes: readonly PanelBox[]): number => boxes.reduce((sum, { w }) => sum + w, 0);

/**
 * The arrangement after panel `id` is resized to `rows` rows with its lower edge fixed: the panels directly above it
 * grow or shrink accordingly. Unchanged if these panels together are not as wide as the resized panel, or would become
 * too small.
 */
export const fitted = (boxes: readonly PanelBox[], id: PanelId, rows: number): readonly PanelBox[] => {
  const panel = boxes.find(({ i }) => i === id);
  if (!panel) return boxes;
  const above = directlyAbove(boxes, panel);
  const moving = above.filter(({ i }) => FIXED.has(i));
  const growing = above.flatMap((box) => (FIXED.has(box.i) ? directlyAbove(boxes, box) : [box]));
  const gain = panel.h - rows;
  const isFilled = widthOf(above) === panel.w && widthOf(growing) === panel.w;
  if (!isFilled || growing.some(({ i, h }) => h + gain < SMALLEST[i].minH)) return boxes;
  return boxes.map((box) => {
    if (box === panel) return { ...box, y: box.y + gain, h: rows };
    if (moving.includes(box)) return { ...box, y: box.y + gain };
    return growing.includes(box) ? { ...box, h: box.h + gain } : box;
  });
};
