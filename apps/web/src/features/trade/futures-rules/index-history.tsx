import { useInfiniteQuery } from '@tanstack/react-query';
import { type Column, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call } from '../../../lib/api.ts';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { recordList } from '../shared/record-list.ts';
import { RecordTable } from '../shared/record-table.tsx';
import { momentText } from '../shared/time-text.ts';
import styles from './futures-rules.module.css';

const ROWS = 20;
const MINUTES_PER_PAGE = 480;
const MINUTE_MS = 60_000;

type Candle = CallResponse<'GET /api/v3/futures/index-history'>['prices'][number];

const end = { align: 'end' as const };

/** Index prices by the minute: those of the last eight hours and, on request, earlier ones. */
export function IndexHistory({ name }: { readonly name: string }) {
  const { t } = useTranslation('futures');
  const query = useInfiniteQuery({
    queryKey: ['futures', 'index-history', name],
    queryFn: ({ pageParam }) =>
      call('GET /api/v3/futures/index-history', {
        query: { name, limit: MINUTES_PER_PAGE, ...(pageParam === 0 ? {} : { before: pageParam }) },
      }),
    initialPageParam: 0,
    getNextPageParam: ({ prices }) => (prices.length < MINUTES_PER_PAGE ? undefined : prices.at(-1)?.time),
    refetchInterval: MINUTE_MS,
  });
  const columns: Column<Candle>[] = [
    { key: 'time', header: t('columns.time'), render: ({ time }) => momentText(time) },
    ...(['open', 'high', 'low', 'close'] as const).map(
      (key): Column<Candle> => ({ key, header: t(`data.${key}`), ...end, render: (row) => formatPrice(row[key]) }),
    ),
    {
      key: 'sources',
      header: t('data.sources'),
      ...end,
      render: ({ sources }) => <span className="num">{sources}</span>,
    },
  ];
  const values = (query.data?.pages ?? [])
    .flatMap(({ prices }) => prices.map(({ close }) => Number(close)))
    .toReversed();
  const [first = 0] = values;
  const last = values.at(-1) ?? 0;
  return (
    <>
      <p className="dim">{t('data.indexNote')}</p>
      {values.length > 1 ? (
        <div className={styles.line}>
          <Sparkline
            values={values}
            direction={last > first ? 'up' : last < first ? 'down' : 'flat'}
            width={1000}
            height={120}
            fluid
          />
        </div>
      ) : null}
      <RecordTable
        label={t('data.part.index')}
        columns={columns}
        list={recordList(query, ({ prices }) => prices)}
        rowKey={({ time }) => String(time)}
        emptyText={t('data.empty.index')}
        pageSize={ROWS}
      />
    </>
  );
}
