import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { EmptyState, formatAmount, LoadFailed, Panel } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listText } from '../../../lib/lists.ts';
import { TabList, TabPanel } from '../../../ui/tabs.tsx';
import styles from './analysis.module.css';
import { type Analysis, LENGTHS, type Length, useAnalysis } from './analysis-data.ts';
import { CoinParts, DayParts } from './analysis-tables.tsx';
import { DayBars } from './day-bars.tsx';

const TABS = ['asset', 'rewards'] as const;
type Tab = (typeof TABS)[number];
const PANEL = 'earn-analysis';
/** Rewards of a day are small. */
const DECIMALS = { asset: 2, rewards: 6 } as const satisfies Record<Tab, number>;

/** What Earn held and paid, day by day: Asset and Rewards over 7 or 30 days. */
export function AnalysisPanel({ emptyAction }: { readonly emptyAction: ReactNode }) {
  const { t } = useTranslation('earn');
  const [tab, setTab] = useState<Tab>('asset');
  const [length, setLength] = useState<Length>(7);
  const { data, isError, refetch } = useAnalysis(length);
  return (
    <Panel>
      <div className={styles.head}>
        <TabList
          id={PANEL}
          tabs={TABS.map((value) => ({ value, label: t(`analysis.tab.${value}`) }))}
          tab={tab}
          onTab={setTab}
        />
        <SegmentedControl
          className={styles.lengths ?? ''}
          aria-label={t('analysis.length')}
          value={String(length)}
          onChange={(next) => setLength(LENGTHS.find((days) => String(days) === next) ?? 7)}
          data={LENGTHS.map((days) => ({ value: String(days), label: t('analysis.days', { days }) }))}
        />
      </div>
      <TabPanel id={PANEL} tab={tab}>
        {data === undefined ? (
          isError ? (
            <LoadFailed title={t('analysis.failed')} onRetry={() => void refetch()} />
          ) : (
            <div className={styles.body}>
              <Skeleton height={260} radius={8} />
            </div>
          )
        ) : (
          <Shown tab={tab} data={data} emptyAction={emptyAction} />
        )}
      </TabPanel>
    </Panel>
  );
}

type ShownProps = { readonly tab: Tab; readonly data: Analysis; readonly emptyAction: ReactNode };

function Shown({ tab, data, emptyAction }: ShownProps) {
  const { t } = useTranslation('earn');
  const days = data[tab];
  const decimals = DECIMALS[tab];
  const amount = formatAmount(tab === 'asset' ? data.asset_now : data.rewards_total, decimals);
  const coins = tab === 'asset' ? (data.asset.at(-1)?.coins ?? []) : data.rewards_by_coin;
  if (days.every((day) => day.coins.length === 0))
    return (
      <EmptyState
        size="page"
        icon={IconChartBar}
        caption={t(`analysis.none.${tab}`)}
        title={t(`analysis.noneText.${tab}`)}
        action={emptyAction}
        role="status"
      />
    );
  return (
    <>
      <div className={styles.body}>
        <p className={styles.figure}>
          <span>{t(`analysis.figure.${tab}`, { days: data.days })}</span>
          <b className="num">
            {amount} <em>USDT</em>
          </b>
        </p>
        <DayBars days={days} decimals={decimals} label={t(`analysis.chart.${tab}`, { days: data.days, amount })} />
        <p className={styles.note}>{t(`analysis.note.${tab}`)}</p>
        {data.left_out.length > 0 ? (
          <p className={styles.note}>{t('analysis.leftOut', { coins: listText(data.left_out) })}</p>
        ) : null}
      </div>
      <CoinParts label={t(`analysis.byCoin.${tab}`)} parts={coins} isSigned={tab === 'rewards'} decimals={decimals} />
      <DayParts label={t(`analysis.byDay.${tab}`)} days={days} decimals={decimals} />
    </>
  );
}
