import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { sayPartLost } from '../../../lib/load-failure.ts';
import type { PanelBox, PanelId } from './panel-box.ts';
import type { Nudge } from './rearrange.ts';

/** A panel being dragged: where the drag started, and the size of a grid step in pixels. */
interface Hold {
  readonly id: PanelId;
  readonly resize: boolean;
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
  across: number;
  down: number;
}

export interface Grip {
  readonly box: PanelBox;
  readonly resize: boolean;
  /** The panel's size on screen, including the gap after it. */
  readonly width: number;
  readonly height: number;
}

/** The code for moving is loaded when a panel is first moved; the page renders without it. */
const rearrange = async (items: readonly PanelBox[], nudge: Nudge): Promise<readonly PanelBox[]> => {
  try {
    return (await import('./rearrange.ts')).rearranged(items, nudge);
  } catch (error) {
    sayPartLost(error);
    return items;
  }
};

/**
 * Panels moved and resized with the pointer or keys. During a drag, the resulting arrangement is shown; on release,
 * `keep` receives it.
 */
export const useRearranging = (items: readonly PanelBox[], keep: (items: readonly PanelBox[]) => void) => {
  const hold = useRef<Hold>(undefined);
  const [held, setHeld] = useState<{ readonly id: PanelId; readonly items: readonly PanelBox[] }>();
  // Keys may be pressed faster than the page renders, so each step begins where the one before it ended.
  const nudged = useRef(items);
  const nudges = useRef(Promise.resolve());
  useLayoutEffect(() => {
    nudged.current = items;
  }, [items]);

  const grab = (event: PointerEvent<HTMLElement>, { box, resize, width, height }: Grip): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const start = { x: event.clientX, y: event.clientY, across: 0, down: 0 };
    hold.current = { id: box.i, resize, stepX: width / box.w, stepY: height / box.h, ...start };
  };
  const pull = (event: PointerEvent<HTMLElement>): void => {
    const now = hold.current;
    if (!now) return;
    const across = Math.round((event.clientX - now.x) / now.stepX);
    const down = Math.round((event.clientY - now.y) / now.stepY);
    if (across === now.across && down === now.down) return;
    Object.assign(now, { across, down });
    const { id, resize } = now;
    void rearrange(items, { id, across, down, resize }).then((next) => {
      // The first drag waits for the code to load, so its result may be outdated when it arrives.
      if (hold.current === now && now.across === across && now.down === down) setHeld({ id, items: next });
    });
  };
  const release = (): void => {
    hold.current = undefined;
    setHeld(undefined);
  };
  const drop = (): void => {
    if (held) keep(held.items);
    release();
  };
  const nudge = (step: Nudge): void => {
    nudges.current = nudges.current.then(async () => {
      nudged.current = await rearrange(nudged.current, step);
      keep(nudged.current);
    });
  };
  return { items: held?.items ?? items, heldId: held?.id, grab, pull, drop, release, nudge };
};
