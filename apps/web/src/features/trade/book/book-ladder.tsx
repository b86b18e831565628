import { formatCompact, formatPrice, PriceText } from '@vitrine/ui';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  startTransition,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { AgeVeil } from '../shared/age-veil.tsx';
import type { BookSide } from '../shared/book-state.ts';
import { balanceOf, spreadOf } from '../shared/book-view.ts';
import { useTrade } from '../shared/trade-context.ts';
import { useLastPrice, usePaced } from '../shared/use-live.ts';
import { textOf, unitsOf } from '../shared/wire-units.ts';
import styles from './book.module.css';
import { BookCanvas } from './book-canvas.ts';

export type BookView = 'both' | 'bids' | 'asks';

type BookLadderProps = {
  readonly view: BookView;
  /** The number of ticks grouped into one level. */
  readonly multiple: number;
  /** `ladder`: asks above bids; `pair`: side by side, for phones. */
  readonly shape: 'ladder' | 'pair';
  /** Whether sizes are shown in the quote coin. */
  readonly inQuote?: boolean;
};

/**
 * Both sides of the book and the price between them. A click on a level passes its price to the ticket; a click on its
 * size passes the size as well.
 */
export function BookLadder({ view, multiple, shape, inQuote = false }: BookLadderProps) {
  const { t } = useTranslation('trade');
  const { market, own, rules, picks, desk, isReadOnly } = useTrade();
  const asks = useRef<HTMLDivElement>(null);
  const bids = useRef<HTMLDivElement>(null);
  const canvas = useRef<BookCanvas>(null);
  const [ready, setReady] = useState(market.book.ready);
  const isLate = useIsLate(ready);
  const [hovered, hover] = useHovered();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of view mounts or removes the sides
  useEffect(() => {
    const drawn = new BookCanvas({
      market,
      own,
      asks: asks.current,
      bids: bids.current,
      group: unitsOf(rules.tick, rules.price_decimals) * multiple,
      precision: { priceDecimals: rules.price_decimals, amountDecimals: rules.amount_decimals },
      ownText: t('book.own'),
      inQuote,
      onReady: () => setReady(true),
    });
    canvas.current = drawn;
    return () => drawn.stop();
  }, [market, own, rules, multiple, view, inQuote, t]);

  const pick = (side: BookSide, index: number, withAmount: boolean) => {
    const level = canvas.current?.level(side, index);
    if (!level) return;
    const { price, amount } = level;
    picks.send({ price, ...(withAmount ? { amount } : {}), side: side === 'asks' ? 'BUY' : 'SELL' });
  };
  const cancel = (side: BookSide, index: number) => {
    for (const order of canvas.current?.ownOrders(side, index) ?? []) void desk.cancel(order.id);
  };
  const side = (which: BookSide) => (
    <BookSideList
      key={which}
      side={which}
      listRef={which === 'asks' ? asks : bids}
      label={t(isReadOnly ? `book.sideOnly.${which}` : `book.${which}`)}
      onPick={pick}
      onCancel={cancel}
      onHover={(index) => hover(index === undefined ? undefined : { side: which, index })}
      hasBones={!ready && !isLate}
    />
  );

  return (
    <div className={styles.ladder} data-shape={shape} data-view={view}>
      <div className={styles.head} aria-hidden="true">
        <span>{t('book.price')}</span>
        <span>{t('book.amount', { coin: inQuote ? rules.quote : rules.base })}</span>
        <span>{t('book.total')}</span>
      </div>
      {shape === 'pair' ? <PairHead /> : null}
      {view === 'bids' ? null : side('asks')}
      <MidPrice />
      {view === 'asks' ? null : side('bids')}
      {isLate && !ready ? <p className={styles.empty}>{t('book.waiting')}</p> : <EmptyBook />}
      {hovered && shape === 'ladder' ? <SumCard hovered={hovered} canvas={canvas} /> : null}
      {shape === 'ladder' && view === 'both' ? <Balance /> : null}
      <AgeVeil />
    </div>
  );
}

