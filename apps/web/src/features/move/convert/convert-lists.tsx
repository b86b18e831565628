import { Button, SegmentedControl } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import {
  CoinAmount,
  type Column,
  DataTable,
  EmptyState,
  formatInteger,
  formatPrice,
  LoadFailed,
  MoreRows,
  Panel,
  type Rows,
  rowsOf,
  toast,
} from '@vitrine/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { queryClient, WALLET_KEY } from '../../../lib/query-client.ts';
import { dateTimeText } from '../../../lib/when.ts';
import styles from './convert-lists.module.css';
import { CONVERTS_KEY } from './keys.ts';
import { useOpenLimits } from './use-open-limits.ts';
import { priceSentence } from './words.ts';

type Done = CallResponse<'GET /api/v3/convert/history'>['converts'][number];
type Limit = CallResponse<'GET /api/v3/convert/orders'>['orders'][number];

const PAGE = 50;
const ROWS_SHOWN = 10;
const LISTS = ['history', 'open', 'ended'] as const;
type List = (typeof LISTS)[number];

const amountOf = (text: string, coin: string): string => `${formatPrice(trimZeros(text))} ${coin}`;

/** Completed conversions, open limit conversions, and limit conversions that ended without being executed. */
export function ConvertLists() {
  const { t } = useTranslation('convert');
  const [list, setList] = useState<List>('history');
  const open = useOpenLimits();
  const count = open.data?.orders.length ?? 0;
  // If fewer conversions are open than before, some have been executed or have ended: the other two lists are
  // refetched.
  const last = useRef(count);
  useEffect(() => {
    if (count < last.current)
      for (const list of ['history', 'ended'])
        void queryClient.invalidateQueries({ queryKey: [...CONVERTS_KEY, list] });
    last.current = count;
  }, [count]);
  return (
    <Panel aria-label={t('lists.label')}>
      <header className={styles.head}>
        <SegmentedControl
          aria-label={t('lists.label')}
          value={list}
          onChange={(next) => setList(next as List)}
          data={LISTS.map((each) => ({
            value: each,
            label: each === 'open' && count > 0 ? t('lists.openCount', { count }) : t(`lists.${each}`),
          }))}
        />
      </header>
      <div className={styles.list}>
        {list === 'history' ? <HistoryTable /> : list === 'open' ? <OpenTable /> : <EndedTable />}
      </div>
    </Panel>
  );
}

