import { Button, Skeleton } from '@mantine/core';
import { IconCpu } from '@tabler/icons-react';
import { CoinIcon, DemoMark, EmptyState, formatAmount, formatExact, LoadFailed, Panel } from '@vitrine/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import { BreakEven } from '../shared/break-even.tsx';
import { type Miner, useMinings } from '../shared/miner-data.ts';
import styles from './miners.module.css';

type MinerCardsProps = { readonly onRent: (miner: Miner) => void };

/** The miners for rent, each with the full cost and output of a rental. */
export function MinerCards({ onRent }: MinerCardsProps) {
  const { t } = useTranslation('earn');
  const { data, isError, refetch } = useMinings();
  if (isError && data === undefined) return <LoadFailed title={t('miner.failed')} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={320} radius={14} />;
  if (data.products.length === 0)
    return (
      <Panel as="div">
        <EmptyState size="page" icon={IconCpu} caption={t('miner.none')} title={t('miner.noneText')} role="status" />
      </Panel>
    );
  return (
    <div className={styles.cards}>
      {data.products.map((miner) => (
        <MinerCard key={miner.id} miner={miner} onRent={onRent} />
      ))}
    </div>
  );
}

function MinerCard({ miner, onRent }: MinerCardsProps & { readonly miner: Miner }) {
  const { t } = useTranslation('earn');
  const id = useId();
  const { name: coin, days } = miner;
  return (
    <Panel className={styles.card ?? ''} aria-labelledby={id}>
      <header className={styles.head}>
        <CoinIcon coin={coin} size={34} />
        <h2 id={id}>{t('miner.name', { coin, days })}</h2>
        {miner.demo ? <DemoMark>{t('miner.demo')}</DemoMark> : null}
      </header>
      <p className={`num ${styles.daily}`}>
        {formatExact(trimZeros(miner.daily_output))} <em>{coin}</em> <small>{t('miner.perDay')}</small>
      </p>
      <Terms miner={miner} />
      <BreakEvenBar miner={miner} />
      <p className={styles.fine}>
        {t(`miner.source.${miner.source}`, { free: formatExact(trimZeros(miner.pool_free)), coin })}
      </p>
      <footer className={styles.foot}>
        <span className={miner.open ? undefined : styles.closed}>
          {miner.closed_reason === undefined
            ? t('miner.left', { count: miner.units_left, most: miner.most_per_client })
            : t(`miner.closed.${miner.closed_reason}`)}
        </span>
        <Button disabled={!miner.open} aria-label={t('miner.rentOf', { coin, days })} onClick={() => onRent(miner)}>
          {t('miner.rent')}
        </Button>
      </footer>
    </Panel>
  );
}

function Terms({ miner }: { readonly miner: Miner }) {
  const { t } = useTranslation('earn');
  const lines = [
    { name: t('miner.price'), value: `${formatExact(trimZeros(miner.price))} ${miner.price_coin}` },
    { name: t('miner.term'), value: t('miner.days', { count: miner.days }) },
    { name: t('miner.total'), value: `${formatExact(trimZeros(miner.total_output))} ${miner.name}` },
    { name: t('miner.value'), value: `${formatAmount(miner.total_value_usdt, 2)} USDT` },
  ];
  return (
    <dl className={`num ${styles.terms}`}>
      {lines.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The part of the term after which the price is earned back, at today's price of the coin. */
function BreakEvenBar({ miner }: { readonly miner: Miner }) {
  const { t } = useTranslation('earn');
  const { break_even_day, days, name: coin } = miner;
  return (
    <div className={styles.even}>
      <p>
        <span>{t('miner.breakEven')}</span>
        <b className="num">
          <BreakEven terms={miner} />
        </b>
      </p>
      <i className={styles.bar} aria-hidden="true">
        <i
          className={styles.share}
          data-never={break_even_day === undefined || undefined}
          style={{ width: `${(100 * (break_even_day ?? days)) / days}%` }}
        />
      </i>
      <small>{t('miner.breakEvenNote', { coin })}</small>
    </div>
  );
}
