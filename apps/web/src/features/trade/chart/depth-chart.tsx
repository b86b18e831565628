import { Skeleton } from '@mantine/core';
import { formatAmount, formatPrice } from '@vitrine/ui';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelBar } from '../shared/panel-bar.tsx';
import { useTrade } from '../shared/trade-context.ts';
import { usePaced } from '../shared/use-live.ts';
import { textOf } from '../shared/wire-units.ts';
import styles from './chart.module.css';
import { type Depth, depthAt, depthOf, depthPath } from './depth.ts';

const WIDTH = 1000;
const HEIGHT = 400;

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

/** Cumulative depth of the book by price, on both sides. The figures under the pointer are also given as text. */
export function DepthChart() {
  const { t } = useTranslation('trade');
  const { market, rules } = useTrade();
  const [share, setShare] = useState<number>();
  usePaced(market, 'book', 2);
  const depth = market.book.ready ? depthOf(market.book) : undefined;
  if (!depth) return <Skeleton height="100%" radius={0} />;
  const price = (units: number) => formatPrice(textOf(Math.round(units), rules.price_decimals));
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setShare((event.clientX - box.left) / box.width);
  };
  return (
    <div className={styles.depth}>
      <p className={`num ${styles.depthWords}`}>{depthWords(t, depth, share, rules)}</p>
      <div className={styles.depthFrame} onPointerMove={onPointerMove} onPointerLeave={() => setShare(undefined)}>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('chart.depthLabel')}
        >
          <path className={styles.bids} d={depthPath(depth.bids, depth, WIDTH, HEIGHT)} />
          <path className={styles.asks} d={depthPath(depth.asks, depth, WIDTH, HEIGHT)} />
          {share === undefined ? null : (
            <line className={styles.cursor} x1={share * WIDTH} x2={share * WIDTH} y1="0" y2={HEIGHT} />
          )}
        </svg>
      </div>
      <p className={`num ${styles.depthAxis}`}>
        <span>{price(depth.middle - depth.reach)}</span>
        <span>{price(depth.middle)}</span>
        <span>{price(depth.middle + depth.reach)}</span>
      </p>
    </div>
  );
}

const depthWords = (
  t: ReturnType<typeof useTranslation<'trade'>>['t'],
  depth: Depth,
  share: number | undefined,
  rules: { readonly base: string; readonly price_decimals: number; readonly amount_decimals: number },
): string => {
  if (share === undefined) return t('chart.depthHint');
  const at = depth.middle + (share * 2 - 1) * depth.reach;
  const side = at < depth.middle ? 'bids' : 'asks';
  const point = depthAt(depth[side], at, side);
  return t(`chart.depthAt.${side}`, {
    amount: formatAmount(textOf(point?.total ?? 0, rules.amount_decimals), Math.min(3, rules.amount_decimals)),
    coin: rules.base,
    price: formatPrice(textOf(Math.round(at), rules.price_decimals)),
  });
};
