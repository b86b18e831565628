import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Paced } from './pace.ts';

/** A fake browser in which the test advances time and draws frames. */
class Browser {
  nowMs = 0;
  /** How long the browser takes to draw a frame. */
  frameCostMs = 1;
  readonly document = Object.assign(new EventTarget(), { hidden: false });
  #nextId = 1;
  #timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  #frames = new Map<number, (now: number) => void>();
  #whenDrawn: { readonly at: number; readonly run: () => void }[] = [];

  install(): void {
    const browser = this;
    vi.stubGlobal('document', this.document);
    vi.stubGlobal('window', {
      matchMedia: () => ({ matches: false }),
      setTimeout: (run: () => void, ms: number) => this.#put(this.#timers, { at: this.nowMs + ms, run }),
      clearTimeout: (id: number) => this.#timers.delete(id),
    });
    vi.stubGlobal('requestAnimationFrame', (run: (now: number) => void) => this.#put(this.#frames, run));
    vi.stubGlobal('performance', { now: () => this.nowMs });
    vi.stubGlobal(
      'MessageChannel',
      class {
        readonly port1: { onmessage?: (event: { data: unknown }) => void } = {};
        readonly port2 = {
          postMessage: (data: unknown) =>
            browser.#whenDrawn.push({
              at: browser.nowMs + browser.frameCostMs,
              run: () => this.port1.onmessage?.({ data }),
            }),
        };
      },
    );
  }

  /** Advances the time, with a frame every 16 ms. */
  run(ms: number): void {
    for (const end = this.nowMs + ms; this.nowMs < end; this.nowMs += 16) {
      for (const [id, { at, run }] of this.#timers) if (at <= this.nowMs && this.#timers.delete(id)) run();
      const frames = [...this.#frames.values()];
      this.#frames.clear();
      const startedAt = this.nowMs;
      for (const frame of frames) frame(startedAt);
      const drawn = this.#whenDrawn.filter(({ at }) => at < startedAt + 16);
      this.#whenDrawn = this.#whenDrawn.filter((each) => !drawn.includes(each));
      for (const { at, run } of drawn) {
        this.nowMs = at;
        run();
      }
      this.nowMs = startedAt;
    }
  }

  #put<Entry>(map: Map<number, Entry>, entry: Entry): number {
    this.#nextId += 1;
    map.set(this.#nextId, entry);
    return this.#nextId;
  }
}

let browser: Browser;
let pace: (paint: () => void, hertz?: number) => Paced;

beforeEach(async () => {
  browser = new Browser();
  browser.install();
  vi.resetModules();
  ({ pace } = await import('./pace.ts'));
});
afterEach(() => vi.unstubAllGlobals());

/** Every 16 ms, marks a change of each of these painters, for this many seconds. */
const change = (seconds: number, ...all: readonly Paced[]): void => {
  for (const end = browser.nowMs + seconds * 1000; browser.nowMs < end; ) {
    for (const each of all) each.mark();
    browser.run(16);
  }
};

test('constant changes are painted 20 times a second, or as often as the painter allows', () => {
  const [often, seldom] = [vi.fn(), vi.fn()];
  change(2, pace(often), pace(seldom, 4));
  expect(often.mock.calls.length).toBeGreaterThanOrEqual(36);
  expect(often.mock.calls.length).toBeLessThanOrEqual(42);
  expect(seldom.mock.calls.length).toBeGreaterThanOrEqual(7);
  expect(seldom.mock.calls.length).toBeLessThanOrEqual(9);
});

test('everything live is painted in the same frames', () => {
  const painted: [string, number][] = [];
  const painter = (name: string, hertz?: number) => pace(() => painted.push([name, browser.nowMs]), hertz);
  change(1, painter('book'), painter('tape', 5), painter('price', 8));
  const at = (name: string) => painted.flatMap(([each, ms]) => (each === name ? [ms] : []));
  const book = new Set(at('book'));
  expect([...at('tape'), ...at('price')].filter((ms) => !book.has(ms))).toEqual([]);
});

test('on a slow computer, live figures are painted less often, but at least eight times a second', () => {
  browser.frameCostMs = 40;
  const paint = vi.fn();
  const paced = pace(paint);
  change(5, paced);
  paint.mockClear();
  change(3, paced);
  expect(paint.mock.calls.length).toBeGreaterThanOrEqual(21);
  expect(paint.mock.calls.length).toBeLessThanOrEqual(25);
});

test('a frame that is drawn only after the next has begun counts with its full cost', () => {
  browser.frameCostMs = 50;
  const paint = vi.fn();
  const paced = pace(paint);
  change(5, paced);
  paint.mockClear();
  change(3, paced);
  expect(paint.mock.calls.length).toBeLessThanOrEqual(25);
});

test('nothing is painted while the page is hidden, and changes are painted when it is visible again', () => {
  const paint = vi.fn();
  const paced = pace(paint);
  browser.document.hidden = true;
  change(1, paced);
  expect(paint).not.toHaveBeenCalled();
  browser.document.hidden = false;
  browser.document.dispatchEvent(new Event('visibilitychange'));
  browser.run(64);
  expect(paint).toHaveBeenCalledTimes(1);
});

test('live figures leave the frame after a click to the click, and are painted in the next', () => {
  const painted: number[] = [];
  const paced = pace(() => painted.push(browser.nowMs));
  paced.mark();
  browser.document.dispatchEvent(new Event('click'));
  browser.run(48);
  expect(painted).toEqual([16]);
});

test('live figures are painted although the user acts in every frame', () => {
  const paint = vi.fn();
  const paced = pace(paint);
  for (let frames = 0; frames < 60; frames++) {
    browser.document.dispatchEvent(new Event('keydown'));
    change(0.016, paced);
  }
  expect(paint.mock.calls.length).toBeGreaterThanOrEqual(10);
});

test('a stopped painter paints nothing more', () => {
  const paint = vi.fn();
  const paced = pace(paint);
  paced.mark();
  paced.stop();
  browser.run(200);
  expect(paint).not.toHaveBeenCalled();
});

test('a painter that throws is reported, and the others are still painted, now and later', () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const failure = new Error('cannot paint');
  const broken = pace(() => {
    throw failure;
  });
  const paint = vi.fn();
  const sound = pace(paint);
  change(0.016, broken, sound);
  expect(report).toHaveBeenCalledExactlyOnceWith(failure);
  expect(paint).toHaveBeenCalledTimes(1);
  change(1, broken, sound);
  expect(paint.mock.calls.length).toBeGreaterThanOrEqual(18);
});
