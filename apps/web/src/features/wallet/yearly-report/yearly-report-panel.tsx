import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatAmount, Panel } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callForBlob } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { ReportHead, ReportNote } from '../shared/report.tsx';
import { Sum } from '../shared/sum.tsx';
import { Disposals } from './disposals.tsx';
import { FuturesYear } from './futures-year.tsx';
import { Gain } from './gain.tsx';
import { Totals } from './totals.tsx';
import type { YearlyReport } from './yearly-report.ts';
import styles from './yearly-report-panel.module.css';

const ROWS_PER_PAGE = 20;
const YEARS = 7;

/** A year's sales and conversions, each part matched with its purchase lot. */
export function YearlyReportPanel({ owner }: { readonly owner: string }) {
  const { t } = useTranslation('history');
  const thisYear = new Date().getUTCFullYear();
  const [year, setYear] = useState(thisYear);
  const [offset, setOffset] = useState(0);
  const query = useQuery({
    queryKey: [...WALLET_KEY, 'yearly-report', year, offset],
    queryFn: ({ signal }) =>
      call('GET /api/v3/yearly-report', { query: { year, offset, limit: ROWS_PER_PAGE }, signal }),
    placeholderData: (before, query) => (query?.queryKey.includes(year) ? keepPreviousData(before) : undefined),
  });
  const { data, isPlaceholderData } = query;
  return (
    <>
      <Panel>
        <ReportHead
          title={t('yearly.of', { year })}
          owner={owner}
          position={data?.position}
          fileName={`yearly-report-${year}.csv`}
          load={() => callForBlob('GET /api/v3/yearly-report.csv', { year })}
          period={
            <NativeSelect
              label={t('yearly.year')}
              value={String(year)}
              onChange={(event) => {
                setYear(Number(event.currentTarget.value));
                setOffset(0);
              }}
              data={Array.from({ length: YEARS }, (_, back) => String(thisYear - back))}
            />
          }
        />
        <GainSum report={data} />
        <Totals query={query} />
        <ReportNote>{t('yearly.note')}</ReportNote>
      </Panel>
      {data && data.count > 0 ? (
        <Panel>
          <h2 className={styles.title}>{t('yearly.parts', { count: data.count })}</h2>
          <Disposals rows={data.disposals} />
          {data.count > ROWS_PER_PAGE ? (
            <Pager count={data.count} offset={offset} isTurning={isPlaceholderData} onTurn={setOffset} />
          ) : null}
        </Panel>
      ) : null}
      {data ? <FuturesYear year={year} futures={data.futures} /> : null}
    </>
  );
}

type PagerProps = {
  readonly count: number;
  readonly offset: number;
  /** Whether another page is loading; meanwhile, the current page stays visible. */
  readonly isTurning: boolean;
  readonly onTurn: (offset: number) => void;
};

function Pager({ count, offset, isTurning, onTurn }: PagerProps) {
  const { t } = useTranslation('history');
  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <button
        type="button"
        className="link"
        disabled={offset === 0 || isTurning}
        onClick={() => onTurn(Math.max(0, offset - ROWS_PER_PAGE))}
      >
        {t('yearly.earlier')}
      </button>
      <span className="num dim">
        {t('yearly.range', {
          from: offset + 1,
          to: Math.min(count, offset + ROWS_PER_PAGE),
          all: count,
        })}
      </span>
      <button
        type="button"
        className="link"
        disabled={offset + ROWS_PER_PAGE >= count || isTurning}
        onClick={() => onTurn(offset + ROWS_PER_PAGE)}
      >
        {t('yearly.later')}
      </button>
    </nav>
  );
}

/** Proceeds − cost = gain. */
function GainSum({ report }: { readonly report: YearlyReport | undefined }) {
  const { t } = useTranslation('history');
  return (
    <Sum
      isPacked
      terms={[
        { name: t('yearly.proceeds'), value: formatAmount(report?.proceeds, 2) },
        { sign: '−', name: t('yearly.cost'), value: formatAmount(report?.cost, 2) },
        { sign: '=', name: t('yearly.gain'), value: report ? <Gain amount={report.gain} /> : '–' },
      ]}
    />
  );
}
