import { isLayoutChoice, type LayoutChoice } from './layouts.ts';
import { panelIds } from './panel-box.ts';

/** Incremented when layouts of the previous version can no longer be read. */
const VERSION = 1;

export const layoutFile = (layout: LayoutChoice): string =>
  JSON.stringify({ vitrine_layout: VERSION, layout }, null, 2);

export type LayoutFileProblem =
  | { readonly problem: 'not_a_layout' }
  | { readonly problem: 'other_version'; readonly version: string; readonly known: number }
  | { readonly problem: 'unknown_panel'; readonly panel: string };

/** The layout in a file's text, or why there is none. */
export const readLayoutFile = (text: string): { readonly layout: LayoutChoice } | LayoutFileProblem => {
  const { vitrine_layout: version, layout } = parsed(text);
  if (version === undefined) return { problem: 'not_a_layout' };
  if (version !== VERSION) return { problem: 'other_version', version: String(version), known: VERSION };
  const panel = unknownPanel(layout);
  if (panel !== undefined) return { problem: 'unknown_panel', panel };
  return isLayoutChoice(layout) ? { layout } : { problem: 'not_a_layout' };
};

const parsed = (text: string): Partial<Record<string, unknown>> => {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Record<string, unknown>>;
  } catch {
    return {};
  }
};

/** The name of the first panel that this version does not have; undefined if it has all. */
const unknownPanel = (layout: unknown): string | undefined => {
  const { moved } = (layout ?? {}) as { readonly moved?: unknown };
  if (typeof moved !== 'object' || moved === null) return undefined;
  const boxes = Object.values(moved).filter(Array.isArray).flat() as { readonly i?: unknown }[];
  const names = boxes.map((box) => String(box?.i));
  return names.find((name) => !(panelIds as readonly string[]).includes(name));
};