/** If the book takes longer than this to load, a sentence replaces the skeleton. */
const BONES_MS = 1000;

/** Whether the book has not loaded within `BONES_MS`. */
function useIsLate(ready: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (ready) return;
    const timer = setTimeout(() => setLate(true), BONES_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [ready]);
  return isLate;
}

interface Hovered {
  readonly side: BookSide;
  readonly index: number;
}

/** The level under the pointer. A click on a level is shown before the card beside it, which follows the pointer. */
function useHovered() {
  const [hovered, setHovered] = useState<Hovered>();
  const hover = (next: Hovered | undefined): void => {
    if (next?.side !== hovered?.side || next?.index !== hovered?.index) startTransition(() => setHovered(next));
  };
  return [hovered, hover] as const;
}

type SumCardProps = { readonly hovered: Hovered; readonly canvas: RefObject<BookCanvas | null> };

/** Shown beside the level under the pointer: the result of an order that takes this level and all better levels. */
function SumCard({ hovered: { side, index }, canvas }: SumCardProps) {
  const { t } = useTranslation('trade');
  const { market, rules } = useTrade();
  usePaced(market, 'book', 4);
  const sum = canvas.current?.sum(side, index);
  if (!sum) return null;
  return (
    <div className={styles.sum} data-side={side}>
      <p>{t(`book.sum.${side}`, { count: sum.lines })}</p>
      <dl>
        <dt>{t('book.sum.average')}</dt>
        <dd className="num">{formatPrice(sum.average)}</dd>
      </dl>
      <dl>
        <dt>{t('book.sum.total', { coin: rules.base })}</dt>
        <dd className="num">{formatPrice(sum.amount)}</dd>
      </dl>
      <dl>
        <dt>{t('book.sum.total', { coin: rules.quote })}</dt>
        <dd className="num">{sum.value}</dd>
      </dl>
    </div>
  );
}

/** The balance compares the total sizes of bids and asks within this fraction of the mid price. */
const NEAR = 0.01;

/** The shares of bids and asks in the total size near the mid price. */
function Balance() {
  const { t } = useTranslation('trade');
  const { market, rules } = useTrade();
  usePaced(market, 'book', 2);
  const balance = market.book.ready ? balanceOf(market.book, NEAR) : undefined;
  const bids = balance?.bidsPercent ?? 50;
  const amount = (units: number | undefined) =>
    units === undefined ? '–' : formatCompact(textOf(units, rules.amount_decimals));
  return (
    <div className={styles.balance} title={t('book.balanceNote', { percent: NEAR * 100 })}>
      <p className="num">
        <span data-side="bids">
          {t('book.bidShare', { percent: bids.toFixed(1) })} <small>{amount(balance?.bids)}</small>
        </span>
        <span data-side="asks">
          <small>{amount(balance?.asks)}</small> {t('book.askShare', { percent: (100 - bids).toFixed(1) })}
        </span>
      </p>
      <i style={{ gridTemplateColumns: `${bids}fr ${100 - bids}fr` }} aria-hidden="true">
        <b data-side="bids" />
        <b data-side="asks" />
      </i>
    </div>
  );
}

type BookSideListProps = {
  readonly side: BookSide;
  readonly listRef: React.Ref<HTMLDivElement>;
  readonly label: string;
  readonly hasBones: boolean;
  readonly onPick: (side: BookSide, index: number, withAmount: boolean) => void;
  readonly onCancel: (side: BookSide, index: number) => void;
  readonly onHover: (index: number | undefined) => void;
};