function HistoryTable() {
  const { t } = useTranslation('convert');
  const query = useInfiniteQuery({
    queryKey: [...CONVERTS_KEY, 'history'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v3/convert/history', {
        query: { limit: PAGE, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchOnMount: 'always',
  });
  return (
    <>
      <ConvertTable
        list="history"
        data={rowsOf(query, ({ pages }) => pages.flatMap(({ converts }) => converts))}
        onRetry={query.refetch}
        startOf={({ time }) => time}
        columns={[
          { key: 'kind', header: t('column.kind'), align: 'end', render: ({ kind }) => t(`kind.${kind}`) },
          {
            key: 'fee',
            header: t('column.fee'),
            align: 'end',
            render: ({ fee, fee_coin }, rows) => (
              <CoinAmount
                amount={fee}
                coin={fee_coin}
                column={rows.flatMap((row) => (row.fee_coin === fee_coin ? [row.fee] : []))}
              />
            ),
          },
          {
            key: 'position',
            header: t('column.entry'),
            align: 'end',
            render: ({ position }) => `#${formatInteger(position)}`,
          },
        ]}
        lines={(row) => [`${t(`kind.${row.kind}`)}, ${rateOf(row)}`, dateTimeText(row.time)]}
      />
      <MoreRows query={query} label={t('lists.more')} failed={t('lists.failed')} />
    </>
  );
}

function OpenTable() {
  const { t } = useTranslation('convert');
  const open = useOpenLimits();
  return (
    <ConvertTable
      list="open"
      data={rowsOf(open, ({ orders }) => orders)}
      onRetry={open.refetch}
      startOf={({ created_at }) => created_at}
      columns={[
        { key: 'ends', header: t('column.ends'), align: 'end', render: ({ expires_at }) => dateTimeText(expires_at) },
        {
          key: 'cancel',
          header: <span className="visually-hidden">{t('column.actions')}</span>,
          align: 'end',
          render: (row) => <CancelButton row={row} />,
        },
      ]}
      lines={(row) => [rateOf(row), t('lists.endsAt', { time: dateTimeText(row.expires_at) })]}
      action={(row) => <CancelButton row={row} />}
    />
  );
}

function EndedTable() {
  const { t } = useTranslation('convert');
  const query = useQuery({
    queryKey: [...CONVERTS_KEY, 'ended'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/convert/orders', { query: { state: 'ended', limit: 200 }, signal })).orders,
    refetchOnMount: 'always',
  });
  const endOf = ({ ended_at }: Limit) => (ended_at === undefined ? '' : dateTimeText(ended_at));
  return (
    <ConvertTable
      list="ended"
      data={rowsOf(query, (orders) => orders)}
      onRetry={query.refetch}
      startOf={({ created_at }) => created_at}
      columns={[
        { key: 'state', header: t('column.state'), align: 'end', render: ({ state }) => t(`state.${state}`) },
        { key: 'ended', header: t('column.ended'), align: 'end', render: endOf },
      ]}
      lines={(row) => [rateOf(row), `${t(`state.${row.state}`)}, ${endOf(row)}`]}
    />
  );
}

type Traded = Pick<Done, 'id' | 'from' | 'to' | 'amount' | 'receives'>;
const rateOf = ({ amount, receives, ...coins }: Traded): string => priceSentence(coins, { spent: amount, receives });

type ConvertTableProps<Row extends Traded> = {
  readonly list: List;
  readonly data: Rows<Row>;
  readonly onRetry: () => unknown;
  readonly startOf: (row: Row) => number;
  /** The columns specific to this list, after time, from, to and price. */
  readonly columns: readonly Column<Row>[];
  /** The same content as lines of text, for a phone's card. */
  readonly lines: (row: Row) => readonly string[];
  readonly action?: (row: Row) => ReactNode;
};

function ConvertTable<Row extends Traded>(props: ConvertTableProps<Row>) {
  const { list, data, onRetry, startOf, columns, lines, action } = props;
  const { t } = useTranslation('convert');
  return (
    <DataTable
      label={t(`lists.${list}`)}
      columns={[
        { key: 'time', header: t('column.time'), render: (row) => dateTimeText(startOf(row)) },
        {
          key: 'from',
          header: t('column.from'),
          align: 'end',
          render: ({ amount, from }, rows) => (
            <CoinAmount
              amount={amount}
              coin={from}
              column={rows.flatMap((row) => (row.from === from ? [row.amount] : []))}
            />
          ),
        },
        {
          key: 'to',
          header: t(list === 'history' ? 'column.to' : 'column.toLeast'),
          align: 'end',
          render: ({ receives, to }, rows) => (
            <CoinAmount
              amount={receives}
              coin={to}
              column={rows.flatMap((row) => (row.to === to ? [row.receives] : []))}
            />
          ),
        },
        { key: 'rate', header: t('column.rate'), align: 'end', render: rateOf },
        ...columns,
      ]}
      data={data}
      rowKey={({ id }) => id}
      pageSize={ROWS_SHOWN}
      pageLabel={(page) => t('lists.page', { page })}
      skeletonRows={3}
      card={(row) => (
        <div className={`num ${styles.card}`}>
          <b>
            {amountOf(row.amount, row.from)} → {amountOf(row.receives, row.to)}
          </b>
          {lines(row).map((line) => (
            <small key={line}>{line}</small>
          ))}
          {action?.(row)}
        </div>
      )}
      empty={
        <EmptyState icon={IconRefresh} caption={t('lists.empty')} title={t(`lists.emptyText.${list}`)} role="status" />
      }
      error={<LoadFailed title={t('lists.failed')} onRetry={onRetry} />}
    />
  );
}

function CancelButton({ row }: { readonly row: Limit }) {
  const { t } = useTranslation('convert');
  const cancel = useMutation({
    mutationFn: () =>
      call('POST /api/v3/convert/cancel', { body: { order_id: row.id }, idempotencyKey: newIdempotencyKey() }),
    onSuccess: async ({ released: { amount, coin } }) => {
      toast.ok(t('cancelled'), t('released', { amount: amountOf(amount, coin) }));
      await queryClient.invalidateQueries({ queryKey: WALLET_KEY });
    },
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Button
      variant="outline"
      size="sm"
      loading={cancel.isPending}
      aria-label={t('cancelOf', { amount: amountOf(row.amount, row.from), to: row.to })}
      onClick={() => cancel.mutate()}
    >
      {t('cancel')}
    </Button>
  );
}
