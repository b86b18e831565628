import { rowsOf, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import { type FuturesOrder, isOf, refreshFutures, useFuturesOrders } from '../../../lib/futures.ts';
import { i18n } from '../../../lib/i18n.ts';
import { marketLabel } from '../../../lib/market-names.ts';
import { fetchAhead } from '../../../ui/fetch-ahead.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { CancelAllButton } from '../shared/cancel-all.tsx';
import type { ExportColumn } from '../shared/export-column.ts';
import { HistoryTable } from '../shared/history-table.tsx';
import { importAmend, LazyAmendForm } from '../shared/lazy-amend.ts';
import { type Cancelled, releasedText, sumOfCancelled } from '../shared/order-result.ts';
import { usePageView } from '../shared/page-view.ts';
import { ownFuturesOrder } from '../shared/perpetual-live.ts';
import { openOrderColumns } from './columns.tsx';
import { OrderCard } from './order-card.tsx';
import styles from './positions.module.css';

const ROWS = 10;

type OpenOrdersProps = { readonly only: string | undefined; readonly tools: HTMLElement | null };

/** The client's open orders in perpetual markets, stop-loss and take-profit orders included. */
export function OpenOrders({ only, tools }: OpenOrdersProps) {
  const { t } = useTranslation(['futures', 'trade']);
  const { t: ofFutures } = useTranslation('futures');
  const query = useFuturesOrders();
  const { editedOrder, editOrder } = usePageView();
  const endEditing = () => {
    editOrder(undefined);
    void refreshFutures();
  };
  const data = rowsOf(query, (orders) => orders.filter(isOf(only)));
  const orders = data.status === 'success' ? data.rows : [];
  const actions: ExportColumn<FuturesOrder> = {
    key: 'actions',
    title: '',
    header: <span className="visually-hidden">{t('trade:orders.actions')}</span>,
    align: 'end',
    render: (order) => <Actions order={order} />,
  };
  return (
    <HistoryTable
      label={t('tab.open')}
      fileName="vitrine-futures-open-orders.csv"
      columns={[...openOrderColumns(ofFutures), actions]}
      list={{ data, retry: query.refetch }}
      pageSize={ROWS}
      skeletonRows={3}
      card={(order) => <OrderCard order={order} action={<Actions order={order} />} />}
      detail={(order) =>
        order.id === editedOrder ? (
          <LazyPart fallback={<SkeletonLines lines={1} />}>
            <LazyAmendForm order={ownFuturesOrder(order)} onEnd={endEditing} />
          </LazyPart>
        ) : null
      }
      tools={tools}
      emptyText={t('empty.open')}
    >
      <CancelAll orders={orders} only={only} />
    </HistoryTable>
  );
}

/**
 * Sends cancellations, and reports how many orders they ended and what was released. If one of several fails, the
 * others are still reported.
 */
async function cancelWith(calls: readonly Promise<Cancelled>[]): Promise<void> {
  const outcomes = await Promise.allSettled(calls);
  const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const refusal = outcomes.find((outcome) => outcome.status === 'rejected');
  if (answers.length > 0) {
    const t = i18n.getFixedT(null, 'trade');
    const { cancelled, released } = sumOfCancelled(answers);
    toast.ok(t('result.cancelled', { count: cancelled }), releasedText(t, { released }));
  }
  if (refusal) toast.error(errorText(refusal.reason));
  await refreshFutures();
}

/** Whether the order is a take-profit or stop-loss at market. Such an order is changed in its position's dialog. */
const isProtection = ({ effect, order_per_unit, trigger_price }: FuturesOrder): boolean =>
  effect === 'close' && order_per_unit === '' && trigger_price !== '';

function Actions({ order }: { readonly order: FuturesOrder }) {
  const { t } = useTranslation(['futures', 'trade']);
  const { editedOrder, editOrder } = usePageView();
  const [isSending, setSending] = useState(false);
  const values = { side: t(`side.${order.side}`), pair: marketLabel(order.name) };
  const cancel = async () => {
    setSending(true);
    const body = { order_id: order.id };
    await cancelWith([call('POST /api/v3/futures/orders/cancel', { body, idempotencyKey: newIdempotencyKey() })]);
    setSending(false);
  };
  return (
    <span className={styles.actions}>
      {isProtection(order) ? null : (
        <button
          type="button"
          className="link"
          aria-label={t('trade:orders.editLabel', values)}
          aria-expanded={editedOrder === order.id}
          onPointerEnter={fetchAhead(importAmend)}
          onFocus={fetchAhead(importAmend)}
          onClick={() => editOrder(editedOrder === order.id ? undefined : order.id)}
        >
          {t('trade:orders.edit')}
        </button>
      )}
      <button
        type="button"
        className="link"
        disabled={isSending}
        aria-label={t('trade:orders.cancelLabel', values)}
        onClick={() => void cancel()}
      >
        {t('trade:orders.cancel')}
      </button>
    </span>
  );
}

type CancelAllProps = { readonly orders: readonly FuturesOrder[]; readonly only: string | undefined };

/** Cancels the orders in the list, with one call per market. */
function CancelAll({ orders, only }: CancelAllProps) {
  const { t } = useTranslation('futures');
  const count = orders.length;
  const text =
    only === undefined
      ? t('cancelAll.everywhere', { count })
      : t('cancelAll.inMarket', { count, pair: marketLabel(only) });
  const cancel = () => {
    const names = [...new Set(orders.map(({ name }) => name))];
    return cancelWith(
      names.map((name) =>
        call('POST /api/v3/futures/orders/cancel-all', { body: { name }, idempotencyKey: newIdempotencyKey() }),
      ),
    );
  };
  return <CancelAllButton count={count} text={text} cancel={cancel} />;
}
