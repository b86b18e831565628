import { type Chart, type Overlay, type OverlayTemplate, registerOverlay, utils, type YAxis } from 'klinecharts';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { ORDER_STYLE } from './chart-styles.ts';
import { CANDLE_PANE } from './panes.ts';
import { spreadLabels } from './spread.ts';

const GROUP = 'own_orders';
const NAME = 'ownOrder';

/** A line's label and price. */
export interface OwnLine {
  readonly id: string;
  readonly price: string;
  readonly text: string;
  readonly side: 'BUY' | 'SELL';
  readonly tone: LineTone;
  /** The order that the cross on the label cancels; absent for a line of a position. */
  readonly order?: OwnOrder;
  /** Whether the line cannot be dragged, as is the case for the lines of positions. */
  readonly isFixed?: boolean;
}

/** The meaning of a line, which determines its color. */
export type LineTone = 'order' | 'entry' | 'liquidation';

interface LineData {
  readonly text: string;
  readonly side: 'BUY' | 'SELL';
  readonly tone: LineTone;
  readonly canCancel: boolean;
  /** The prices of all lines in drawing order, and the index of this line. */
  readonly prices: readonly number[];
  readonly index: number;
  readonly priceText: (value: number) => string;
}

interface LineColors extends Readonly<Record<LineTone, string>> {
  readonly ink: string;
  readonly ground: string;
  readonly text: string;
  readonly up: string;
  readonly down: string;
}

const colorsOf = (chart: Chart): LineColors => chart.getStyles().overlay[ORDER_STYLE] as LineColors;
const LEFT = 14;
const WORDS_HEIGHT = 20;
const WORDS_WIDTH = 190;
/** The size in pixels of the candle legend in the upper left corner. */
const LEGEND = { width: 400, height: 52 };
/** The distance between the centers of two adjacent labels on the price axis, in pixels. */
const LABEL_STEP = 20;
/**
 * The distance in pixels from the last price to the label below it: larger than `LABEL_STEP`, to leave room for the
 * candle's countdown.
 */
const ROOM_FOR_COUNTDOWN = 36;
const FONT = { size: 11, family: "'Inter Variable', sans-serif" };
const BOX = {
  style: 'stroke_fill',
  paddingLeft: 8,
  paddingRight: 8,
  paddingTop: 4,
  paddingBottom: 4,
  borderRadius: 4,
  borderSize: 1,
};
/** The two buttons at the end of an order's label: the dots open the order's menu, the cross cancels the order. */
const DOTS = '⋮';
const MENU = 'menu';
const CROSS = '×';
const CANCEL = 'cancel';

const widthOf = (text: string) => utils.calcTextWidth(text, FONT.size, 'normal', FONT.family) + BOX.paddingLeft * 2;

/** The label's left edge in pixels: to the right of nearby labels of earlier lines, and of the legend. */
const leftOf = ({ prices, index }: LineData, y: number, width: number, yAxis: YAxis | null): number => {
  const near = prices.slice(0, index).filter((price) => {
    const other = yAxis?.convertToPixel(price) ?? 0;
    return Math.abs(other - y) < WORDS_HEIGHT;
  });
  const start = y < LEGEND.height && width > LEGEND.width + WORDS_WIDTH ? LEGEND.width : LEFT;
  return start + near.length * WORDS_WIDTH;
};

/**
 * The client's own order, or a price of a position: a dashed line in the color of its tone, with an opaque label on
 * the left, tinted by side, and its price on the axis. The label of an order has a cross that cancels it.
 */
