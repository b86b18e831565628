import { type Chart, type OverlayTemplate, utils, type YAxis } from 'klinecharts';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { ORDER_STYLE } from './chart-styles.ts';

const GROUP = 'own_orders';
const NAME = 'ownOrder';

/** A line's label and price. */
export interface OrderLine {
  readonly order: OwnOrder;
  readonly price: string;
  readonly text: string;
}

interface LineData {
  readonly text: string;
  /** Prices of the lines drawn before this one; its label moves right for each of them that is near. */
  readonly before: readonly number[];
  readonly priceText: (value: number) => string;
}

interface LineColors {
  readonly color: string;
  readonly ink: string;
  readonly ground: string;
  readonly text: string;
}

const colorsOf = (chart: Chart): LineColors => chart.getStyles().overlay[ORDER_STYLE] as LineColors;
const LEFT = 14;
const WORDS_HEIGHT = 20;
const WORDS_WIDTH = 170;
/** The size of the candles' legend, in the upper left. */
const LEGEND = { width: 400, height: 52 };
/** The distance between the centres of two adjacent labels on the price axis. */
const LABEL_STEP = 20;
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

/** The client's own order: a dashed line in the colour for own orders, its label at the left, its price at the axis. */
export const ownOrderOverlay: OverlayTemplate<LineData> = {
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, overlay, coordinates, bounding, yAxis }) => {
    const y = coordinates[0]?.y ?? 0;
    const near = overlay.extendData.before.filter(
      (value) => Math.abs((yAxis?.convertToPixel(value) ?? 0) - y) < WORDS_HEIGHT,
    );
    const { color, ground, text } = colorsOf(chart);
    const left = y < LEGEND.height && bounding.width > LEGEND.width + WORDS_WIDTH ? LEGEND.width : LEFT;
    const x = left + near.length * WORDS_WIDTH;
    // The line starts to the right of its label, so that it does not cross other labels.
    const start =
      x + utils.calcTextWidth(overlay.extendData.text, FONT.size, 'normal', FONT.family) + BOX.paddingLeft * 2;
    return [
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: start, y },
            { x: bounding.width, y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [4, 3], color, size: 1 },
      },
      {
        type: 'text',
        attrs: {
          x,
          y,
          text: overlay.extendData.text,
          align: 'left',
          baseline: 'middle',
        },
        styles: { ...BOX, ...FONT, color: text, backgroundColor: ground, borderColor: color },
      },
    ];
  },
  createYAxisFigures: ({ chart, overlay, coordinates, bounding, yAxis }) => {
    const { color, ink } = colorsOf(chart);
    return {
      type: 'text',
      ignoreEvent: true,
      attrs: {
        x: 0,
        y: besideLivePrice(chart, yAxis, coordinates[0]?.y ?? 0),
        width: bounding.width,
        text: overlay.extendData.priceText(overlay.points[0]?.value ?? 0),
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

/** Moves an order's label away from the live price, so that it never covers that price. */
const besideLivePrice = (chart: Chart, yAxis: YAxis | null | undefined, y: number): number => {
  const close = chart.getDataList().at(-1)?.close;
  if (close === undefined || !yAxis) return y;
  const live = yAxis.convertToPixel(close);
  if (Math.abs(y - live) >= LABEL_STEP) return y;
  return y < live ? live - LABEL_STEP : live + LABEL_STEP;
};

export interface OrderLineActions {
  readonly priceText: (value: number) => string;
  /** Called when the line is dropped at another price; resolves when the exchange has responded. */
  readonly onMoved: (order: OwnOrder, value: number) => Promise<void>;
}

/** Draws one line per order and lets the client drag it; if the change is refused, the line moves back. */
export class OrderLines {
  readonly #chart: Chart;
  readonly #actions: OrderLineActions;
  readonly #drawn = new Map<string, OrderLine>();
  #dragged: string | undefined;
  #wanted: readonly OrderLine[] = [];

  constructor(chart: Chart, actions: OrderLineActions) {
    this.#chart = chart;
    this.#actions = actions;
  }

  show(lines: readonly OrderLine[]): void {
    this.#wanted = lines;
    const wanted = new Map(lines.map((line) => [line.order.id, line]));
    for (const id of this.#drawn.keys()) if (!wanted.has(id)) this.#remove(id);
    const prices = lines.map(({ price }) => Number(price));
    for (const [index, line] of lines.entries())
      if (line.order.id !== this.#dragged) this.#put(line.order.id, line, prices.slice(0, index));
  }

  #put(id: string, line: OrderLine, before: readonly number[]): void {
    const known = this.#drawn.has(id);
    this.#drawn.set(id, line);
    const content = {
      points: [{ value: Number(line.price) }],
      extendData: { text: line.text, before, priceText: this.#actions.priceText },
    };
    if (known) this.#chart.overrideOverlay({ id, ...content });
    else this.#create(id, content);
  }

  #create(id: string, content: { readonly points: { value: number }[]; readonly extendData: LineData }): void {
    this.#chart.createOverlay({
      name: NAME,
      id,
      groupId: GROUP,
      ...content,
      onPressedMoveStart: () => {
        this.#dragged = id;
      },
      onPressedMoveEnd: ({ overlay }) => {
        void this.#drop(id, overlay.points[0]?.value);
      },
    });
  }

  async #drop(id: string, value: number | undefined): Promise<void> {
    const line = this.#drawn.get(id);
    if (line && value !== undefined && Number(line.price) !== value) await this.#actions.onMoved(line.order, value);
    this.#dragged = undefined;
    // Moves the line to the price known to the exchange, and draws changes that arrived during the drag.
    this.show(this.#wanted);
  }

  #remove(id: string): void {
    this.#drawn.delete(id);
    this.#chart.removeOverlay({ id });
  }
}
