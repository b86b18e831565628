import { formatAmount, formatCompact } from '@vitrine/ui';
import type { BookSide } from '../shared/book-state.ts';
import type { BookRow, SideView } from '../shared/book-view.ts';
import { textOf } from '../shared/wire-units.ts';
import styles from './book.module.css';
import { quoteText } from './quote-text.ts';

interface Line {
  readonly root: HTMLElement;
  readonly price: Text;
  /**
   * The client's own size at the level and, over it, the button that cancels the order. The button appears on hover.
   */
  readonly mine: Text;
  readonly own: Text;
  readonly size: Text;
  readonly total: Text;
  shown: Shown;
  readonly sizeCell: HTMLElement;
  /** When the size changed, in the time of performance.now(); undefined if it is not marked as changed. */
  flashedAt: number | undefined;
}
type Shown = Omit<BookRow, 'value'> & { readonly share: number };

export interface Precision {
  readonly priceDecimals: number;
  readonly amountDecimals: number;
}

export interface PainterSetup {
  readonly precision: Precision;
  readonly ownText: string;
  /** Whether sizes are shown in the quote coin. */
  readonly inQuote: boolean;
}

const BLANK: Shown = { price: -1, size: -1, total: -1, totalValue: -1, share: -1, own: 0 };
/** Cumulative sizes need fewer decimals than the sizes of single levels. */
const TOTAL_DECIMALS = 3;
/** How long a size that has changed is marked at least. */
export const FLASH_MS = 60;

/**
 * Draws one side of the book into a fixed set of lines and updates only what has changed. It bypasses React:
 * reconciling eighty cells twenty times a second would cost more than the browser's own work.
 */
export class SidePainter {
  readonly #root: HTMLElement;
  readonly #side: BookSide;
  readonly #setup: PainterSetup;
  readonly #isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  #lines: Line[] = [];
  #rows: readonly BookRow[] = [];
  #lineHeight = 0;
  #now = 0;

  constructor(root: HTMLElement, side: BookSide, setup: PainterSetup) {
    this.#root = root;
    this.#side = side;
    this.#setup = setup;
  }

  /** The level shown in the line with this index. */
  row(index: number): BookRow | undefined {
    return this.#rows[index];
  }

  /** `lineHeight` is in pixels; the lines divide the available height evenly, so that none is cut off. */
  paint(view: SideView, lines: number, lineHeight: number, widest: number): void {
    this.#now = performance.now();
    this.#resize(lines);
    if (lineHeight !== this.#lineHeight) this.#root.style.setProperty('--line', `${lineHeight}px`);
    this.#lineHeight = lineHeight;
    this.#rows = view.rows;
    for (const [index, line] of this.#lines.entries()) this.#paintLine(line, view.rows[index], widest);
  }

  clear(): void {
    this.#root.replaceChildren();
    this.#lines = [];
    this.#rows = [];
  }

  #resize(lines: number): void {
    while (this.#lines.length < lines) this.#lines.push(this.#createLine(this.#lines.length));
    while (this.#lines.length > lines) this.#lines.pop()?.root.remove();
  }

  #createLine(index: number): Line {
    const root = document.createElement('div');
    root.className = styles.line ?? '';
    root.id = `${this.#root.id}-${index}`;
    root.setAttribute('role', 'option');
    root.setAttribute('aria-selected', 'false');
    root.dataset.index = String(index);
    const cell = (name: 'price' | 'mine' | 'size' | 'total' | 'own') => {
      const element = document.createElement('span');
      element.className = styles[name] ?? '';
      element.dataset.cell = name;
      root.append(element);
      return element;
    };
    // The text nodes are kept: replacing one costs more than changing its data.
    const text = (element: HTMLElement) => element.appendChild(new Text());
    const price = text(cell('price'));
    const sizeCell = cell('size');
    const line: Line = {
      root,
      price,
      sizeCell,
      size: text(sizeCell),
      total: text(cell('total')),
      mine: text(cell('mine')),
      own: text(cell('own')),
      shown: BLANK,
      flashedAt: undefined,
    };
    this.#root.append(root);
    return line;
  }

  #paintLine(line: Line, row: BookRow | undefined, widest: number): void {
    const share = row && widest > 0 ? Math.round((row.total / widest) * 200) / 200 : 0;
    const next: Shown = row ? { ...row, share } : { ...BLANK, share };
    const { shown } = line;
    const { precision, inQuote } = this.#setup;
    const { priceDecimals, amountDecimals } = precision;
    if (next.price !== shown.price) line.price.data = row ? text(row.price, priceDecimals) : '';
    if (next.size !== shown.size) {
      line.size.data = row ? (inQuote ? quoteText(row.value, precision) : text(row.size, amountDecimals)) : '';
      if (row && next.price === shown.price && !this.#isCalm) this.#flash(line, next.size > shown.size);
    }
    if (next.total !== shown.total || next.totalValue !== shown.totalValue)
      line.total.data = row
        ? inQuote
          ? quoteText(row.totalValue, precision)
          : text(row.total, amountDecimals, TOTAL_DECIMALS)
        : '';
    if (next.share !== shown.share) line.root.style.backgroundSize = `${next.share * 100}% calc(100% - 2px)`;
    if (next.own !== shown.own) this.#markOwn(line, next.own);
    this.#endFlash(line);
    line.shown = next;
  }

  /**
   * Marks a size as grown or shrunk. The mark stays until the first paint after `FLASH_MS`. An animation would make the
   * browser draw a frame every 16 ms.
   */
  #flash(line: Line, hasGrown: boolean): void {
    line.flashedAt = this.#now;
    line.sizeCell.dataset.flash = hasGrown ? 'grown' : 'shrunk';
  }

  #endFlash(line: Line): void {
    if (line.flashedAt === undefined || this.#now - line.flashedAt < FLASH_MS) return;
    line.flashedAt = undefined;
    delete line.sizeCell.dataset.flash;
  }

  #markOwn(line: Line, own: number): void {
    const { ownText, precision } = this.#setup;
    line.root.toggleAttribute('data-own', own > 0);
    if (own > 0) line.root.setAttribute('aria-description', ownText);
    else line.root.removeAttribute('aria-description');
    const size = own > 0 ? textOf(own, precision.amountDecimals) : '';
    line.mine.data = size && formatCompact(size);
    line.own.data = size && `${formatAmount(size, precision.amountDecimals)} ×`;
    line.root.title = own > 0 ? ownText : '';
  }

  /** Whether a size is marked as changed, so that another paint must end the mark. */
  get isFlashing(): boolean {
    return this.#lines.some(({ flashedAt }) => flashedAt !== undefined);
  }

  get side(): BookSide {
    return this.#side;
  }
}

const text = (units: number, decimals: number, most = decimals): string =>
  formatAmount(textOf(units, decimals), Math.min(decimals, most));
