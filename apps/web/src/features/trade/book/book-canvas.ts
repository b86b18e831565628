import type { OwnOrder } from '../../../lib/own-order.ts';
import type { OwnState } from '../../../lib/own-state.ts';
import { type Paced, pace } from '../../../lib/pace.ts';
import type { BookSide } from '../shared/book-state.ts';
import { groupPrice, viewSide } from '../shared/book-view.ts';
import type { LiveMarket } from '../shared/live-market.ts';
import { textOf, unitsOf } from '../shared/wire-units.ts';
import { quoteText } from './quote-text.ts';
import { FLASH_MS, type Precision, SidePainter } from './side-painter.ts';

export interface BookCanvasSetup {
  readonly market: LiveMarket;
  readonly own: OwnState;
  readonly asks: HTMLElement | null;
  readonly bids: HTMLElement | null;
  /** Price step of one level, in units of 10^-priceDecimals. */
  readonly group: number;
  readonly precision: Precision;
  readonly ownText: string;
  /** Whether sizes are shown in the quote coin. */
  readonly inQuote: boolean;
  readonly onReady: () => void;
}

/** The outcome of taking a level and all better levels of the same side. */
export interface BookSum {
  readonly lines: number;
  readonly average: string;
  readonly amount: string;
  readonly value: string;
}

/** The height of a level's line in pixels, the same as in the style sheet. */
const LINE_HEIGHT = 19;
const FINGER_LINE_HEIGHT = 24;
const MOST_LINES = 60;

/**
 * The live part of the order book: reads the market when it has changed, and draws both sides at a frame rate that
 * suits the device (see `pace`).
 */
export class BookCanvas {
  readonly #setup: BookCanvasSetup;
  readonly #painters: readonly SidePainter[];
  readonly #paced: Paced;
  readonly #stops: (() => void)[] = [];
  readonly #sizes: ResizeObserver;
  #ownSizes: Record<BookSide, ReadonlyMap<number, number>> = { bids: new Map(), asks: new Map() };
  #ready = false;
  #flashTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(setup: BookCanvasSetup) {
    this.#setup = setup;
    const painter = (root: HTMLElement | null, side: BookSide) => (root ? [new SidePainter(root, side, setup)] : []);
    this.#painters = [...painter(setup.asks, 'asks'), ...painter(setup.bids, 'bids')];
    this.#paced = pace(() => this.#paint());
    this.#sizes = new ResizeObserver(this.#paced.mark);
    for (const element of [setup.asks, setup.bids]) if (element) this.#sizes.observe(element);
    this.#stops.push(
      setup.market.on('book', this.#paced.mark),
      setup.own.subscribe(() => this.#readOwn()),
    );
    this.#readOwn();
  }

  /** The price of a level, and the cumulative size up to that level, as decimal strings. */
  level(side: BookSide, index: number): { readonly price: string; readonly amount: string } | undefined {
    const row = this.#painters.find((painter) => painter.side === side)?.row(index);
    const { priceDecimals, amountDecimals } = this.#setup.precision;
    return row && { price: textOf(row.price, priceDecimals), amount: textOf(row.total, amountDecimals) };
  }

  /**
   * Average price, total size and total value of this level and all better levels, as text; undefined if the line shows
   * no level.
   */
  sum(side: BookSide, index: number): BookSum | undefined {
    const row = this.#painters.find((painter) => painter.side === side)?.row(index);
    if (!row || row.total === 0) return undefined;
    const { precision } = this.#setup;
    return {
      lines: index + 1,
      average: textOf(Math.round(row.totalValue / row.total), precision.priceDecimals),
      amount: textOf(row.total, precision.amountDecimals),
      value: quoteText(row.totalValue, precision),
    };
  }

  /** The client's own orders at a level. */
  ownOrders(side: BookSide, index: number): readonly OwnOrder[] {
    const row = this.#painters.find((painter) => painter.side === side)?.row(index);
    const { market, own, precision, group } = this.#setup;
    if (!row?.own) return [];
    const isThere = (order: OwnOrder) =>
      groupPrice(unitsOf(order.price, precision.priceDecimals), side, group) === row.price;
    return (own.orders() ?? []).filter(
      (order) =>
        order.pair === market.name &&
        restsInBook(order) &&
        order.side === (side === 'bids' ? 'BUY' : 'SELL') &&
        isThere(order),
    );
  }

  stop(): void {
    this.#paced.stop();
    clearTimeout(this.#flashTimer);
    this.#sizes.disconnect();
    for (const stop of this.#stops) stop();
    for (const painter of this.#painters) painter.clear();
  }

  #readOwn(): void {
    const { market, own, precision } = this.#setup;
    const mine = (own.orders() ?? []).filter((order) => order.pair === market.name && restsInBook(order));
    const sizes = (side: 'BUY' | 'SELL') => {
      const byPrice = new Map<number, number>();
      for (const order of mine) {
        if (order.side !== side) continue;
        const price = unitsOf(order.price, precision.priceDecimals);
        byPrice.set(price, (byPrice.get(price) ?? 0) + unitsOf(order.open, precision.amountDecimals));
      }
      return byPrice;
    };
    this.#ownSizes = { bids: sizes('BUY'), asks: sizes('SELL') };
    this.#paced.mark();
  }

  #paint(): void {
    const { market, group } = this.#setup;
    if (!market.book.ready) return;
    const least = window.matchMedia('(pointer: coarse)').matches ? FINGER_LINE_HEIGHT : LINE_HEIGHT;
    const views = this.#painters.map((painter) => {
      const height = (painter.side === 'asks' ? this.#setup.asks : this.#setup.bids)?.clientHeight ?? 0;
      const lines = Math.min(MOST_LINES, Math.floor(height / least));
      const view = viewSide(market.book, painter.side, group, lines, this.#ownSizes[painter.side]);
      return { painter, lines, lineHeight: lines > 0 ? height / lines : least, view };
    });
    const widest = Math.max(...views.map(({ view }) => view.total));
    for (const { painter, lines, lineHeight, view } of views) painter.paint(view, lines, lineHeight, widest);
    clearTimeout(this.#flashTimer);
    if (this.#painters.some(({ isFlashing }) => isFlashing)) this.#flashTimer = setTimeout(this.#paced.mark, FLASH_MS);
    if (!this.#ready) {
      this.#ready = true;
      this.#setup.onReady();
    }
  }
}

/** Orders with a trigger stay outside the book until the trigger is reached; market orders never rest in the book. */
const restsInBook = (order: OwnOrder): boolean => order.price !== '' && (order.trigger_price === '' || order.triggered);
