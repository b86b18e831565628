import { Button, NativeSelect } from '@mantine/core';
import { IconDownload, IconPrinter, IconReceiptTax } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Chip,
  CoinName,
  type Column,
  DataTable,
  directionOf,
  EmptyState,
  formatAmount,
  formatCoin,
  formatInteger,
  formatSigned,
  LoadFailed,
  Panel,
  toast,
} from '@vitrine/ui';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, call, callForBlob, errorText } from '../../lib/api.ts';
import { WALLET_KEY } from '../../lib/query-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { dateText } from '../../lib/when.ts';
import { Sum } from '../../ui/sum.tsx';
import styles from './yearly-report-panel.module.css';

type Report = Answer<'GET /api/v3/yearly-report'>;
type Disposal = Report['disposals'][number];
type Total = Report['totals'][number];

const ROWS_PER_PAGE = 20;
const YEARS = 7;

type OfCoin = { readonly coin: string; readonly amount: string };
const amountsOf = (rows: readonly OfCoin[], of: string) =>
  rows.flatMap(({ coin, amount }) => (coin === of ? [amount] : []));

/** What was sold and converted in a year, part by part against the lot it came from. */
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
        <div className={styles.controls}>
          <NativeSelect
            label={t('yearly.year')}
            value={String(year)}
            onChange={(event) => {
              setYear(Number(event.currentTarget.value));
              setOffset(0);
            }}
            data={Array.from({ length: YEARS }, (_, back) => String(thisYear - back))}
          />
          <span className={styles.acts}>
            <Button
              variant="default"
              disabled={!data}
              leftSection={<IconPrinter size={16} stroke={1.7} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              {t('statement.print')}
            </Button>
            <CsvButton year={year} />
          </span>
        </div>
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
            <nav className={styles.pager} aria-label={t('pager.label')}>
              <button
                type="button"
                className="link"
                disabled={offset === 0 || isPlaceholderData}
                onClick={() => setOffset(Math.max(0, offset - ROWS_PER_PAGE))}
              >
                {t('yearly.earlier')}
              </button>
              <span className="num dim">
                {t('yearly.range', {
                  from: offset + 1,
                  to: Math.min(data.count, offset + ROWS_PER_PAGE),
                  all: data.count,
                })}
              </span>
              <button
                type="button"
                className="link"
                disabled={offset + ROWS_PER_PAGE >= data.count || isPlaceholderData}
                onClick={() => setOffset(offset + ROWS_PER_PAGE)}
              >
                {t('yearly.later')}
              </button>
            </nav>
          ) : null}
        </Panel>
      ) : null}
    </>
  );
}

function Gain({ amount }: { readonly amount: string }) {
  return <span className={`num ${styles[directionOf(amount)] ?? ''}`}>{formatSigned(amount, 2)}</span>;
}

