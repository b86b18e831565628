import { Switch, Tabs } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { Chip, EmptyState } from '@vitrine/ui';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isOf, useFuturesOrders, useFuturesPositions } from '../../../lib/futures.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { saveCsv } from '../shared/csv.ts';
import { usePerpetual } from '../shared/perpetual-context.ts';
import type { RecordList } from '../shared/record-list.ts';
import { RecordTable } from '../shared/record-table.tsx';
import { useTrade } from '../shared/trade-context.ts';
import * as columnsOf from './columns.tsx';
import { OpenOrders } from './open-orders.tsx';
import styles from './positions.module.css';
import { PositionsTable } from './positions-table.tsx';
import * as histories from './use-histories.ts';

const TABS = ['positions', 'open', 'orders', 'trades', 'past', 'funding', 'liquidations'] as const;
type Tab = (typeof TABS)[number];

/** Rows per page of the histories. */
const ROWS = 10;

/** The client's positions, open orders and histories, of this market or of all. */
export function PositionsPanel() {
  const { t } = useTranslation('futures');
  const { isReadOnly } = useTrade();
  const [tab, setTab] = useState<Tab>('positions');
  const [isOnlyThis, setOnlyThis] = useState(false);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const { name } = usePerpetual();
  const only = isOnlyThis ? name : undefined;
  if (isReadOnly) return <SignInHint />;
  return (
    <Tabs
      className={styles.panel ?? ''}
      value={tab}
      onChange={(next) => setTab((next ?? 'positions') as Tab)}
      keepMounted={false}
    >
      <div className={styles.bar} data-drag>
        <Tabs.List className={styles.tabs ?? ''}>
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`tab.${each}`)} <Count tab={each} only={only} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div ref={setTools} className={styles.tools} />
        <Switch
          className={styles.switch ?? ''}
          size="xs"
          label={t('hideOthers')}
          checked={isOnlyThis}
          onChange={(event) => setOnlyThis(event.currentTarget.checked)}
        />
      </div>
      {TABS.map((each) => (
        <Tabs.Panel key={each} value={each} className={styles.body ?? ''}>
          <Content tab={each} only={only} tools={tools} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function SignInHint() {
  const { t } = useTranslation('futures');
  const { coin } = useTrade();
  return (
    <EmptyState
      icon={IconListDetails}
      title={t('positions.visitor')}
      action={
        <ButtonLink to={paths.signIn} search={{ next: paths.futures.replace('$coin', coin) }} variant="default">
          {t('signIn')}
        </ButtonLink>
      }
    />
  );
}

function Count({ tab, only }: { readonly tab: Tab; readonly only: string | undefined }) {
  const positions = useFuturesPositions().data;
  const orders = useFuturesOrders().data;
  const counted = tab === 'positions' ? positions : tab === 'open' ? orders : undefined;
  const count = counted?.filter(isOf(only)).length ?? 0;
  return count > 0 ? <Chip>{count}</Chip> : null;
}

type ContentProps = {
  readonly tab: Tab;
  /** If given, only rows of this market are shown. */
  readonly only: string | undefined;
  /** The slot in the bar for the actions of the list shown. */
  readonly tools: HTMLElement | null;
};

function Content({ tab, only, tools }: ContentProps) {
  switch (tab) {
    case 'positions':
      return <PositionsTable only={only} tools={tools} />;
    case 'open':
      return <OpenOrders only={only} tools={tools} />;
    case 'orders':
      return <OrderHistory only={only} tools={tools} />;
    case 'trades':
      return <Fills only={only} tools={tools} />;
    case 'past':
      return <PastPositions only={only} tools={tools} />;
    case 'funding':
      return <Funding only={only} tools={tools} />;
    case 'liquidations':
      return <Liquidations only={only} tools={tools} />;
  }
}

type ListProps = Omit<ContentProps, 'tab'>;

function OrderHistory({ only, tools }: ListProps) {
  const { t } = useTranslation('futures');
  const history = histories.useOrderHistory(only);
  return <HistoryTable name="orders" history={history} columns={columnsOf.orderHistoryColumns(t)} tools={tools} />;
}

function Fills({ only, tools }: ListProps) {
  const { t } = useTranslation('futures');
  return (
    <HistoryTable name="trades" history={histories.useFills(only)} columns={columnsOf.fillColumns(t)} tools={tools} />
  );
}

function PastPositions({ only, tools }: ListProps) {
  const { t } = useTranslation('futures');
  const history = histories.usePastPositions(only);
  return <HistoryTable name="past" history={history} columns={columnsOf.pastPositionColumns(t)} tools={tools} />;
}

function Funding({ only, tools }: ListProps) {
  const { t } = useTranslation('futures');
  const history = histories.useFundingPayments(only);
  return <HistoryTable name="funding" history={history} columns={columnsOf.fundingColumns(t)} tools={tools} />;
}

function Liquidations({ only, tools }: ListProps) {
  const { t } = useTranslation('futures');
  const history = histories.useLiquidations(only);
  return <HistoryTable name="liquidations" history={history} columns={columnsOf.liquidationColumns(t)} tools={tools} />;
}

type HistoryTableProps<Row> = {
  readonly name: Exclude<Tab, 'positions' | 'open'>;
  readonly history: RecordList<Row>;
  readonly columns: readonly columnsOf.ExportColumn<Row>[];
  readonly tools: HTMLElement | null;
};

function HistoryTable<Row extends { readonly id: string }>({ name, history, columns, tools }: HistoryTableProps<Row>) {
  const { t } = useTranslation(['futures', 'trade']);
  const rows = history.data.status === 'success' ? history.data.rows : [];
  const save = () =>
    saveCsv(`vitrine-futures-${name}.csv`, [
      columns.map(({ title }) => title),
      ...rows.map((row) => columns.map(({ csv }) => csv(row))),
    ]);
  return (
    <>
      {tools && rows.length > 0
        ? createPortal(
            <button type="button" className="link" aria-label={t('trade:orders.csvLabel')} onClick={save}>
              {t('trade:orders.csv')}
            </button>,
            tools,
          )
        : null}
      <RecordTable
        label={t(`tab.${name}`)}
        columns={columns}
        list={history}
        rowKey={(row) => row.id}
        pageSize={ROWS}
        skeletonRows={4}
        dense
        card={(row) => <HistoryCard row={row} columns={columns} />}
        emptyText={t(`empty.${name}`)}
      />
    </>
  );
}

type HistoryCardProps<Row> = { readonly row: Row; readonly columns: readonly columnsOf.ExportColumn<Row>[] };

/** A row on a phone: the same columns as labels and figures. */
function HistoryCard<Row>({ row, columns }: HistoryCardProps<Row>) {
  return (
    <dl className={styles.card}>
      {columns.map(({ key, title, render }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd className="num">{render(row, [row])}</dd>
        </div>
      ))}
    </dl>
  );
}
