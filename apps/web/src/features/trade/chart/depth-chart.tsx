import { Skeleton } from '@mantine/core';
import { formatAmount, formatCompact, formatPercent, formatPrice } from '@vitrine/ui';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spreadOf } from '../shared/book-view.ts';
import type { MarketRules } from '../shared/market-rules.ts';
import { PanelBar } from '../shared/panel-bar.tsx';
import { useTrade } from '../shared/trade-context.ts';
import { useOwnOrders, usePaced } from '../shared/use-live.ts';
import { textOf, unitsOf } from '../shared/wire-units.ts';
import styles from './chart.module.css';
import { type Depth, depthAt, depthOf, depthPath } from './depth.ts';

const WIDTH = 1000;
const HEIGHT = 400;
/** The ranges on each side of the mid price; `undefined` shows everything known on both sides. */
const RANGES = [undefined, 0.005, 0.01, 0.02, 0.05] as const;

/** The depth chart as a panel. */
export function DepthPanel() {
  const { t } = useTranslation('trade');
  return (
    <div className={styles.panel}>
      <PanelBar title={t('chart.tab.depth')} />
      <DepthChart />
    </div>
  );
}

/**
 * Cumulative depth of the book by price, on both sides, with the client's own orders. The figures at the pointer's
 * distance from the mid price, on both sides, are also given as text.
 */
export function DepthChart() {
  const { t } = useTranslation('trade');
  const { market, rules } = useTrade();
  const [range, setRange] = useState<(typeof RANGES)[number]>();
  const [share, setShare] = useState<number>();
  usePaced(market, 'book', 2);
  const depth = market.book.ready ? depthOf(market.book, range) : undefined;
  if (!depth) return <Skeleton height="100%" radius={0} />;
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setShare((event.clientX - box.left) / box.width);
  };
  return (
    <div className={styles.depth}>
      <div className={styles.depthHead}>
        <DepthWords depth={depth} share={share} />
        <fieldset className={styles.ranges}>
          <legend className="visually-hidden">{t('chart.depthRange')}</legend>
          {RANGES.map((each) => (
            <button key={each ?? 'all'} type="button" aria-pressed={range === each} onClick={() => setRange(each)}>
              {each === undefined ? t('chart.depthAll') : `${each * 100}%`}
            </button>
          ))}
        </fieldset>
      </div>
      <div className={styles.depthFrame} onPointerMove={onPointerMove} onPointerLeave={() => setShare(undefined)}>
        <DepthDrawing depth={depth} share={share} />
        <p className={`num ${styles.depthAmounts}`} aria-hidden="true">
          <span>{formatCompact(textOf(depth.most, rules.amount_decimals))}</span>
          <span>{formatCompact(textOf(Math.round(depth.most / 2), rules.amount_decimals))}</span>
        </p>
      </div>
      <PriceAxis depth={depth} />
    </div>
  );
}

type DepthProps = { readonly depth: Depth; readonly share: number | undefined };

function DepthDrawing({ depth, share }: DepthProps) {
  const { t } = useTranslation('trade');
  const { own, rules } = useTrade();
  const orders = useOwnOrders(own) ?? [];
  const xOf = (price: number) => (((price - depth.middle) / depth.reach + 1) / 2) * WIDTH;
  const ownPlaces = orders
    .filter(({ pair, price }) => pair === rules.name && price !== '')
    .map(({ id, price }) => ({ id, x: xOf(unitsOf(price, rules.price_decimals)) }))
    .filter(({ x }) => x >= 0 && x <= WIDTH);
  const upright = (x: number, className: string | undefined, y1 = 0) => (
    <line className={className} x1={x} x2={x} y1={y1} y2={HEIGHT} />
  );
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={t('chart.depthLabel')}>
      <path className={styles.bids} d={depthPath(depth.bids, depth, WIDTH, HEIGHT)} />
      <path className={styles.asks} d={depthPath(depth.asks, depth, WIDTH, HEIGHT)} />
      {upright(WIDTH / 2, styles.cursor)}
      {ownPlaces.map(({ id, x }) => (
        <g key={id}>{upright(x, styles.ownTick, HEIGHT * 0.86)}</g>
      ))}
      {share === undefined ? null : (
        <>
          {upright(share * WIDTH, styles.cursor)}
          {upright((1 - share) * WIDTH, styles.cursor)}
        </>
      )}
    </svg>
  );
}

function PriceAxis({ depth }: { readonly depth: Depth }) {
  const { t } = useTranslation('trade');
  const { market, rules } = useTrade();
  const price = (units: number) => formatPrice(textOf(Math.round(units), rules.price_decimals));
  const spread = spreadOf(market.book);
  return (
    <p className={`num ${styles.depthAxis}`}>
      <span>{price(depth.middle - depth.reach)}</span>
      <span>
        {price(depth.middle)}{' '}
        {spread === undefined ? null : (
          <small>{t('book.spread', { spread: formatPrice(textOf(spread, rules.price_decimals)) })}</small>
        )}
      </span>
      <span>{price(depth.middle + depth.reach)}</span>
    </p>
  );
}

/** Both sides at the pointer's distance from the mid price. */
function DepthWords({ depth, share }: DepthProps) {
  const { t } = useTranslation('trade');
  const { rules } = useTrade();
  if (share === undefined) return <p className={`num ${styles.depthWords}`}>{t('chart.depthHint')}</p>;
  const distance = Math.abs(share * 2 - 1) * depth.reach;
  const percent = formatPercent(((distance / depth.middle) * 100).toFixed(2));
  return (
    <p className={`num ${styles.depthWords}`}>
      <span data-side="bids">{sideWords(t, depth, 'bids', depth.middle - distance, rules)}</span>
      <span>±{percent.replace(/^[+−-]/, '')}</span>
      <span data-side="asks">{sideWords(t, depth, 'asks', depth.middle + distance, rules)}</span>
    </p>
  );
}

const sideWords = (
  t: ReturnType<typeof useTranslation<'trade'>>['t'],
  depth: Depth,
  side: 'bids' | 'asks',
  at: number,
  { base, quote, price_decimals, amount_decimals }: MarketRules,
): string => {
  const point = depthAt(depth[side], at, side);
  const value = (point?.value ?? 0) / 10 ** (price_decimals + amount_decimals);
  return t(`chart.depthAt.${side}`, {
    amount: formatAmount(textOf(point?.total ?? 0, amount_decimals), Math.min(3, amount_decimals)),
    coin: base,
    value: formatCompact(value.toFixed(2)),
    quote,
    price: formatPrice(textOf(Math.round(at), price_decimals)),
  });
};