const ownOrderOverlay: OverlayTemplate<LineData> = {
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, overlay, coordinates, bounding, yAxis }) => {
    const y = coordinates[0]?.y ?? 0;
    const { text, side, tone, canCancel } = overlay.extendData;
    const { [tone]: color, ground, text: ink, up, down } = colorsOf(chart);
    const tint = side === 'BUY' ? up : down;
    const x = leftOf(overlay.extendData, y, bounding.width, yAxis);
    const end = x + widthOf(text);
    const label = { ...BOX, ...FONT, color: ink, backgroundColor: ground, borderColor: color };
    return [
      {
        type: 'line',
        attrs: {
          // The line starts to the right of its label, so that it does not cross other labels.
          coordinates: [
            { x: canCancel ? end + widthOf(DOTS) + widthOf(CROSS) : end, y },
            { x: bounding.width, y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [4, 3], color, size: 1 },
      },
      { type: 'text', attrs: { x, y, text, align: 'left', baseline: 'middle' }, styles: label },
      {
        type: 'rect',
        attrs: { x, y: y - WORDS_HEIGHT / 2, width: 3, height: WORDS_HEIGHT },
        styles: { style: 'fill', color: tint },
      },
      ...(canCancel
        ? [
            {
              key: MENU,
              type: 'text',
              attrs: { x: end - 1, y, text: DOTS, align: 'left', baseline: 'middle' },
              styles: label,
            },
            {
              key: CANCEL,
              type: 'text',
              attrs: { x: end + widthOf(DOTS) - 2, y, text: CROSS, align: 'left', baseline: 'middle' },
              styles: label,
            },
          ]
        : []),
    ];
  },
  createYAxisFigures: ({ chart, overlay, bounding, yAxis }) => {
    const { prices, index, priceText, tone } = overlay.extendData;
    const { [tone]: color, ink } = colorsOf(chart);
    return {
      type: 'text',
      ignoreEvent: true,
      attrs: {
        x: 0,
        y: labelPlaces(chart, yAxis, moving(overlay, prices, index))[index] ?? 0,
        width: bounding.width,
        text: priceText(overlay.points[0]?.value ?? 0),
        align: 'left',
        baseline: 'middle',
      },
      styles: {
        ...BOX,
        ...FONT,
        paddingLeft: 4,
        paddingRight: 4,
        paddingTop: 2,
        paddingBottom: 2,
        weight: '600',
        color: ink,
        backgroundColor: color,
        borderColor: color,
      },
    };
  },
};

registerOverlay(ownOrderOverlay);

/** The prices of all lines, with the current price of the line that is being dragged. */
const moving = (overlay: Overlay<LineData>, prices: readonly number[], index: number): readonly number[] =>
  prices.map((price, at) => (at === index ? (overlay.points[0]?.value ?? price) : price));

/** The positions of labels on the price axis, spread so that they overlap neither each other nor the last price. */
const labelPlaces = (chart: Chart, yAxis: YAxis | null | undefined, prices: readonly number[]): readonly number[] => {
  const close = chart.getDataList().at(-1)?.close;
  const places = prices.map((price) => yAxis?.convertToPixel(price) ?? 0);
  if (close === undefined || !yAxis) return spreadLabels(places, LABEL_STEP);
  return spreadLabels(places, LABEL_STEP, {
    place: yAxis.convertToPixel(close),
    above: LABEL_STEP,
    below: ROOM_FOR_COUNTDOWN,
  });
};

/** In pixels: the y coordinate of the first order's line, and the x coordinates of the dots and cross in its label. */
export interface FirstPlace {
  readonly y: number;
  readonly menuX: number;
  readonly crossX: number;
}

export interface OwnLineActions {
  readonly priceText: (value: number) => string;
  /** The label of a line that is being dragged to this price. */
  readonly dragText: (line: OwnLine, value: number) => string;
  /** Called when the line is dropped at another price; resolves when the exchange has responded. */
  readonly onMoved: (line: OwnLine, value: number) => Promise<void>;
  readonly onCancel: (order: OwnOrder) => void;
  /** Called when the dots of an order's label are clicked, with their place in pixels. */
  readonly onMenu: (order: OwnOrder, place: { readonly x: number; readonly y: number }) => void;
}

/**
 * Draws the lines and lets the client drag lines that are not fixed; if the change is refused or cancelled, the line
 * moves back.
 */
export class OwnLines {
  readonly #chart: Chart;
  readonly #actions: OwnLineActions;
  readonly #drawn = new Map<string, OwnLine>();
  #dragged: string | undefined;
  /** The ids of lines whose change awaits the exchange's response; until then they cannot be dragged again. */
  readonly #sending = new Set<string>();
  #wanted: readonly OwnLine[] = [];

  constructor(chart: Chart, actions: OwnLineActions) {
    this.#chart = chart;
    this.#actions = actions;
  }

  show(lines: readonly OwnLine[]): void {
    this.#wanted = lines;
    const wanted = new Map(lines.map((line) => [line.id, line]));
    for (const id of this.#drawn.keys()) if (!wanted.has(id)) this.#remove(id);
    const prices = lines.map(({ price }) => Number(price));
    for (const [index, line] of lines.entries())
      if (line.id !== this.#dragged && !this.#sending.has(line.id)) this.#put(line, prices, index);
  }

  /** Cancels a drag: the line moves back, and dropping it changes nothing. */
  abort(): void {
    if (this.#dragged === undefined) return;
    this.#dragged = undefined;
    this.show(this.#wanted);
  }

  /**
   * The numbers of orders above and below the visible price range, and the bottom of the candle pane in pixels.
   */
  outside(): { readonly above: number; readonly below: number; readonly endPx: number } {
    const [axis] = this.#chart.getYAxes({ paneId: CANDLE_PANE });
    const range = axis?.getRange();
    const pane = this.#chart.getSize(CANDLE_PANE, 'main');
    if (!range || !pane || this.#chart.getDataList().length === 0) return { above: 0, below: 0, endPx: 0 };
    const prices = this.#wanted.filter(({ order }) => order !== undefined).map(({ price }) => Number(price));
    return {
      above: prices.filter((price) => price > range.to).length,
      below: prices.filter((price) => price < range.from).length,
      endPx: pane.top + pane.height,
    };
  }

  /**
   * The position of the first order's line, and of the dots and cross in its label, for browser tests: a canvas has no
   * elements to query.
   */
  firstPlace(): FirstPlace | undefined {
    const [axis] = this.#chart.getYAxes({ paneId: CANDLE_PANE });
    const width = this.#chart.getSize(CANDLE_PANE, 'main')?.width;
    const index = this.#wanted.findIndex(({ order }) => order !== undefined);
    const line = this.#wanted[index];
    if (!axis || !width || !line || this.#chart.getDataList().length === 0) return undefined;
    const y = axis.convertToPixel(Number(line.price));
    const prices = this.#wanted.map(({ price }) => Number(price));
    const left = leftOf(this.#dataOf(line, prices, index), y, width, axis);
    const end = left + widthOf(line.text);
    return {
      y: Math.round(y),
      menuX: Math.round(end + BOX.paddingLeft),
      crossX: Math.round(end + widthOf(DOTS) + BOX.paddingLeft),
    };
  }

  #dataOf({ text, side, tone, order }: OwnLine, prices: readonly number[], index: number): LineData {
    return { text, side, tone, canCancel: order !== undefined, prices, index, priceText: this.#actions.priceText };
  }

  #put(line: OwnLine, prices: readonly number[], index: number): void {
    const { id } = line;
    const known = this.#drawn.has(id);
    this.#drawn.set(id, line);
    const content = {
      points: [{ value: Number(line.price) }],
      extendData: this.#dataOf(line, prices, index),
      lock: line.isFixed === true,
    };
    if (known) this.#chart.overrideOverlay({ id, ...content });
    else this.#create(id, content);
  }

  #create(
    id: string,
    content: { readonly points: { value: number }[]; readonly extendData: LineData; readonly lock: boolean },
  ): void {
    this.#chart.createOverlay({
      name: NAME,
      id,
      groupId: GROUP,
      ...content,
      onClick: ({ figure, x, y }) => {
        const line = this.#drawn.get(id);
        if (!line?.order) return;
        if (figure?.key === CANCEL) this.#actions.onCancel(line.order);
        if (figure?.key === MENU) this.#actions.onMenu(line.order, { x: Number(x), y: Number(y) });
      },
      onPressedMoveStart: () => {
        this.#dragged = id;
      },
      onPressedMoving: ({ overlay }) => this.#sayWhere(id, overlay as Overlay<LineData>),
      onPressedMoveEnd: ({ overlay }) => {
        void this.#drop(id, overlay.points[0]?.value);
      },
    });
  }

  #sayWhere(id: string, overlay: Overlay<LineData>): void {
    const line = this.#drawn.get(id);
    const value = overlay.points[0]?.value;
    if (!line || value === undefined || this.#dragged !== id) return;
    const text = this.#actions.dragText(line, value);
    this.#chart.overrideOverlay({ id, extendData: { ...overlay.extendData, text } });
  }

  async #send(line: OwnLine, value: number): Promise<void> {
    this.#sending.add(line.id);
    this.#chart.overrideOverlay({ id: line.id, lock: true });
    try {
      await this.#actions.onMoved(line, value);
    } finally {
      this.#sending.delete(line.id);
    }
  }

  async #drop(id: string, value: number | undefined): Promise<void> {
    const line = this.#drawn.get(id);
    const isAborted = this.#dragged !== id;
    if (!isAborted) this.#dragged = undefined;
    if (!isAborted && line && value !== undefined && Number(line.price) !== value) await this.#send(line, value);
    // Moves the line to the price known to the exchange, and draws changes that arrived during the drag.
    this.show(this.#wanted);
  }

  #remove(id: string): void {
    this.#drawn.delete(id);
    this.#chart.removeOverlay({ id });
  }
}
