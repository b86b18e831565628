import { type Chart, type OverlayCreate, registerOverlay } from 'klinecharts';
import { templates } from 'klinecharts/overlays';
import type { Drawing, DrawingTool } from './chart-settings.ts';
import { drawingShapes, MEASURE } from './drawing-shapes.ts';

for (const shape of [...templates, ...drawingShapes]) registerOverlay(shape);

const GROUP = 'drawings';
const MEASURES = 'measures';
const MOST_UNDONE = 50;

/** The modes of the drawing toolbar, which apply to all drawings. */
export interface DrawingModes {
  /** Whether points snap to the prices of candles. */
  readonly magnet: boolean;
  readonly locked: boolean;
  readonly hidden: boolean;
}

export interface DrawingState extends DrawingModes {
  /** The tool whose drawing is unfinished. */
  readonly tool: DrawingTool | 'measure' | undefined;
  readonly canUndo: boolean;
  readonly hasSelected: boolean;
  readonly count: number;
}

export interface DrawingHooks {
  /** Called with all drawings whenever the client has changed a drawing. */
  readonly onChange: (drawings: readonly Drawing[]) => void;
  readonly onState: (state: DrawingState) => void;
}

/** The client's drawings on a chart. `show` replaces them with another pair's drawings without reporting a change. */
export class Drawings {
  readonly #chart: Chart;
  readonly #hooks: DrawingHooks;
  #modes: DrawingModes = { magnet: false, locked: false, hidden: false };
  #tool: DrawingState['tool'];
  #selected: string | undefined;
  #isShowing = false;
  /** The last saved drawings, and the drawings before each change, most recent last. */
  #now: readonly Drawing[] = [];
  #past: (readonly Drawing[])[] = [];

  constructor(chart: Chart, hooks: DrawingHooks) {
    this.#chart = chart;
    this.#hooks = hooks;
  }

  /** Whether an unfinished drawing needs another point. */
  get isDrawing(): boolean {
    return this.#tool !== undefined;
  }

  show(drawings: readonly Drawing[]): void {
    this.#past = [];
    this.#draw(drawings);
  }

  start(tool: DrawingTool | 'measure'): void {
    this.stop();
    this.#tool = tool;
    if (tool === 'measure') this.#chart.createOverlay(this.#measure());
    else this.#chart.createOverlay({ ...this.#overlay(tool), onDrawEnd: () => this.#finish() });
    this.#say();
  }

  /** Cancels the unfinished drawing, and removes measurements. */
  stop(): void {
    this.#chart.removeOverlay({ groupId: MEASURES });
    if (this.#tool === undefined) return;
    this.#tool = undefined;
    const unfinished = this.#chart
      .getOverlays({ groupId: GROUP })
      .filter(({ currentStep, totalStep }) => currentStep > 0 && currentStep < totalStep);
    this.#silently(() => {
      for (const { id } of unfinished) this.#chart.removeOverlay({ id });
    });
    this.#say();
  }

  setModes(change: Partial<DrawingModes>): void {
    this.#modes = { ...this.#modes, ...change };
    for (const { id } of this.#chart.getOverlays({ groupId: GROUP }))
      this.#chart.overrideOverlay({ id, ...this.#look() });
    this.#say();
  }

  removeSelected(): void {
    if (this.#selected === undefined) return;
    const id = this.#selected;
    this.#selected = undefined;
    this.#chart.removeOverlay({ id });
  }

  removeAll(): void {
    this.stop();
    this.#silently(() => this.#chart.removeOverlay({ groupId: GROUP }));
    this.#save();
  }

  undo(): void {
    const before = this.#past.pop();
    if (!before) return;
    this.#draw(before);
    this.#hooks.onChange(before);
  }

  #draw(drawings: readonly Drawing[]): void {
    this.#now = drawings;
    this.#tool = undefined;
    this.#selected = undefined;
    this.#silently(() => {
      this.#chart.removeOverlay({ groupId: MEASURES });
      this.#chart.removeOverlay({ groupId: GROUP });
      for (const { name, points } of drawings)
        this.#chart.createOverlay({ ...this.#overlay(name), points: [...points] });
    });
    this.#say();
  }

  #overlay(name: string): OverlayCreate {
    return {
      name,
      groupId: GROUP,
      ...this.#look(),
      onPressedMoveEnd: () => this.#save(),
      onRemoved: () => {
        if (!this.#isShowing) queueMicrotask(() => this.#save());
      },
      onSelected: ({ overlay }) => {
        this.#selected = overlay.id;
        this.#say();
      },
      onDeselected: ({ overlay }) => {
        if (this.#selected === overlay.id) this.#selected = undefined;
        this.#say();
      },
    };
  }

  /** Measurements are not stored: the next press on the chart removes them. */
  #measure(): OverlayCreate {
    return {
      name: MEASURE,
      groupId: MEASURES,
      mode: this.#modes.magnet ? 'strong_magnet' : 'normal',
      onDrawEnd: () => {
        this.#tool = undefined;
        this.#say();
      },
    };
  }

  #look() {
    const { magnet, locked, hidden } = this.#modes;
    return { mode: magnet ? ('strong_magnet' as const) : ('normal' as const), lock: locked, visible: !hidden };
  }

  #finish(): void {
    this.#tool = undefined;
    // Saves the drawing after this callback: only then does the library mark it as finished.
    queueMicrotask(() => this.#save());
  }

  #save(): void {
    const drawings = this.#chart.getOverlays({ groupId: GROUP }).map(
      ({ name, points }): Drawing => ({
        name,
        points: points.map(({ timestamp, value }) => ({
          ...(timestamp === undefined ? {} : { timestamp }),
          ...(value === undefined ? {} : { value }),
        })),
      }),
    );
    if (JSON.stringify(drawings) !== JSON.stringify(this.#now)) {
      this.#past = [...this.#past, this.#now].slice(-MOST_UNDONE);
      this.#now = drawings;
      this.#hooks.onChange(drawings);
    }
    this.#say();
  }

  #silently(act: () => void): void {
    this.#isShowing = true;
    act();
    this.#isShowing = false;
  }

  #say(): void {
    this.#hooks.onState({
      ...this.#modes,
      tool: this.#tool,
      canUndo: this.#past.length > 0,
      hasSelected: this.#selected !== undefined,
      count: this.#now.length,
    });
  }
}