/** Proceeds − cost = gain. */
function GainSum({ report }: { readonly report: Report | undefined }) {
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

type TotalsProps = { readonly report: Report | undefined; readonly isError: boolean; readonly onRetry: () => unknown };

function Totals({ report, isError, onRetry }: TotalsProps) {
  const { t } = useTranslation('history');
  const columns = useMemo<readonly Column<Total>[]>(
    () => [
      { key: 'coin', header: t('column.coin'), render: ({ coin }) => <CoinName coin={coin} size={20} /> },
      {
        key: 'amount',
        header: t('yearly.amount'),
        align: 'end',
        render: (row, rows) => (
          <span className="num">{formatCoin(row.amount, row.coin, amountsOf(rows, row.coin))}</span>
        ),
      },
      {
        key: 'proceeds',
        header: t('yearly.proceeds'),
        align: 'end',
        render: (row) => <span className="num">{formatAmount(row.proceeds, 2)}</span>,
      },
      {
        key: 'cost',
        header: t('yearly.cost'),
        align: 'end',
        render: (row) => <span className="num">{formatAmount(row.cost, 2)}</span>,
      },
      { key: 'gain', header: t('yearly.gain'), align: 'end', render: (row) => <Gain amount={row.gain} /> },
      {
        key: 'unpriced',
        header: <span className="visually-hidden">{t('yearly.unpricedColumn')}</span>,
        align: 'end',
        render: ({ unpriced }) =>
          unpriced === 0 ? null : <Chip tone="wait">{t('yearly.unpriced', { count: unpriced })}</Chip>,
      },
    ],
    [t],
  );
  return (
    <div className={styles.list}>
      <DataTable
        dense
        label={t('yearly.totals')}
        columns={columns}
        data={report ? { status: 'success', rows: report.totals } : { status: isError ? 'error' : 'pending' }}
        rowKey={({ coin }) => coin}
        skeletonRows={3}
        card={(row) => (
          <div className={styles.card}>
            <CoinName coin={row.coin} size={20} />
            <Gain amount={row.gain} />
            <small className="num">
              {t('yearly.of2', { proceeds: formatAmount(row.proceeds, 2), cost: formatAmount(row.cost, 2) })}
            </small>
            {row.unpriced === 0 ? null : <Chip tone="wait">{t('yearly.unpriced', { count: row.unpriced })}</Chip>}
          </div>
        )}
        empty={<EmptyState size="page" icon={IconReceiptTax} title={t('yearly.empty')} role="status" />}
        error={<LoadFailed title={t('failed')} onRetry={onRetry} />}
      />
    </div>
  );
}

function Disposals({ rows }: { readonly rows: readonly Disposal[] }) {
  const { t } = useTranslation('history');
  const columns = useMemo<readonly Column<Disposal>[]>(
    () => [
      { key: 'coin', header: t('column.coin'), render: ({ coin }) => <CoinName coin={coin} size={20} /> },
      {
        key: 'amount',
        header: t('yearly.amount'),
        align: 'end',
        render: (row, rows) => (
          <span className="num">{formatCoin(row.amount, row.coin, amountsOf(rows, row.coin))}</span>
        ),
      },
      {
        key: 'acquired',
        header: t('yearly.acquired'),
        align: 'end',
        render: (row) => <span className="num dim">{dateText(row.acquired)}</span>,
      },
      {
        key: 'disposed',
        header: t('yearly.disposed'),
        align: 'end',
        render: (row) => <span className="num dim">{dateText(row.disposed)}</span>,
      },
      {
        key: 'proceeds',
        header: t('yearly.proceeds'),
        align: 'end',
        render: (row) => <span className="num">{formatAmount(row.proceeds, 2)}</span>,
      },
      {
        key: 'cost',
        header: t('yearly.cost'),
        align: 'end',
        render: (row) => <span className="num">{row.priced ? formatAmount(row.cost, 2) : '–'}</span>,
      },
      {
        key: 'gain',
        header: t('yearly.gain'),
        align: 'end',
        render: (row) => (row.priced ? <Gain amount={row.gain} /> : <Chip tone="wait">{t('yearly.noPrice')}</Chip>),
      },
      {
        key: 'position',
        header: t('column.position'),
        align: 'end',
        render: (row) => <span className="num faint">#{formatInteger(row.position)}</span>,
      },
    ],
    [t],
  );
  return (
    <div className={styles.list}>
      <DataTable
        dense
        label={t('yearly.disposals')}
        columns={columns}
        data={{ status: 'success', rows }}
        rowKey={(row) => `${row.position} ${row.acquired} ${row.amount} ${row.cost}`}
        card={(row) => (
          <div className={styles.card}>
            <CoinName coin={row.coin} size={20} />
            <b className="num">{formatCoin(row.amount, row.coin)}</b>
            <small className="num">
              {t('yearly.held', { from: dateText(row.acquired), to: dateText(row.disposed) })}
            </small>
            {row.priced ? <Gain amount={row.gain} /> : <Chip tone="wait">{t('yearly.noPrice')}</Chip>}
          </div>
        )}
        empty={null}
        error={null}
      />
    </div>
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
