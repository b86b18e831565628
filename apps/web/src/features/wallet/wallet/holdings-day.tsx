import { Skeleton } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { ChangeText, type Direction, EmptyState, formatAmount, formatSigned } from '@vitrine/ui';
import Big from 'big.js';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { linePath } from '../../../lib/line-path.ts';
import { dayLineQuery } from '../../../lib/market-data.ts';
import { useTickers } from '../../../lib/tickers.ts';
import styles from './holdings-day.module.css';
import { dayBefore, type SpotEntry, type Valuation } from './valuation.ts';
import { valuePath } from './value-path.ts';

const WIDTH = 640;
const HEIGHT = 140;
const INSET = 8;

/** The hourly value of the current holdings over the last day: past prices, current amounts. */
export function HoldingsDay({ wallet }: { readonly wallet: Valuation }) {
  const { t } = useTranslation('wallet');
  const before = dayBefore(wallet, useTickers());
  const held = wallet.entries.filter(isHeld);
  const lines = useQueries({
    queries: held.map(({ name }) => ({ ...dayLineQuery(name), enabled: name !== 'USDT' })),
  });
  if (held.length === 0) {
    return (
      <div className={styles.day}>
        <EmptyState icon={IconChartLine} title={t('day.empty')}>
          {t('day.emptyText')}
        </EmptyState>
      </div>
    );
  }
  const holdings = held.map(({ name, coin_value }, index) => ({
    amount: Number(coin_value),
    closes: name === 'USDT' ? ('constant' as const) : (lines[index]?.data ?? []),
  }));
  const path = before === undefined ? undefined : valuePath(holdings, Number(before), Number(wallet.total));
  return (
    <div className={styles.day}>
      <Heading wallet={wallet} before={before} />
      <div className={styles.chart}>{path ? <Curve path={path} /> : null}</div>
    </div>
  );
}

/** The chart's placeholder while the wallet loads. */
export function HoldingsDayBones() {
  return (
    <div className={styles.day}>
      <div className={styles.heading}>
        <Skeleton height={14} width={220} my={4} />
      </div>
      <div className={styles.chart} />
    </div>
  );
}

const isHeld = ({ coin_value }: SpotEntry): boolean => /[1-9]/.test(coin_value);

type HeadingProps = { readonly wallet: Valuation; readonly before: string | undefined };

function Heading({ wallet: { total, entries }, before }: HeadingProps) {
  const { t } = useTranslation('wallet');
  if (before === undefined) return <p className={styles.heading}>{t('day.title')}</p>;
  const isStill = entries.every((entry) => !isHeld(entry) || entry.name === 'USDT');
  if (isStill) return <p className={styles.heading}>{t('day.still')}</p>;
  const change = new Big(total).minus(before);
  return (
    <p className={`num ${styles.heading}`}>
      <span>{t('day.title')}</span>
      <b>{t('day.change', { amount: formatSigned(change.toFixed(8), 2) })}</b>
      <ChangeText value={change.div(before).times(100).toFixed(4)} arrow />
      <span className={styles.before}>{t('day.before', { value: formatAmount(before, 2) })}</span>
    </p>
  );
}

/** A curve of the value, green above its first point and red below it. */
function Curve({ path }: { readonly path: readonly number[] }) {
  const id = useId();
  const low = Math.min(...path);
  const range = Math.max(...path) - low;
  if (range === 0) return null;
  const x = (index: number) => (index * WIDTH) / (path.length - 1);
  const y = (value: number) => HEIGHT - INSET - ((value - low) / range) * (HEIGHT - 2 * INSET);
  const base = y(path[0] ?? low);
  const curve = linePath(path, x, y);
  const filled = `${curve}L${WIDTH},${base}L0,${base}Z`;
  const halves: readonly (readonly [Direction, number, number])[] = [
    ['up', 0, base],
    ['down', base, HEIGHT - base],
  ];
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <line className={styles.base} x1="0" x2={WIDTH} y1={base} y2={base} />
      {halves.map(([direction, top, height]) => (
        <g key={direction} className={styles[direction]} clipPath={`url(#${id}${direction})`}>
          <clipPath id={`${id}${direction}`}>
            <rect x="0" y={top} width={WIDTH} height={Math.max(0, height)} />
          </clipPath>
          <path className={styles.fill} d={filled} />
          <path className={styles.curve} d={curve} />
        </g>
      ))}
    </svg>
  );
}
