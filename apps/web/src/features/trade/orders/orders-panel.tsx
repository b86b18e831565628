import { Chip, lazyPart } from '@vitrine/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { useAfterPaint } from '../../../ui/use-after-paint.ts';
import { useHistoryFilters } from '../shared/history-filter.ts';
import { HistoryTable } from '../shared/history-table.tsx';
import { LazyAmendForm } from '../shared/lazy-amend.ts';
import { usePageView } from '../shared/page-view.ts';
import { RecordsPanel } from '../shared/records-panel.tsx';
import { useTrade } from '../shared/trade-context.ts';
import { useOwnOrders } from '../shared/use-live.ts';
import { CancelAll } from './cancel-all.tsx';
import { type InPanel, useListFrame } from './list-frame.tsx';
import type { Editing } from './order-actions.tsx';
import { openOrderColumns } from './order-columns.tsx';
import type { SpotFilter } from './use-histories.ts';

const importHistories = () => import('./histories.tsx');
const OrderHistory = lazyPart(() => importHistories().then((m) => m.OrderHistory));
const TradeHistory = lazyPart(() => importHistories().then((m) => m.TradeHistory));

const TABS = ['open', 'orders', 'trades', 'funds'] as const;
type Tab = (typeof TABS)[number];

type OrdersPanelProps = {
  readonly funds: ReactNode;
  /** Loads the code of `funds`, if that code is in its own chunk. */
  readonly importFunds?: () => Promise<unknown>;
  /** Renders an open order on a phone. */
  readonly card?: (order: OwnOrder, editing: Editing) => ReactNode;
  /** Rows per page. */
  readonly rows: number;
};

/** The client's open orders, histories and funds, for this pair or all of them. */
export function OrdersPanel({ funds, importFunds, card, rows }: OrdersPanelProps) {
  const { t } = useTranslation('trade');
  const { own, rules } = useTrade();
  const [tab, setTab] = useState<Tab>('open');
  const [onlyThisPair, setOnlyThisPair] = useState(false);
  const isEditing = usePageView(({ editedOrder }) => editedOrder !== undefined);
  // If an order is edited from the chart, its form opens in the list of open orders: switch to that tab.
  useEffect(() => {
    if (!isEditing) return;
    setTab('open');
    usePageView.getState().collapseOrders(false);
  }, [isEditing]);
  useEffect(() => () => usePageView.getState().editOrder(undefined), []);
  const areOrdersCollapsed = usePageView((view) => view.areOrdersCollapsed);
  const { collapseOrders, editOrder } = usePageView.getState();
  const filters = useHistoryFilters<SpotFilter>({});
  const all = useOwnOrders(own);
  const imports = { open: undefined, orders: importHistories, trades: importHistories, funds: importFunds };
  const pairName = onlyThisPair ? rules.name : undefined;
  const orders = all?.filter((order) => pairName === undefined || order.pair === pairName);
  // Sizing the panel to its rows renders the whole desk again. Like the list itself, this happens only after the tab is
  // marked.
  const shownTab = useAfterPaint(tab);
  useShownRows(shownTab === 'open' ? orders?.length : undefined, rows);
  const content = (shown: Tab, tools: HTMLElement | null): ReactNode => {
    const inPanel = { pairName, tools, pageSize: rows, onAllPairs: () => setOnlyThisPair(false) };
    if (shown === 'open') return <OpenOrders {...inPanel} orders={orders} card={card} />;
    if (shown === 'funds') return funds;
    const History = shown === 'orders' ? OrderHistory : TradeHistory;
    return (
      <LazyPart isInPlace fallback={<SkeletonLines lines={4} />}>
        <History filters={filters} {...inPanel} />
      </LazyPart>
    );
  };
  return (
    <RecordsPanel
      tabs={TABS.map((value) => ({
        value,
        label: t(`orders.tab.${value}`),
        count: value === 'open' && orders?.length ? <Chip>{orders.length}</Chip> : null,
        load: imports[value],
      }))}
      tab={tab}
      onTab={(next) => {
        setTab(next);
        editOrder(undefined);
      }}
      onlyThisText={tab === 'funds' ? undefined : t('orders.hideOthers')}
      isOnlyThis={onlyThisPair}
      onOnlyThis={setOnlyThisPair}
      isCollapsed={areOrdersCollapsed}
      onCollapse={collapseOrders}
    >
      {content}
    </RecordsPanel>
  );
}

/** Reports to the desk how many rows the list of open orders shows, so that the panel can be sized to fit them. */
function useShownRows(count: number | undefined, pageSize: number): void {
  const shown = count === undefined ? undefined : Math.min(count, pageSize);
  const hasPages = count !== undefined && count > pageSize;
  useEffect(() => {
    usePageView.getState().setOrderRows(shown === undefined ? undefined : { shown, hasPages });
  }, [shown, hasPages]);
}

type OpenOrdersProps = InPanel & {
  readonly orders: readonly OwnOrder[] | undefined;
  readonly card: OrdersPanelProps['card'] | undefined;
};

function OpenOrders({ orders, card, ...inPanel }: OpenOrdersProps) {
  const { t } = useTranslation('trade');
  const editedOrder = usePageView((view) => view.editedOrder);
  const { editOrder } = usePageView.getState();
  const editing = { id: editedOrder, toggle: (id: string) => editOrder(editedOrder === id ? undefined : id) };
  return (
    <HistoryTable
      label={t('orders.tab.open')}
      fileName="vitrine-open-orders.csv"
      columns={openOrderColumns(t, editing)}
      list={{ data: orders ? { status: 'success', rows: orders } : { status: 'pending' }, retry: () => undefined }}
      skeletonRows={3}
      {...(card ? { card: (order: OwnOrder) => card(order, editing) } : {})}
      detail={(order: OwnOrder) =>
        order.id === editedOrder ? (
          <LazyPart fallback={<SkeletonLines lines={1} />}>
            <LazyAmendForm order={order} onEnd={() => editOrder(undefined)} />
          </LazyPart>
        ) : null
      }
      {...useListFrame(t('orders.emptyOpen'), inPanel)}
    >
      <CancelAll count={orders?.length ?? 0} pairName={inPanel.pairName} />
    </HistoryTable>
  );
}
