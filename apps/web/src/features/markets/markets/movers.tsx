import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CoinIcon, directionOf, formatCompact, formatPercent, Panel } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pair } from '../../../lib/market-data.ts';
import { useMarketPath } from '../../../lib/market-path.ts';
import { DayLine, LiveChange, LivePrice } from '../../../ui/live-figures.tsx';
import styles from './movers.module.css';
import { byDecimal } from './pair-search.ts';

/** The day at a glance: gainers, losers, most traded, and market breadth. */
export function Movers({ pairs }: { readonly pairs: readonly Pair[] | undefined }) {
  const { t } = useTranslation('markets');
  if (pairs?.length === 0) return null;
  const byChange = [...(pairs ?? [])].sort(byDecimal('increase_in_value')).reverse();
  const mostTraded = [...(pairs ?? [])].sort(byDecimal('volume_usdt')).at(-1);
  return (
    <section className={styles.movers} aria-label={t('movers.label')}>
      <MoverCard title={t('movers.gainer')} pair={byChange[0]}>
        {(pair) => <ChangeAndPrice pair={pair} />}
      </MoverCard>
      <MoverCard title={t('movers.loser')} pair={byChange.at(-1)}>
        {(pair) => <ChangeAndPrice pair={pair} />}
      </MoverCard>
      <MoverCard title={t('movers.traded')} pair={mostTraded}>
        {(pair) => (
          <>
            {formatCompact(pair.volume_usdt)} <small>USDT</small>
          </>
        )}
      </MoverCard>
      <Breadth pairs={byChange} />
    </section>
  );
}

function ChangeAndPrice({ pair }: { readonly pair: Pair }) {
  return (
    <>
      <LiveChange name={pair.coin_pair_name} initial={pair.increase_in_value} />{' '}
      <small>
        <LivePrice name={pair.coin_pair_name} initial={pair.close} />
      </small>
    </>
  );
}

type MoverCardProps = {
  readonly title: string;
  readonly pair: Pair | undefined;
  readonly children: (pair: Pair) => ReactNode;
};

function MoverCard({ title, pair, children }: MoverCardProps) {
  const market = useMarketPath();
  if (!pair) return <Skeleton height={196} radius={16} className={styles.card ?? ''} />;
  return (
    <Panel as="div" glass className={styles.card ?? ''}>
      <Link to={market} params={{ coin: pair.name }} className={styles.inside}>
        <span className={styles.title}>{title}</span>
        <span className={styles.coin}>
          <CoinIcon coin={pair.name} size={26} />
          <b>{pair.full_name}</b>
          <span className="faint">{pair.name}</span>
        </span>
        <span className={`num ${styles.figure}`}>{children(pair)}</span>
        <span className={styles.line}>
          <DayLine coin={pair.name} percent={pair.increase_in_value} width={300} height={78} fluid />
        </span>
      </Link>
    </Panel>
  );
}

const HALF = 50;

/** One bar per coin, from the day's best performer to the worst. */
function Breadth({ pairs }: { readonly pairs: readonly Pair[] }) {
  const { t } = useTranslation('markets');
  if (pairs.length === 0) return <Skeleton height={196} radius={16} className={styles.card ?? ''} />;
  const widest = Math.max(...pairs.map(({ increase_in_value }) => Math.abs(Number(increase_in_value))), 0.01);
  const count = (direction: 'up' | 'down') =>
    pairs.filter(({ increase_in_value }) => directionOf(increase_in_value) === direction).length;
  return (
    <Panel as="div" glass className={`${styles.card} ${styles.breadth}`}>
      <p className={`num ${styles.title}`}>
        {t('movers.all', { count: pairs.length })}{' '}
        <span className={styles.up}>▲ {t('movers.up', { count: count('up') })}</span>{' '}
        <span className={styles.down}>▼ {t('movers.down', { count: count('down') })}</span>
      </p>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${pairs.length * 10} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <line className={styles.axis} x1="0" x2={pairs.length * 10} y1={HALF} y2={HALF} />
        {pairs.map(({ name, increase_in_value }, index) => {
          const height = Math.max(1, (Math.abs(Number(increase_in_value)) / widest) * (HALF - 2));
          const rises = directionOf(increase_in_value) !== 'down';
          return (
            <rect
              key={name}
              className={rises ? styles.up : styles.down}
              x={index * 10 + 1.5}
              y={rises ? HALF - height : HALF}
              width="7"
              height={height}
              rx="1.5"
            >
              <title>{`${name} ${formatPercent(increase_in_value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className={styles.icons}>
        {pairs.map(({ name }) => (
          <CoinIcon key={name} coin={name} size={15} />
        ))}
      </div>
    </Panel>
  );
}
