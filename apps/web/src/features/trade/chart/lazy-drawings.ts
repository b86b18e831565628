import type { Chart } from 'klinecharts';
import { sayPartLost } from '../../../lib/load-failure.ts';
import type { Drawing } from './chart-settings.ts';
import type { DrawingHooks, Drawings } from './drawings.ts';

export const importDrawings = () => import('./drawings.ts');

/** The client's drawings on a chart. Most charts have none, and load no code for them. */
export class LazyDrawings {
  readonly #chart: Chart;
  readonly #hooks: DrawingHooks;
  #shown: readonly Drawing[] = [];
  #made: Drawings | undefined;
  #isClosed = false;

  constructor(chart: Chart, hooks: DrawingHooks) {
    this.#chart = chart;
    this.#hooks = hooks;
  }

  /** The drawings if their code has loaded. */
  get loaded(): Drawings | undefined {
    return this.#made;
  }

  show(drawings: readonly Drawing[]): void {
    this.#shown = drawings;
    if (this.#made) this.#made.show(drawings);
    else if (drawings.length > 0) this.act(() => undefined);
  }

  /** Acts on the drawings as soon as their code has loaded. */
  act(action: (drawings: Drawings) => void): void {
    if (this.#made) action(this.#made);
    else importDrawings().then((module) => this.#isClosed || action(this.#make(module)), sayPartLost);
  }

  /** To be called when the chart is removed. */
  close(): void {
    this.#isClosed = true;
  }

  #make({ Drawings }: Awaited<ReturnType<typeof importDrawings>>): Drawings {
    if (this.#made) return this.#made;
    this.#made = new Drawings(this.#chart, this.#hooks);
    this.#made.show(this.#shown);
    return this.#made;
  }
}
