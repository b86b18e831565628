/**
 * The frame rate of live figures: 20 Hz with a mouse, 10 Hz on phones, as layout and paint are most of the cost of a
 * live book.
 */
export const liveHertz = (): number => (window.matchMedia('(pointer: coarse)').matches ? 10 : 20);

export interface Paced {
  /** Reports a change, which is painted with the next frame that is due. */
  mark(): void;
  stop(): void;
}

/**
 * Runs `paint` on an animation frame, at most `hertz` times a second; never while the page is hidden, but once when it
 * becomes visible again.
 */
export const pace = (paint: () => void, hertz: number): Paced => {
  let last = -Infinity;
  let frame = 0;
  let timer = 0;
  let dirty = false;
  const gapMs = 1000 / hertz;

  const run = (now: number): void => {
    frame = 0;
    if (!dirty) return;
    dirty = false;
    last = now;
    paint();
  };
  const requestFrame = (): void => {
    timer = 0;
    frame = requestAnimationFrame(run);
  };
  const schedule = (): void => {
    if (frame || timer || document.hidden) return;
    const wait = last + gapMs - performance.now();
    if (wait > 8) timer = window.setTimeout(requestFrame, wait - 4);
    else requestFrame();
  };
  const onVisibility = (): void => {
    if (!document.hidden && dirty) schedule();
  };
  document.addEventListener('visibilitychange', onVisibility);

  return {
    mark() {
      dirty = true;
      schedule();
    },
    stop() {
      dirty = false;
      window.clearTimeout(timer);
      cancelAnimationFrame(frame);
      document.removeEventListener('visibilitychange', onVisibility);
    },
  };
};
