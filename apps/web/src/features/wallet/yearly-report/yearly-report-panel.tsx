import { Button, NativeSelect } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatAmount, formatInteger, Panel, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callForBlob, errorText } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Sum } from '../shared/sum.tsx';
import { Disposals } from './disposals.tsx';
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
  const { data, isError, refetch, isPlaceholderData } = useQuery({
    queryKey: [...WALLET_KEY, 'yearly-report', year, offset],
    queryFn: ({ signal }) =>
      call('GET /api/v3/yearly-report', { query: { year, offset, limit: ROWS_PER_PAGE }, signal }),
    placeholderData: (before, query) => (query?.queryKey.includes(year) ? keepPreviousData(before) : undefined),
  });
  return (
    <>
      <Panel>
        <Controls
          year={year}
          thisYear={thisYear}
          isPrintable={data !== undefined}
          onYear={(next) => {
            setYear(next);
            setOffset(0);
          }}
        />
        <div className={styles.head}>
          <h2>{t('yearly.of', { year })}</h2>
          <p className="num dim">
            {t('statement.owner', { owner })}
            {` · ${t('statement.position', { position: data ? formatInteger(data.position) : '–' })}`}
          </p>
        </div>
        <GainSum report={data} />
        <Totals report={data} isError={isError} onRetry={refetch} />
        <p className={styles.note}>{t('yearly.note')}</p>
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
    </>
  );
}

type ControlsProps = {
  readonly year: number;
  readonly thisYear: number;
  readonly isPrintable: boolean;
  readonly onYear: (year: number) => void;
};

function Controls({ year, thisYear, isPrintable, onYear }: ControlsProps) {
  const { t } = useTranslation('history');
  return (
    <div className={styles.controls}>
      <NativeSelect
        label={t('yearly.year')}
        value={String(year)}
        onChange={(event) => onYear(Number(event.currentTarget.value))}
        data={Array.from({ length: YEARS }, (_, back) => String(thisYear - back))}
      />
      <span className={styles.acts}>
        <Button
          variant="default"
          disabled={!isPrintable}
          leftSection={<IconPrinter size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {t('statement.print')}
        </Button>
        <CsvButton year={year} />
      </span>
    </div>
  );
}

type PagerProps = {
  readonly count: number;
  readonly offset: number;
  /** Whether another page is loading; this one stays visible until it has loaded. */
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

function CsvButton({ year }: { readonly year: number }) {
  const { t } = useTranslation('history');
  const save = () =>
    callForBlob('GET /api/v3/yearly-report.csv', { year }).then(
      (blob) => saveFile(`yearly-report-${year}.csv`, blob),
      (error: unknown) => toast.error(errorText(error)),
    );
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => void save()}
    >
      {t('export')}
    </Button>
  );
}
