import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import {
  CoinIcon,
  type Column,
  DataTable,
  EmptyState,
  formatPrice,
  LoadFailed,
  Panel,
  type Rows,
  toast,
} from '@vitrine/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, call, errorText, newIdempotencyKey } from '../../lib/api.ts';
import { queryClient, WALLET_KEY } from '../../lib/query-client.ts';
import { trimZeros } from '../../lib/trading/decimal.ts';
import { useFallbackInterval } from '../../lib/use-stream.ts';
import { WALLET_POLL_MS } from '../../lib/wallet.ts';
import { dateTimeText } from '../../lib/when.ts';
import styles from './convert-lists.module.css';
import { CONVERTS_KEY } from './keys.ts';
import { priceSentence } from './words.ts';

type Done = Answer<'GET /api/v3/convert/history'>['converts'][number];
type Limit = Answer<'GET /api/v3/convert/orders'>['orders'][number];

const PAGE = 50;
const ROWS_SHOWN = 10;
const LISTS = ['history', 'open', 'ended'] as const;
type List = (typeof LISTS)[number];

const amountOf = (text: string, coin: string): string => `${formatPrice(trimZeros(text))} ${coin}`;

/** What was converted, what waits for its price, and what ended without. */
export function ConvertLists() {
  const { t } = useTranslation('convert');
  const [list, setList] = useState<List>('history');
  const open = useOpen();
  const count = open.data?.length ?? 0;
  // What has left the open ones stands in the other two lists now.
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

const useOpen = () =>
  useQuery({
    queryKey: [...CONVERTS_KEY, 'open'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/convert/orders', { query: { state: 'open', limit: 200 }, signal })).orders,
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });

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
  const columns: readonly Column<Done>[] = [
    { key: 'time', header: t('column.time'), render: ({ time }) => dateTimeText(time) },
    { key: 'kind', header: t('column.kind'), render: ({ kind }) => t(`kind.${kind}`) },
    { key: 'from', header: t('column.from'), render: ({ amount, from }) => <Coin coin={from} amount={amount} /> },
    { key: 'to', header: t('column.to'), render: ({ receives, to }) => <Coin coin={to} amount={receives} /> },
    { key: 'rate', header: t('column.rate'), align: 'end', render: rateOf },
    { key: 'fee', header: t('column.fee'), align: 'end', render: ({ fee, fee_coin }) => amountOf(fee, fee_coin) },
    {
      key: 'position',
      header: t('column.entry'),
      align: 'end',
      render: ({ position }) => `#${formatPrice(String(position))}`,
    },
  ];
  const rows = query.data?.pages.flatMap(({ converts }) => converts);
  return (
    <>
      <DataTable
        label={t('lists.history')}
        columns={columns}
        data={rowsOf(rows, query.isError)}
        rowKey={({ id }) => id}
        pageSize={ROWS_SHOWN}
        pageLabel={(page) => t('lists.page', { page })}
        skeletonRows={3}
        card={(row) => (
          <Card
            title={`${amountOf(row.amount, row.from)} → ${amountOf(row.receives, row.to)}`}
            lines={[`${t(`kind.${row.kind}`)}, ${rateOf(row)}`, dateTimeText(row.time)]}
          />
        )}
        empty={
          <EmptyState compact title={t('lists.empty')} role="status">
            {t('lists.emptyText')}
          </EmptyState>
        }
        error={<LoadFailed title={t('lists.failed')} onRetry={query.refetch} />}
      />
      {query.hasNextPage ? (
        <p className={styles.more}>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('lists.more')}
          </Button>
        </p>
      ) : null}
    </>
  );
}

type Traded = Pick<Done, 'from' | 'to' | 'amount' | 'receives'>;
const rateOf = ({ amount, receives, ...coins }: Traded): string => priceSentence(coins, { spent: amount, receives });

const rowsOf = <Row,>(rows: readonly Row[] | undefined, isError: boolean): Rows<Row> => {
  if (rows) return { status: 'success', rows };
  return { status: isError ? 'error' : 'pending' };
};

