import { Button, Switch, Tabs } from '@mantine/core';
import { Chip } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { saveCsv } from '../shared/csv.ts';
import type { RecordList } from '../shared/record-list.ts';
import { RecordTable } from '../shared/record-table.tsx';
import { useTrade } from '../shared/trade-context.ts';
import { useOwnOrders } from '../shared/use-live.ts';
import { CancelAll } from './cancel-all.tsx';
import { FillCard, OrderCard } from './order-cards.tsx';
import {
  type ExportColumn,
  onScreen,
  openOrderColumns,
  orderHistoryColumns,
  tradeHistoryColumns,
} from './order-columns.tsx';
import { pairText } from './order-words.ts';
import styles from './orders.module.css';
import { useOrderHistory, useTradeHistory } from './use-histories.ts';

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
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const all = useOwnOrders(own);
  const pairName = onlyThisPair ? rules.name : undefined;
  const inPanel = { pairName, toolsPlace, pageSize: rows, onAllPairs: () => setOnlyThisPair(false) };
  const orders = all?.filter((order) => pairName === undefined || order.pair === pairName);
  return (
    <Tabs
      className={styles.panel ?? ''}
      value={tab}
      onChange={(next) => setTab((next ?? 'open') as Tab)}
      keepMounted={false}
    >
      <div className={styles.bar} data-drag>
        <Tabs.List className={styles.tabs ?? ''}>
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`orders.tab.${each}`)}
              {each === 'open' && orders?.length ? (
                <span className={styles.count}>
                  <Chip>{orders.length}</Chip>
                </span>
              ) : null}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div ref={setToolsPlace} className={styles.tools} />
        {tab === 'funds' ? null : (
          <Switch
            className={styles.switch ?? ''}
            size="xs"
            label={t('orders.hideOthers')}
            checked={onlyThisPair}
            onChange={(event) => setOnlyThisPair(event.currentTarget.checked)}
          />
        )}
      </div>
      <Tabs.Panel value="open" className={styles.body ?? ''}>
        <OpenOrders orders={orders} {...inPanel} />
      </Tabs.Panel>
      <Tabs.Panel value="orders" className={styles.body ?? ''}>
        <OrderHistory {...inPanel} />
      </Tabs.Panel>
      <Tabs.Panel value="trades" className={styles.body ?? ''}>
        <TradeHistory {...inPanel} />
      </Tabs.Panel>
      <Tabs.Panel value="funds" className={styles.body ?? ''}>
        {funds}
      </Tabs.Panel>
    </Tabs>
  );
}

type InPanel = {
  readonly pairName: string | undefined;
  readonly pageSize: number;
  /** The slot in the bar for the actions of the list shown. */
  readonly toolsPlace: HTMLElement | null;
  readonly onAllPairs: () => void;
};

type OpenOrdersProps = InPanel & { readonly orders: readonly OwnOrder[] | undefined };

function OpenOrders({ orders, ...inPanel }: OpenOrdersProps) {
  const { t } = useTranslation('trade');
  const columns = openOrderColumns(t);
  const list: RecordList<OwnOrder> = {
    data: orders ? { status: 'success', rows: orders } : { status: 'pending' },
    retry: () => undefined,
  };
  return (
    <>
      {orders?.length ? (
        <Tools place={inPanel.toolsPlace} name="open-orders" columns={columns} rows={orders}>
          <CancelAll count={orders.length} pairName={inPanel.pairName} />
        </Tools>
      ) : null}
      <RecordTable
        label={t('orders.tab.open')}
        columns={onScreen(columns)}
        list={list}
        rowKey={(order) => order.id}
        pageSize={inPanel.pageSize}
        skeletonRows={3}
        dense
        card={(order) => <OrderCard order={order} />}
        {...useEmpty(t('orders.emptyOpen'), inPanel)}
      />
    </>
  );
}

function OrderHistory(inPanel: InPanel) {
  const { t } = useTranslation('trade');
  const { own } = useTrade();
  const history = useOrderHistory(inPanel.pairName, own);
  return (
    <HistoryTable
      {...inPanel}
      name="order-history"
      label={t('orders.tab.orders')}
      history={history}
      columns={orderHistoryColumns(t)}
      rowKey={(order) => order.id}
      card={(order) => <OrderCard order={order} />}
      emptyText={t('orders.emptyHistory')}
    />
  );
}

function TradeHistory(inPanel: InPanel) {
  const { t } = useTranslation('trade');
  const { own } = useTrade();
  const history = useTradeHistory(inPanel.pairName, own);
  return (
    <HistoryTable
      {...inPanel}
      name="trade-history"
      label={t('orders.tab.trades')}
      history={history}
      columns={tradeHistoryColumns(t)}
      rowKey={(fill) => fill.id}
      card={(fill) => <FillCard fill={fill} />}
      emptyText={t('orders.emptyTrades')}
    />
  );
}

type HistoryTableProps<Row> = InPanel & {
  readonly name: string;
  readonly label: string;
  readonly history: RecordList<Row>;
  readonly columns: readonly ExportColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly card: (row: Row) => ReactNode;
  readonly emptyText: string;
};

function HistoryTable<Row>({
  name,
  label,
  history,
  columns,
  rowKey,
  card,
  emptyText,
  ...inPanel
}: HistoryTableProps<Row>) {
  const rows = history.data.status === 'success' ? history.data.rows : [];
  return (
    <>
      {rows.length > 0 ? <Tools place={inPanel.toolsPlace} name={name} columns={columns} rows={rows} /> : null}
      <RecordTable
        label={label}
        columns={onScreen(columns)}
        list={history}
        rowKey={rowKey}
        pageSize={inPanel.pageSize}
        skeletonRows={4}
        dense
        card={card}
        {...useEmpty(emptyText, inPanel)}
      />
    </>
  );
}

/** An empty list of one pair links to the list of all pairs. */
function useEmpty(text: string, { pairName, onAllPairs }: InPanel) {
  const { t } = useTranslation('trade');
  if (pairName === undefined) return { emptyText: text };
  return {
    emptyText: t('orders.emptyPair', { pair: pairText(pairName) }),
    emptyAction: (
      <Button variant="default" size="sm" onClick={onAllPairs}>
        {t('orders.allPairs')}
      </Button>
    ),
  };
}

type ToolsProps<Row> = {
  readonly place: HTMLElement | null;
  readonly name: string;
  readonly columns: readonly ExportColumn<Row>[];
  readonly rows: readonly Row[];
  readonly children?: ReactNode;
};

function Tools<Row>({ place, name, columns, rows, children }: ToolsProps<Row>) {
  const { t } = useTranslation('trade');
  const exported = columns.flatMap(({ title, csv }) => (csv ? [{ title, csv }] : []));
  const save = () =>
    saveCsv(`vitrine-${name}.csv`, [
      exported.map(({ title }) => title),
      ...rows.map((row) => exported.map(({ csv }) => csv(row))),
    ]);
  if (!place) return null;
  return createPortal(
    <>
      <button type="button" className="link" aria-label={t('orders.csvLabel')} onClick={save}>
        {t('orders.csv')}
      </button>
      {children}
    </>,
    place,
  );
}
