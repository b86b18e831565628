import { IconListDetails } from '@tabler/icons-react';
import { Chip, EmptyState } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOf, useFuturesOrders, useFuturesPositions } from '../../../lib/futures.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import type { ExportColumn } from '../shared/export-column.ts';
import { HistoryTable } from '../shared/history-table.tsx';
import { usePerpetual } from '../shared/perpetual-context.ts';
import type { RecordList } from '../shared/record-list.ts';
import { RecordsPanel } from '../shared/records-panel.tsx';
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
  const { name } = usePerpetual();
  const only = isOnlyThis ? name : undefined;
  if (isReadOnly) return <SignInHint />;
  return (
    <RecordsPanel
      tabs={TABS.map((value) => ({ value, label: t(`tab.${value}`), count: <Count tab={value} only={only} /> }))}
      tab={tab}
      onTab={setTab}
      onlyThisText={t('hideOthers')}
      isOnlyThis={isOnlyThis}
      onOnlyThis={setOnlyThis}
    >
      {(shown, tools) => <Content tab={shown} only={only} tools={tools} />}
    </RecordsPanel>
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
  return (
    <Records
      name="orders"
      list={histories.useOrderHistory(only)}
      columns={columnsOf.orderHistoryColumns(t)}
      tools={tools}
    />
  );
}

function Fills({ only, tools }: ListProps) {
  const { t } = useTranslation('futures');
  return <Records name="trades" list={histories.useFills(only)} columns={columnsOf.fillColumns(t)} tools={tools} />;
}

function PastPositions({ only, tools }: ListProps) {
  const { t } = useTranslation('futures');
  return (
    <Records
      name="past"
      list={histories.usePastPositions(only)}
      columns={columnsOf.pastPositionColumns(t)}
      tools={tools}
    />
  );
}

function Funding({ only, tools }: ListProps) {
  const { t } = useTranslation('futures');
  return (
    <Records
      name="funding"
      list={histories.useFundingPayments(only)}
      columns={columnsOf.fundingColumns(t)}
      tools={tools}
    />
  );
}

function Liquidations({ only, tools }: ListProps) {
  const { t } = useTranslation('futures');
  return (
    <Records
      name="liquidations"
      list={histories.useLiquidations(only)}
      columns={columnsOf.liquidationColumns(t)}
      tools={tools}
    />
  );
}

type RecordsProps<Row> = {
  readonly name: Exclude<Tab, 'positions' | 'open'>;
  readonly list: RecordList<Row>;
  readonly columns: readonly ExportColumn<Row>[];
  readonly tools: HTMLElement | null;
};

function Records<Row extends { readonly id: string }>({ name, ...records }: RecordsProps<Row>) {
  const { t } = useTranslation('futures');
  return (
    <HistoryTable
      {...records}
      label={t(`tab.${name}`)}
      fileName={`vitrine-futures-${name}.csv`}
      pageSize={ROWS}
      skeletonRows={4}
      card={(row) => <HistoryCard row={row} columns={records.columns} />}
      emptyText={t(`empty.${name}`)}
    />
  );
}

type HistoryCardProps<Row> = { readonly row: Row; readonly columns: readonly ExportColumn<Row>[] };

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
