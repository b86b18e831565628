import { formatPrice, PriceText } from '@vitrine/ui';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgeVeil } from '../shared/age-veil.tsx';
import type { BookSide } from '../shared/book-state.ts';
import { spreadOf } from '../shared/book-view.ts';
import { useTrade } from '../shared/trade-context.ts';
import { useLastPrice, usePaced } from '../shared/use-live.ts';
import { textOf, unitsOf } from '../shared/wire-units.ts';
import styles from './book.module.css';
import { BookCanvas } from './book-canvas.ts';

export type BookView = 'both' | 'bids' | 'asks';

type BookLadderProps = {
  readonly view: BookView;
  /** The number of ticks grouped into one line. */
  readonly multiple: number;
  /** `ladder`: asks above bids; `pair`: side by side, for phones. */
  readonly shape: 'ladder' | 'pair';
};

/**
 * Both sides of the book and the price between them. A click on a line passes its price to the ticket; a click on its
 * size passes the size as well.
 */
export function BookLadder({ view, multiple, shape }: BookLadderProps) {
  const { t } = useTranslation('trade');
  const { market, own, rules, picks, isReadOnly } = useTrade();
  const asks = useRef<HTMLDivElement>(null);
  const bids = useRef<HTMLDivElement>(null);
  const canvas = useRef<BookCanvas>(null);
  const [ready, setReady] = useState(market.book.ready);

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
      onReady: () => setReady(true),
    });
    canvas.current = drawn;
    return () => drawn.stop();
  }, [market, own, rules, multiple, view, t]);

  const pick = (side: BookSide, index: number, withAmount: boolean) => {
    const level = canvas.current?.level(side, index);
    if (level) picks.send(withAmount ? level : { price: level.price });
  };
  const side = (which: BookSide) => (
    <BookSideList
      key={which}
      side={which}
      listRef={which === 'asks' ? asks : bids}
      label={t(isReadOnly ? `book.sideOnly.${which}` : `book.${which}`)}
      onPick={pick}
      ready={ready}
    />
  );

  return (
    <div className={styles.ladder} data-shape={shape} data-view={view}>
      <div className={styles.head} aria-hidden="true">
        <span>{t('book.price')}</span>
        <span>{t('book.amount', { coin: rules.base })}</span>
        <span>{t('book.total')}</span>
      </div>
      {shape === 'pair' ? <PairHead /> : null}
      {view === 'bids' ? null : side('asks')}
      <MidPrice />
      {view === 'asks' ? null : side('bids')}
      <EmptyBook />
      <AgeVeil />
    </div>
  );
}

type BookSideListProps = {
  readonly side: BookSide;
  readonly listRef: React.Ref<HTMLDivElement>;
  readonly label: string;
  readonly ready: boolean;
  readonly onPick: (side: BookSide, index: number, withAmount: boolean) => void;
};

function BookSideList({ side, listRef, label, ready, onPick }: BookSideListProps) {
  const id = useId();
  const [active, setActive] = useState<number>();
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
    if (index !== undefined) onPick(side, Number(index), target.dataset.cell !== 'price');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const lines = event.currentTarget.childElementCount;
    const away = side === 'asks' ? 'ArrowUp' : 'ArrowDown';
    const towards = side === 'asks' ? 'ArrowDown' : 'ArrowUp';
    if (event.key === away) setActive(Math.min(lines - 1, (active ?? -1) + 1));
    else if (event.key === towards) setActive(Math.max(0, (active ?? 1) - 1));
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
      onBlur={() => setActive(undefined)}
    />
  );
  return (
    <div className={styles.sideFrame} data-side={side}>
      {list}
      {ready ? null : <div className={styles.bones} aria-hidden="true" />}
      <ActiveLine id={active === undefined ? undefined : `${id}-${active}`} />
    </div>
  );
}

/** Marks the line with the keyboard focus; React does not render the lines themselves. */
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

/** Shown for a market without orders; says what to do. */
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
