import { currentPreferences, type Kept, usePreferences } from '../../../lib/preferences.ts';
import { DEFAULT_LAYOUT, isLayoutChoice, type LayoutChoice } from './layouts.ts';
import type { PanelBox } from './panel-box.ts';
import { type DeskKind, type SizeClass, sizeClasses } from './presets.ts';

type StoredLayout = Kept['spot_layout'];
const NAMES = { spot: 'spot_layout', chart: 'chart_layout', futures: 'futures_layout' } as const satisfies Record<
  DeskKind,
  keyof Kept
>;

/** A stored layout of another version is ignored. */
const layoutFrom = (stored: StoredLayout): LayoutChoice => (isLayoutChoice(stored) ? stored : DEFAULT_LAYOUT);

const storedBoxes = (boxes: readonly PanelBox[]) => boxes.map(({ i, x, y, w, h }) => ({ i, x, y, w, h }));
const storedFrom = ({ preset, moved }: LayoutChoice): StoredLayout => ({
  preset,
  moved: Object.fromEntries(
    sizeClasses.flatMap((size: SizeClass) => {
      const boxes = moved[size];
      return boxes ? [[size, storedBoxes(boxes)]] : [];
    }),
  ),
});

export const currentLayout = (kind: DeskKind): LayoutChoice => layoutFrom(currentPreferences()[NAMES[kind]]);

/** The layout of this desk, stored with the client's account. */
export function useLayout(kind: DeskKind): readonly [LayoutChoice, (next: LayoutChoice) => void] {
  const stored = usePreferences((preferences) => preferences[NAMES[kind]]);
  const change = (next: LayoutChoice) => usePreferences.getState().set({ [NAMES[kind]]: storedFrom(next) });
  return [layoutFrom(stored), change];
}

export interface SavedLayout {
  readonly name: string;
  readonly layout: LayoutChoice;
}

/** The client's named layouts of this desk. Saving under an existing name replaces that layout. */
export function useSavedLayouts(kind: DeskKind) {
  const stored = usePreferences(({ saved_layouts }) => saved_layouts);
  const own = stored.filter(({ desk }) => desk === kind);
  const keep = (next: Kept['saved_layouts']) => usePreferences.getState().set({ saved_layouts: next });
  const without = (name: string) => stored.filter((each) => each.desk !== kind || each.name !== name);
  return {
    count: stored.length,
    saved: own.map(({ name, layout }): SavedLayout => ({ name, layout: layoutFrom(layout) })),
    save: (name: string, layout: LayoutChoice) =>
      keep([...without(name), { desk: kind, name, layout: storedFrom(layout) }]),
    remove: (name: string) => keep(without(name)),
  };
}
