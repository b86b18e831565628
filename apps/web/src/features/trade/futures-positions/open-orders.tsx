import { rowsOf, toast } from '@vitrine/ui';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import { coinOfContract, type FuturesOrder, isOf, refreshFutures, useFuturesOrders } from '../../../lib/futures.ts';
import { column } from '../shared/export-column.ts';
import { RecordTable } from '../shared/record-table.tsx';
import { openOrderColumns } from './columns.tsx';
import styles from './positions.module.css';

const ROWS = 10;

type OpenOrdersProps = { readonly only: string | undefined; readonly tools: HTMLElement | null };

/** The client's open orders in perpetual markets, stop-loss and take-profit orders included. */
export function OpenOrders({ only, tools }: OpenOrdersProps) {
  const { t } = useTranslation(['futures', 'trade']);
  const { t: ofFutures } = useTranslation('futures');
  const query = useFuturesOrders();
  const data = rowsOf(query, (orders) => orders.filter(isOf(only)));
  const orders = data.status === 'success' ? data.rows : [];
  const actions = column<FuturesOrder>('actions', '', () => '', {
    align: 'end',
    header: <span className="visually-hidden">{t('trade:orders.actions')}</span>,
    render: (order) => <CancelButton order={order} />,
  });
  return (
    <>
      {tools && orders.length > 0 ? createPortal(<CancelAll orders={orders} />, tools) : null}
      <RecordTable
        label={t('tab.open')}
        columns={[...openOrderColumns(ofFutures), actions]}
        list={{ data, retry: query.refetch }}
        rowKey={({ id }) => id}
        pageSize={ROWS}
        skeletonRows={3}
        dense
        emptyText={t('empty.open')}
      />
    </>
  );
}

const cancel = (order: FuturesOrder) =>
  call('POST /api/v3/futures/orders/cancel', {
    body: { order_id: order.id },
    idempotencyKey: newIdempotencyKey(),
  });

/** Reports how many orders a call cancelled, or why it failed. */
function useCancelling() {
  const { t } = useTranslation('trade');
  const [isSending, setSending] = useState(false);
  const run = async (calls: readonly (() => Promise<{ readonly cancelled: number }>)[]): Promise<void> => {
    setSending(true);
    try {
      const answers = await Promise.all(calls.map((send) => send()));
      toast.ok(t('result.cancelled', { count: answers.reduce((sum, { cancelled }) => sum + cancelled, 0) }));
    } catch (error) {
      toast.error(errorText(error));
    }
    await refreshFutures();
    setSending(false);
  };
  return { isSending, run };
}

function CancelButton({ order }: { readonly order: FuturesOrder }) {
  const { t } = useTranslation(['futures', 'trade']);
  const { isSending, run } = useCancelling();
  const values = { side: t(`side.${order.side}`), pair: `${coinOfContract(order.name)}USDT` };
  return (
    <span className={styles.actions}>
      <button
        type="button"
        className="link"
        disabled={isSending}
        aria-label={t('trade:orders.cancelLabel', values)}
        onClick={() => void run([() => cancel(order)])}
      >
        {t('trade:orders.cancel')}
      </button>
    </span>
  );
}

/** Cancels the orders in the list, with one call per market. */
function CancelAll({ orders }: { readonly orders: readonly FuturesOrder[] }) {
  const { t } = useTranslation('trade');
  const { isSending, run } = useCancelling();
  const names = [...new Set(orders.map(({ name }) => name))];
  const cancelOf = (name: string) => () =>
    call('POST /api/v3/futures/orders/cancel-all', { body: { name }, idempotencyKey: newIdempotencyKey() });
  return (
    <button type="button" className="link" disabled={isSending} onClick={() => void run(names.map(cancelOf))}>
      {t('orders.cancelAll', { count: orders.length })}
    </button>
  );
}