function Coin({ coin, amount }: { readonly coin: string; readonly amount: string }) {
  return (
    <span className={`num ${styles.coin}`}>
      <CoinIcon coin={coin} size={20} />
      {amountOf(amount, coin)}
    </span>
  );
}

type CardProps = { readonly title: string; readonly lines: readonly string[]; readonly action?: React.ReactNode };

function Card({ title, lines, action }: CardProps) {
  return (
    <div className={`num ${styles.card}`}>
      <b>{title}</b>
      {lines.map((line) => (
        <small key={line}>{line}</small>
      ))}
      {action}
    </div>
  );
}

function OpenTable() {
  const { t } = useTranslation('convert');
  const open = useOpen();
  const columns: readonly Column<Limit>[] = [
    ...limitColumns(t),
    { key: 'ends', header: t('column.ends'), align: 'end', render: ({ expires_at }) => dateTimeText(expires_at) },
    {
      key: 'cancel',
      header: <span className="visually-hidden">{t('column.actions')}</span>,
      align: 'end',
      render: (row) => <CancelButton row={row} />,
    },
  ];
  return (
    <DataTable
      label={t('lists.open')}
      columns={columns}
      data={rowsOf(open.data, open.isError)}
      rowKey={({ id }) => id}
      pageSize={ROWS_SHOWN}
      pageLabel={(page) => t('lists.page', { page })}
      skeletonRows={3}
      card={(row) => (
        <Card
          title={`${amountOf(row.amount, row.from)} → ${amountOf(row.receives, row.to)}`}
          lines={[rateOf(row), t('lists.endsAt', { time: dateTimeText(row.expires_at) })]}
          action={<CancelButton row={row} />}
        />
      )}
      empty={
        <EmptyState compact title={t('lists.emptyOpen')} role="status">
          {t('lists.emptyOpenText')}
        </EmptyState>
      }
      error={<LoadFailed title={t('lists.failed')} onRetry={open.refetch} />}
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
  const columns: readonly Column<Limit>[] = [
    ...limitColumns(t),
    { key: 'state', header: t('column.state'), align: 'end', render: ({ state }) => t(`state.${state}`) },
    { key: 'ended', header: t('column.ended'), align: 'end', render: endOf },
  ];
  return (
    <DataTable
      label={t('lists.ended')}
      columns={columns}
      data={rowsOf(query.data, query.isError)}
      rowKey={({ id }) => id}
      pageSize={ROWS_SHOWN}
      pageLabel={(page) => t('lists.page', { page })}
      skeletonRows={3}
      card={(row) => (
        <Card
          title={`${amountOf(row.amount, row.from)} → ${amountOf(row.receives, row.to)}`}
          lines={[rateOf(row), `${t(`state.${row.state}`)}, ${endOf(row)}`]}
        />
      )}
      empty={
        <EmptyState compact title={t('lists.emptyEnded')} role="status">
          {t('lists.emptyEndedText')}
        </EmptyState>
      }
      error={<LoadFailed title={t('lists.failed')} onRetry={query.refetch} />}
    />
  );
}

type T = ReturnType<typeof useTranslation<'convert'>>['t'];

const limitColumns = (t: T): readonly Column<Limit>[] => [
  { key: 'time', header: t('column.time'), render: ({ created_at }) => dateTimeText(created_at) },
  { key: 'from', header: t('column.from'), render: ({ amount, from }) => <Coin coin={from} amount={amount} /> },
  { key: 'to', header: t('column.toLeast'), render: ({ receives, to }) => <Coin coin={to} amount={receives} /> },
  { key: 'rate', header: t('column.rate'), align: 'end', render: rateOf },
];

function CancelButton({ row }: { readonly row: Limit }) {
  const { t } = useTranslation('convert');
  const cancel = useMutation({
    mutationFn: () =>
      call('POST /api/v3/convert/cancel', { body: { order_id: row.id }, idempotencyKey: newIdempotencyKey() }),
    onSuccess: async () => {
      toast.ok(t('cancelled', { amount: amountOf(row.amount, row.from) }));
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