function BookSideList({ side, listRef, label, onPick, onCancel, onHover, hasBones }: BookSideListProps) {
  const id = useId();
  const [active, setActive] = useState<number>();
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    const index = lineOf(target);
    if (index === undefined) return;
    if (target.dataset.cell === 'own') onCancel(side, index);
    else onPick(side, index, target.dataset.cell !== 'price');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const lines = event.currentTarget.childElementCount;
    const away = side === 'asks' ? 'ArrowUp' : 'ArrowDown';
    const towards = side === 'asks' ? 'ArrowDown' : 'ArrowUp';
    if (event.key === away) setActive(Math.min(lines - 1, (active ?? -1) + 1));
    else if (event.key === towards) setActive(Math.max(0, (active ?? 1) - 1));
    else if (event.key === 'Delete' && active !== undefined) onCancel(side, active);
    else if ((event.key === 'Enter' || event.key === ' ') && active !== undefined) onPick(side, active, true);
    else return;
    event.preventDefault();
  };
  const list = (
    <div
      ref={listRef}
      id={id}
      className={styles.side}
      data-side={side}
      data-active={active}
      role="listbox"
      aria-label={label}
      aria-activedescendant={active === undefined ? undefined : `${id}-${active}`}
      tabIndex={0}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onPointerMove={({ target, pointerType }) => onHover(pointerType === 'mouse' ? lineOf(target) : undefined)}
      onPointerLeave={() => onHover(undefined)}
      onBlur={() => setActive(undefined)}
    />
  );
  return (
    <div className={styles.sideFrame} data-side={side}>
      {list}
      {hasBones ? <div className={styles.bones} aria-hidden="true" /> : null}
      <ActiveLine id={active === undefined ? undefined : `${id}-${active}`} />
    </div>
  );
}

const lineOf = (target: EventTarget): number | undefined => {
  const index = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset.index : undefined;
  return index === undefined ? undefined : Number(index);
};

/**
 * Marks the line that is selected by keyboard. Sets the attribute in the DOM, because React does not render the lines.
 */
function ActiveLine({ id }: { readonly id: string | undefined }) {
  useEffect(() => {
    const line = id ? document.getElementById(id) : null;
    line?.setAttribute('aria-selected', 'true');
    return () => line?.setAttribute('aria-selected', 'false');
  }, [id]);
  return null;
}

/** The price of the last trade, its direction, and the spread. */
function MidPrice() {
  const { t } = useTranslation('trade');
  const { market, rules, picks, isReadOnly } = useTrade();
  const { price, move } = useLastPrice(market);
  usePaced(market, 'book', 4);
  const spread = spreadOf(market.book);
  const last = <PriceText value={price || undefined} direction={move === 'none' ? 'flat' : move} />;
  const spreadText = spread === undefined ? '–' : formatPrice(textOf(spread, rules.price_decimals));
  return (
    <div className={styles.mid}>
      {isReadOnly ? (
        last
      ) : (
        <button
          type="button"
          aria-label={t('book.takePrice', { price })}
          disabled={!price}
          onClick={() => picks.send({ price })}
        >
          {last}
        </button>
      )}
      <span className={`num ${styles.spread}`}>{t('book.spread', { spread: spreadText })}</span>
    </div>
  );
}

/** A message shown while the book has no orders, which says what the client can do. */
function EmptyBook() {
  const { t } = useTranslation('trade');
  const { market } = useTrade();
  usePaced(market, 'book', 1);
  const { ready, bids, asks } = market.book;
  if (!ready || bids.size > 0 || asks.size > 0) return null;
  return <p className={styles.empty}>{t('book.empty')}</p>;
}

function PairHead() {
  const { t } = useTranslation('trade');
  const { rules, market } = useTrade();
  usePaced(market, 'book', 4);
  const spread = spreadOf(market.book);
  return (
    <div className={styles.pairHead}>
      <span>{t('book.amount', { coin: rules.base })}</span>
      <span>{t('book.bid')}</span>
      <span>{t('book.ask')}</span>
      <span className="num">
        {t('book.spread', { spread: spread === undefined ? '–' : formatPrice(textOf(spread, rules.price_decimals)) })}
      </span>
    </div>
  );
}
