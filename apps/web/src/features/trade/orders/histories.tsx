import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callForBlob } from '../../../lib/api.ts';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { FilteredHistory } from '../shared/filtered-history.tsx';
import { type FilterChoice, type HistoryFilters, picked } from '../shared/history-filter.ts';
import { useTrade } from '../shared/trade-context.ts';
import { fillsColumn, orderHistoryColumns, tradeHistoryColumns } from './history-columns.tsx';
import { type InPanel, useListFrame } from './list-frame.tsx';
import { FillCard, OrderCard } from './order-cards.tsx';
import { FillsButton, OrderFills } from './order-fills.tsx';
import { OF_ORDERS, OF_TRADES, type SpotFilter, useOrderHistory, useTradeHistory } from './use-histories.ts';

const TYPES = [
  'LIMIT',
  'MARKET',
  'STOP_LIMIT',
  'STOP_MARKET',
  'TAKE_PROFIT_LIMIT',
  'TAKE_PROFIT_MARKET',
] as const satisfies readonly OwnOrder['type'][];

type HistoryProps = InPanel & { readonly filters: HistoryFilters<SpotFilter> };

/** The client's ended orders. */
export function OrderHistory({ filters, ...inPanel }: HistoryProps) {
  const { t } = useTranslation('trade');
  const { own } = useTrade();
  const { side, type, state } = useChoices();
  const [opened, setOpened] = useState<string>();
  const toggle = ({ id }: OwnOrder) => setOpened(opened === id ? undefined : id);
  const fillsButton = (order: OwnOrder) => (
    <FillsButton order={order} isOpen={order.id === opened} onToggle={() => toggle(order)} />
  );
  const filter = ofPair(filters.filter, inPanel);
  return (
    <FilteredHistory
      label={t('orders.tab.orders')}
      fileName="vitrine-order-history.csv"
      loadFile={() => callForBlob('GET /api/v3/history.csv', { tab: 'order', ...picked(filter, OF_ORDERS) })}
      filters={filters}
      choices={[side, type, state]}
      columns={[...orderHistoryColumns(t), fillsColumn(t, fillsButton)]}
      onRowClick={toggle}
      detail={(order) => (order.id === opened ? <OrderFills order={order} /> : null)}
      list={useOrderHistory(filter, own)}
      skeletonRows={4}
      card={(order) => <OrderCard order={order} more={fillsButton(order)} />}
      {...useListFrame(t('orders.emptyHistory'), inPanel)}
    />
  );
}

/** The client's trades. */
export function TradeHistory({ filters, ...inPanel }: HistoryProps) {
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
      {...useListFrame(t('orders.emptyTrades'), inPanel)}
    />
  );
}

const ofPair = (filter: SpotFilter, { pairName }: InPanel): SpotFilter =>
  pairName === undefined ? filter : { ...filter, name: pairName };

/** The filters besides pair, dates and sort order. */
function useChoices() {
  const { t } = useTranslation('trade');
  return {
    side: {
      key: 'delegate_type',
      label: t('filter.side'),
      all: t('filter.sides'),
      options: (['BUY', 'SELL'] as const).map((value) => ({ value, label: t(`sideName.${value}`) })),
    },
    type: {
      key: 'type',
      label: t('filter.type'),
      all: t('filter.types'),
      options: TYPES.map((value) => ({ value, label: t(`type.${value}`) })),
    },
    state: {
      key: 'state',
      label: t('filter.state'),
      all: t('filter.states'),
      options: (['filled', 'cancelled'] as const).map((value) => ({ value, label: t(`filter.${value}`) })),
    },
  } as const satisfies Record<string, FilterChoice<keyof SpotFilter>>;
}
