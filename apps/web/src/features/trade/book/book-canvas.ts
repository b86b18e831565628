import type { OwnOrder } from '../../../lib/own-order.ts';
import type { OwnState } from '../../../lib/own-state.ts';
import { liveHertz, type Paced, pace } from '../../../lib/pace.ts';
import type { BookSide } from '../shared/book-state.ts';
import { viewSide } from '../shared/book-view.ts';
import type { LiveMarket } from '../shared/live-market.ts';
import { textOf, unitsOf } from '../shared/wire-units.ts';
import { type Precision, SidePainter } from './side-painter.ts';

export interface BookCanvasSetup {
  readonly market: LiveMarket;
  readonly own: OwnState;
  readonly asks: HTMLElement | null;
  readonly bids: HTMLElement | null;
  /** Price step of one line, in units of 10^-priceDecimals. */
  readonly group: number;
  readonly precision: Precision;
  readonly ownText: string;
  readonly onReady: () => void;
}

/** The height of a line in pixels, the same as in the style sheet. */
const LINE_HEIGHT = 19;
const FINGER_LINE_HEIGHT = 24;
const MOST_LINES = 60;

/**
 * The live part of the order book: reads the market when it has changed, and draws both sides at a rate that suits the
 * device (see `liveHertz`).
 */
export class BookCanvas {
  readonly #setup: BookCanvasSetup;
  readonly #painters: readonly SidePainter[];
  readonly #paced: Paced;
  readonly #stops: (() => void)[] = [];
  readonly #sizes: ResizeObserver;
  #ownPrices: Record<BookSide, ReadonlySet<number>> = { bids: new Set(), asks: new Set() };
  #ready = false;

  constructor(setup: BookCanvasSetup) {
    this.#setup = setup;
    const painter = (root: HTMLElement | null, side: BookSide) =>
      root ? [new SidePainter(root, side, setup.precision, setup.ownText)] : [];
    this.#painters = [...painter(setup.asks, 'asks'), ...painter(setup.bids, 'bids')];
    this.#paced = pace(() => this.#paint(), liveHertz());
    this.#sizes = new ResizeObserver(this.#paced.mark);
    for (const element of [setup.asks, setup.bids]) if (element) this.#sizes.observe(element);
    this.#stops.push(
      setup.market.on('book', this.#paced.mark),
      setup.own.subscribe(() => this.#readOwn()),
    );
    this.#readOwn();
  }

  /** The price of a line, and the cumulative size up to it, as decimal text. */
  level(side: BookSide, index: number): { readonly price: string; readonly amount: string } | undefined {
    const row = this.#painters.find((painter) => painter.side === side)?.row(index);
    const { priceDecimals, amountDecimals } = this.#setup.precision;
    return row && { price: textOf(row.price, priceDecimals), amount: textOf(row.total, amountDecimals) };
  }

  stop(): void {
    this.#paced.stop();
    this.#sizes.disconnect();
    for (const stop of this.#stops) stop();
    for (const painter of this.#painters) painter.clear();
  }

  #readOwn(): void {
    const { market, own, precision } = this.#setup;
    const mine = (own.orders() ?? []).filter((order) => order.pair === market.name && restsInBook(order));
    const prices = (side: 'BUY' | 'SELL') =>
      new Set(
        mine.filter((order) => order.side === side).map((order) => unitsOf(order.price, precision.priceDecimals)),
      );
    this.#ownPrices = { bids: prices('BUY'), asks: prices('SELL') };
    this.#paced.mark();
  }

  #paint(): void {
    const { market, group } = this.#setup;
    if (!market.book.ready) return;
    const least = window.matchMedia('(pointer: coarse)').matches ? FINGER_LINE_HEIGHT : LINE_HEIGHT;
    const views = this.#painters.map((painter) => {
      const height = (painter.side === 'asks' ? this.#setup.asks : this.#setup.bids)?.clientHeight ?? 0;
      const lines = Math.min(MOST_LINES, Math.floor(height / least));
      const view = viewSide(market.book, painter.side, group, lines, this.#ownPrices[painter.side]);
      return { painter, lines, lineHeight: lines > 0 ? height / lines : least, view };
    });
    const widest = Math.max(...views.map(({ view }) => view.total));
    for (const { painter, lines, lineHeight, view } of views) painter.paint(view, lines, lineHeight, widest);
    if (!this.#ready) {
      this.#ready = true;
      this.#setup.onReady();
    }
  }
}

/** Stop orders stay outside the book until they are triggered. */
const restsInBook = (order: OwnOrder): boolean => order.price !== '' && (order.trigger_price === '' || order.triggered);
