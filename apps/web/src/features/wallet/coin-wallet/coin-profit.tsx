import { SegmentedControl, Skeleton } from '@mantine/core';
import { ChangeText, directionOf, formatAmount, formatSigned, LoadFailed } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { Section } from '../../../ui/section.tsx';
import { ProfitChart } from '../shared/profit-chart.tsx';
import styles from './coin-wallet.module.css';
import { useCoinWallet } from './use-coin-wallet.ts';

type CoinProfitResponse = CallResponse<'GET /api/v3/wallet-single-coin'>['profit'];

const LENGTHS = [7, 30, 90] as const;

/** A coin's profit: today, over a number of days, and since its first ledger line, at average cost. */
export function CoinProfit({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('history');
  const { data: wallet, isError, refetch } = useCoinWallet(coin);
  const data = wallet?.profit;
  const [length, setLength] = useState<number>(30);
  const period = data?.periods.find(({ days }) => days === length);
  return (
    <Section
      title={t('coin.profit.title')}
      action={
        <SegmentedControl
          aria-label={t('coin.profit.length')}
          value={String(length)}
          onChange={(next) => setLength(Number(next))}
          data={LENGTHS.map((days) => ({ value: String(days), label: t('coin.profit.days', { count: days }) }))}
        />
      }
      note={data && !data.cost_known ? t('coin.profit.unknown') : t('coin.profit.note')}
    >
      {data && period ? (
        <>
          <div className={styles.chart}>
            <p className={styles.made}>
              <b className={`num ${styles[directionOf(period.profit)]}`}>
                {t('coin.profit.amount', { amount: formatSigned(period.profit, 2) })}
              </b>
              <ChangeText value={period.percentage} chip arrow />
            </p>
            <ProfitChart
              series={period.series}
              label={t('coin.profit.course', { count: period.days, amount: formatSigned(period.profit, 2) })}
            />
            {period.left_out.length > 0 ? <p className="dim">{t('coin.profit.leftOut')}</p> : null}
          </div>
          <Figures profit={data} />
        </>
      ) : isError ? (
        <LoadFailed title={t('coin.profit.failed')} onRetry={refetch} />
      ) : (
        <div className={styles.chart}>
          <Skeleton height={300} radius={8} />
        </div>
      )}
    </Section>
  );
}

function Figures({ profit }: { readonly profit: CoinProfitResponse }) {
  const { t } = useTranslation('history');
  const signed = (amount: string, percentage?: string) => (
    <>
      <span className={styles[directionOf(amount)]}>{formatSigned(amount, 2)}</span>
      {percentage === undefined ? null : <ChangeText value={percentage} />}
    </>
  );
  return (
    <dl className={`num ${styles.figures}`}>
      <div>
        <dt>{t('coin.profit.today')}</dt>
        <dd>{signed(profit.spotProfit, profit.spotPercentage)}</dd>
      </div>
      <div>
        <dt>{t('coin.profit.averageCost')}</dt>
        <dd>
          {profit.average_cost === ''
            ? '–'
            : formatAmount(profit.average_cost, Number(profit.average_cost) >= 1 ? 2 : 6)}
        </dd>
      </div>
      <div>
        <dt>{t('coin.profit.cost')}</dt>
        <dd>{formatAmount(profit.cost, 2)}</dd>
      </div>
      <div>
        <dt>{t('coin.profit.value')}</dt>
        <dd>{formatAmount(profit.value, 2)}</dd>
      </div>
      <div>
        <dt>{t('coin.profit.unrealised')}</dt>
        <dd>{signed(profit.unrealised, profit.unrealised_percentage)}</dd>
      </div>
      <div>
        <dt>{t('coin.profit.realised')}</dt>
        <dd>{signed(profit.realised)}</dd>
      </div>
    </dl>
  );
}
