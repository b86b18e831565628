import { Button } from '@mantine/core';
import { Chip } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callForBlob } from '../../../lib/api.ts';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { FilteredHistory } from '../shared/filtered-history.tsx';
import { type FilterChoice, type HistoryFilters, picked, useHistoryFilters } from '../shared/history-filter.ts';
import { HistoryTable } from '../shared/history-table.tsx';
import { RecordsPanel } from '../shared/records-panel.tsx';
import { useTrade } from '../shared/trade-context.ts';
import { useOwnOrders } from '../shared/use-live.ts';
import { CancelAll } from './cancel-all.tsx';
import { FillCard, OrderCard } from './order-cards.tsx';
import { openOrderColumns, orderHistoryColumns, tradeHistoryColumns } from './order-columns.tsx';
import { pairText } from './order-words.ts';
import { OF_ORDERS, OF_TRADES, type SpotFilter, useOrderHistory, useTradeHistory } from './use-histories.ts';

const TABS = ['open', 'orders', 'trades', 'funds'] as const;
type Tab = (typeof TABS)[number];

type OrdersPanelProps = {
  readonly funds: ReactNode;
  /** Rows per page. */
  readonly rows: number;
};

/** The client's open orders, histories and funds, for this pair or all of them. */
export function OrdersPanel({ funds, rows }: OrdersPanelProps) {
  const { t } = useTranslation('trade');
  const { own, rules } = useTrade();
  const [tab, setTab] = useState<Tab>('open');
  const [onlyThisPair, setOnlyThisPair] = useState(false);
  const filters = useHistoryFilters<SpotFilter>({});
  const all = useOwnOrders(own);
  const pairName = onlyThisPair ? rules.name : undefined;
  const orders = all?.filter((order) => pairName === undefined || order.pair === pairName);
  const content = (shown: Tab, tools: HTMLElement | null): ReactNode => {
    const inPanel = { pairName, tools, pageSize: rows, onAllPairs: () => setOnlyThisPair(false) };
    if (shown === 'open') return <OpenOrders orders={orders} {...inPanel} />;
    if (shown === 'orders') return <OrderHistory filters={filters} {...inPanel} />;
    return shown === 'trades' ? <TradeHistory filters={filters} {...inPanel} /> : funds;
  };
  return (
    <RecordsPanel
      tabs={TABS.map((value) => ({
        value,
        label: t(`orders.tab.${value}`),
        count: value === 'open' && orders?.length ? <Chip>{orders.length}</Chip> : null,
      }))}
      tab={tab}
      onTab={setTab}
      onlyThisText={tab === 'funds' ? undefined : t('orders.hideOthers')}
      isOnlyThis={onlyThisPair}
      onOnlyThis={setOnlyThisPair}
    >
      {content}
    </RecordsPanel>
  );
}

type InPanel = {
  readonly pairName: string | undefined;
  readonly pageSize: number;
  /** The slot in the bar for the actions of the list shown. */
  readonly tools: HTMLElement | null;
  readonly onAllPairs: () => void;
};

type OpenOrdersProps = InPanel & { readonly orders: readonly OwnOrder[] | undefined };

function OpenOrders({ orders, ...inPanel }: OpenOrdersProps) {
  const { t } = useTranslation('trade');
  return (
    <HistoryTable
      label={t('orders.tab.open')}
      fileName="vitrine-open-orders.csv"
      columns={openOrderColumns(t)}
      list={{ data: orders ? { status: 'success', rows: orders } : { status: 'pending' }, retry: () => undefined }}
      skeletonRows={3}
      card={(order) => <OrderCard order={order} />}
      {...useFrame(t('orders.emptyOpen'), inPanel)}
    >
      <CancelAll count={orders?.length ?? 0} pairName={inPanel.pairName} />
    </HistoryTable>
  );
}

type HistoryProps = InPanel & { readonly filters: HistoryFilters<SpotFilter> };

function OrderHistory({ filters, ...inPanel }: HistoryProps) {
  const { t } = useTranslation('trade');
  const { own } = useTrade();
  const { side, state } = useChoices();
  const filter = ofPair(filters.filter, inPanel);
  return (
    <FilteredHistory
      label={t('orders.tab.orders')}
      fileName="vitrine-order-history.csv"
      loadFile={() => callForBlob('GET /api/v3/history.csv', { tab: 'order', ...picked(filter, OF_ORDERS) })}
      filters={filters}
      choices={[side, state]}
      columns={orderHistoryColumns(t)}
      list={useOrderHistory(filter, own)}
      skeletonRows={4}
      card={(order) => <OrderCard order={order} />}
      {...useFrame(t('orders.emptyHistory'), inPanel)}
    />
  );
}

function TradeHistory({ filters, ...inPanel }: HistoryProps) {
  const { t } = useTranslation('trade');
  const { own } = useTrade();
  const { side } = useChoices();
  const filter = ofPair(filters.filter, inPanel);
  return (
    <FilteredHistory
      label={t('orders.tab.trades')}
      fileName="vitrine-trade-history.csv"
      loadFile={() => callForBlob('GET /api/v3/history.csv', { tab: 'trade', ...picked(filter, OF_TRADES) })}
      filters={filters}
      choices={[side]}
      columns={tradeHistoryColumns(t)}
      list={useTradeHistory(filter, own)}
      skeletonRows={4}
      card={(fill) => <FillCard fill={fill} />}
      {...useFrame(t('orders.emptyTrades'), inPanel)}
    />
  );
}

const ofPair = (filter: SpotFilter, { pairName }: InPanel): SpotFilter =>
  pairName === undefined ? filter : { ...filter, name: pairName };

/** The filters besides pair, dates and order. */
function useChoices() {
  const { t } = useTranslation('trade');
  return {
    side: {
      key: 'delegate_type',
      label: t('filter.side'),
      all: t('filter.sides'),
      options: (['BUY', 'SELL'] as const).map((value) => ({ value, label: t(`side.${value}`) })),
    },
    state: {
      key: 'state',
      label: t('filter.state'),
      all: t('filter.states'),
      options: (['filled', 'cancelled'] as const).map((value) => ({ value, label: t(`filter.${value}`) })),
    },
  } as const satisfies Record<string, FilterChoice<keyof SpotFilter>>;
}

/** The props that all lists of the panel share. An empty list of one pair links to the list of all pairs. */
function useFrame(text: string, { pairName, pageSize, tools, onAllPairs }: InPanel) {
  const { t } = useTranslation('trade');
  if (pairName === undefined) return { pageSize, tools, emptyText: text };
  return {
    pageSize,
    tools,
    emptyText: t('orders.emptyPair', { pair: pairText(pairName) }),
    emptyAction: (
      <Button variant="default" size="sm" onClick={onAllPairs}>
        {t('orders.allPairs')}
      </Button>
    ),
  };
}
