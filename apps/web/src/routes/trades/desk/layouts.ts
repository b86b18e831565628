import { GRID_COLUMNS, isPanelBox, type PanelBox, type PanelId, SMALLEST } from './panel-box.ts';
import { arrangements, type DeskKind, type Preset, presets, type SizeClass, sizeClasses } from './presets.ts';

/** At this width and above, the preset 'Wide' is offered and is the default. */
const WIDE_PX = 1800;
export const sizeClassOf = (width: number): SizeClass =>
  width < 1200 ? 'small' : width < WIDE_PX ? 'medium' : 'large';

/** The presets that the menu offers at this width. */
export const presetsAt = (size: SizeClass): readonly Preset[] =>
  presets.filter((preset) => preset !== 'wide' || size === 'large');

/** The preset that a client has chosen, and the client's own arrangement of panels for each class of window widths. */
export interface LayoutChoice {
  /** `auto` is the preset that suits the width. */
  readonly preset: Preset | 'auto';
  readonly moved: { readonly [Size in SizeClass]?: readonly PanelBox[] };
}

export const DEFAULT_LAYOUT: LayoutChoice = { preset: 'auto', moved: {} };

/** Validates stored data, which may come from another version or have been edited by hand. */
export const isLayoutChoice = (value: unknown): value is LayoutChoice => {
  const { preset, moved } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (!['auto', ...presets].includes(preset as string) || typeof moved !== 'object' || moved === null) return false;
  return Object.entries(moved).every(
    ([size, boxes]) => sizeClasses.includes(size as SizeClass) && isArrangement(boxes),
  );
};

/** Whether these are valid panels: at least one, and each at most once. */
const isArrangement = (boxes: unknown): boolean =>
  Array.isArray(boxes) &&
  boxes.length > 0 &&
  boxes.every(isPanelBox) &&
  new Set(boxes.map(({ i }: PanelBox) => i)).size === boxes.length;

/** The preset in use at this width, whether or not panels have been moved since. */
export const presetOf = ({ preset }: LayoutChoice, size: SizeClass): Preset =>
  preset === 'auto' || (preset === 'wide' && size !== 'large') ? (size === 'large' ? 'wide' : 'grid') : preset;

export const layoutOf = (kind: DeskKind, choice: LayoutChoice, size: SizeClass): readonly PanelBox[] =>
  choice.moved[size] ?? arrangements(kind, presetOf(choice, size), size);

const end = (boxes: readonly PanelBox[]): number => Math.max(0, ...boxes.map(({ y, h }) => y + h));
/** The width of an added panel: half the grid. */
const ADDED_COLUMNS = 12;

/**
 * The arrangement without this panel or, if the panel was missing, with the panel at the end. The last panel cannot be
 * removed.
 */
export const toggled = (boxes: readonly PanelBox[], id: PanelId): readonly PanelBox[] => {
  const others = boxes.filter(({ i }) => i !== id);
  if (others.length === 0) return boxes;
  if (others.length < boxes.length) return others;
  const { minH } = SMALLEST[id];
  return [...boxes, { i: id, x: 0, y: end(boxes), w: Math.min(GRID_COLUMNS, ADDED_COLUMNS), h: Math.max(minH, 16) }];
};
