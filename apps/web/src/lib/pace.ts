import { flushSync } from 'react-dom';

/**
 * The highest frame rate of live figures: 20 Hz with a mouse, 10 Hz on phones, as layout and paint are most of the cost
 * of a live book.
 */
const mostHertz = (): number => (coarsePointer().matches ? 10 : 20);
/** The lowest frame rate of live figures, however slow the computer is. */
const LEAST_HERTZ = 8;
/** Between these two rates, live frames are spaced so that they take at most this share of the page's time. */
const SHARE = 0.07;
/** The weight of the newest frame in the running mean of the cost of a frame. */
const NEWEST = 0.1;
/** A frame may be used up to this many milliseconds before it is due, because the next one could be 16 ms later. */
const EARLY_MS = 8;

/** The events with which a user acts. */
const ACTS = ['pointerdown', 'pointerup', 'click', 'keydown'] as const;

let pointer: MediaQueryList | undefined;
const coarsePointer = (): MediaQueryList => {
  pointer ??= window.matchMedia('(pointer: coarse)');
  return pointer;
};

export interface Paced {
  /** Reports a change, which is painted with the next frame that is due. */
  mark(): void;
  stop(): void;
}

interface Painter {
  readonly paint: () => void;
  readonly gapMs: number;
  paintedAt: number;
}

/**
 * Paints everything live on the page in shared animation frames, because the browser's own work for a frame costs more
 * than most of what is painted. The components that a frame changes are rendered within it.
 */
class LiveFrames {
  readonly #waiting = new Set<Painter>();
  readonly #ended = new MessageChannel();
  #lastAt = -Infinity;
  #meanCostMs = 0;
  #frame = 0;
  #timer = 0;
  #plannedAt = Infinity;
  /** Whether the user has acted since the last live frame, and whether a frame has been left to that. */
  #hasActed = false;
  #hasYielded = false;

  constructor() {
    document.addEventListener('visibilitychange', this.#plan);
    for (const act of ACTS) document.addEventListener(act, this.#noteAct, { capture: true, passive: true });
    // The message is received when the browser has drawn the frame in which it was sent; the next may have begun.
    this.#ended.port1.onmessage = ({ data: startedAt }: MessageEvent<number>) => {
      this.#meanCostMs += (performance.now() - startedAt - this.#meanCostMs) * NEWEST;
    };
  }

  /** Paints in a shared frame as soon as the painter is due; never while the page is hidden. */
  request(painter: Painter): void {
    this.#waiting.add(painter);
    this.#plan();
  }

  cancel(painter: Painter): void {
    this.#waiting.delete(painter);
  }

  get #gapMs(): number {
    return Math.min(Math.max(this.#meanCostMs / SHARE, 1000 / mostHertz()), 1000 / LEAST_HERTZ);
  }

  readonly #plan = (): void => {
    if (this.#frame || this.#waiting.size === 0 || document.hidden) return;
    let dueAt = Infinity;
    for (const { paintedAt, gapMs } of this.#waiting) dueAt = Math.min(dueAt, paintedAt + gapMs);
    const at = Math.max(dueAt, this.#lastAt + this.#gapMs);
    if (this.#timer && at >= this.#plannedAt) return;
    window.clearTimeout(this.#timer);
    this.#plannedAt = at;
    const waitMs = at - performance.now();
    if (waitMs > EARLY_MS) this.#timer = window.setTimeout(this.#requestFrame, waitMs - EARLY_MS / 2);
    else this.#requestFrame();
  };

  readonly #requestFrame = (): void => {
    this.#timer = 0;
    this.#frame = requestAnimationFrame(this.#run);
  };

  readonly #noteAct = (): void => {
    this.#hasActed = true;
  };

  readonly #run = (now: number): void => {
    if (this.#hasActed && !this.#hasYielded) {
      // This frame shows what the user did, without waiting for live figures, which follow in the next frame.
      this.#hasYielded = true;
      this.#requestFrame();
      return;
    }
    this.#hasActed = false;
    this.#hasYielded = false;
    this.#frame = 0;
    const due = [...this.#waiting].filter(({ paintedAt, gapMs }) => paintedAt + gapMs - now <= EARLY_MS);
    if (due.length > 0) {
      this.#lastAt = now;
      const startedAt = performance.now();
      for (const painter of due) {
        this.#waiting.delete(painter);
        painter.paintedAt = now;
      }
      flushSync(() => {
        for (const { paint } of due) {
          try {
            paint();
          } catch (error) {
            // One painter's error does not stop the others, which are no longer waiting.
            reportError(error);
          }
        }
      });
      this.#ended.port2.postMessage(startedAt);
    }
    this.#plan();
  };
}

let frames: LiveFrames | undefined;

/**
 * Runs `paint` on an animation frame, at most `hertz` times a second and at most at the rate of live figures; never
 * while the page is hidden, but once when it becomes visible again.
 */
export const pace = (paint: () => void, hertz = Number.POSITIVE_INFINITY): Paced => {
  frames ??= new LiveFrames();
  const all = frames;
  const painter: Painter = { paint, gapMs: 1000 / hertz, paintedAt: -Infinity };
  return { mark: () => all.request(painter), stop: () => all.cancel(painter) };
};
