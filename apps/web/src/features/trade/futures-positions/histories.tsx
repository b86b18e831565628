import type { Calls } from '@vitrine/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callForBlob } from '../../../lib/api.ts';
import { useDelistedFutures, useFuturesMarkets } from '../../../lib/futures.ts';
import { marketLabel } from '../../../lib/market-names.ts';
import type { ExportColumn } from '../shared/export-column.ts';
import { FilteredHistory } from '../shared/filtered-history.tsx';
import { type FilterChoice, type HistoryFilters, picked } from '../shared/history-filter.ts';
import type { RecordList } from '../shared/record-list.ts';
import * as columnsOf from './history-columns.tsx';
import { OrderCard } from './order-card.tsx';
import styles from './positions.module.css';
import * as histories from './use-histories.ts';

type Choice = FilterChoice<keyof histories.FuturesFilter>;

type ListProps = {
  readonly filters: HistoryFilters<histories.FuturesFilter>;
  /** The slot in the bar for the actions of the list shown. */
  readonly tools: HTMLElement | null;
};

export function OrderHistory({ filters, tools }: ListProps) {
  const { t } = useTranslation('futures');
  const { effect, state } = useChoices();
  return (
    <Records
      name="orders"
      file={{ tab: 'order', ...picked(filters.filter, histories.OF_ORDERS) }}
      list={histories.useOrderHistory(filters.filter)}
      columns={columnsOf.orderHistoryColumns(t)}
      choices={[effect, state]}
      card={(order) => <OrderCard order={order} />}
      filters={filters}
      tools={tools}
    />
  );
}

export function Fills({ filters, tools }: ListProps) {
  const { t } = useTranslation('futures');
  const { effect, role } = useChoices();
  return (
    <Records
      name="trades"
      file={{ tab: 'trade', ...picked(filters.filter, histories.OF_TRADES) }}
      list={histories.useFills(filters.filter)}
      columns={columnsOf.fillColumns(t)}
      choices={[effect, role]}
      filters={filters}
      tools={tools}
    />
  );
}

export function PastPositions({ filters, tools }: ListProps) {
  const { t } = useTranslation('futures');
  return (
    <Records
      name="past"
      file={{ tab: 'position', ...picked(filters.filter, histories.COMMON) }}
      list={histories.usePastPositions(filters.filter)}
      columns={columnsOf.pastPositionColumns(t)}
      filters={filters}
      tools={tools}
    />
  );
}

export function Funding({ filters, tools }: ListProps) {
  const { t } = useTranslation('futures');
  return (
    <Records
      name="funding"
      file={{ tab: 'funding', ...picked(filters.filter, histories.COMMON) }}
      list={histories.useFundingPayments(filters.filter)}
      columns={columnsOf.fundingColumns(t)}
      filters={filters}
      tools={tools}
    />
  );
}

export function Liquidations({ filters, tools }: ListProps) {
  const { t } = useTranslation('futures');
  return (
    <Records
      name="liquidations"
      file={{ tab: 'liquidation', ...picked(filters.filter, histories.COMMON) }}
      list={histories.useLiquidations(filters.filter)}
      columns={columnsOf.liquidationColumns(t)}
      filters={filters}
      tools={tools}
    />
  );
}

/** The filters besides dates and sort order. */
function useChoices() {
  const { t } = useTranslation('futures');
  const { t: ofTrade } = useTranslation('trade');
  const listed = (useFuturesMarkets().data ?? []).map(({ name }) => name);
  // If a delisted market has been listed again, its name is in both lists.
  const names = [...new Set([...listed, ...(useDelistedFutures().data ?? [])])];
  return {
    market: {
      key: 'name',
      label: t('filter.market'),
      all: t('filter.markets'),
      options: names.map((name) => ({ value: name, label: marketLabel(name) })),
    },
    side: {
      key: 'side',
      label: ofTrade('filter.side'),
      all: ofTrade('filter.sides'),
      options: (['long', 'short'] as const).map((value) => ({ value, label: t(`side.${value}`) })),
    },
    effect: {
      key: 'effect',
      label: t('columns.effect'),
      all: t('filter.effects'),
      options: (['open', 'close'] as const).map((value) => ({ value, label: t(`effect.${value}`) })),
    },
    role: {
      key: 'role',
      label: t('columns.role'),
      all: t('filter.roles'),
      options: (['maker', 'taker', 'liquidated', 'counterparty', 'delisted'] as const).map((value) => ({
        value,
        label: t(`role.${value}`),
      })),
    },
    state: {
      key: 'state',
      label: ofTrade('filter.state'),
      all: ofTrade('filter.states'),
      options: (['filled', 'cancelled'] as const).map((value) => ({ value, label: ofTrade(`filter.${value}`) })),
    },
  } as const satisfies Record<string, Choice>;
}

/** Rows per page. */
const ROWS = 10;

type FileQuery = Calls['GET /api/v3/futures/history.csv']['query'];

type RecordsProps<Row> = ListProps & {
  readonly name: 'orders' | 'trades' | 'past' | 'funding' | 'liquidations';
  readonly file: FileQuery;
  readonly list: RecordList<Row>;
  readonly columns: readonly ExportColumn<Row>[];
  /** The filters besides market and side. */
  readonly choices?: readonly Choice[];
  /** Renders a row on a phone; by default, the columns as labels and figures. */
  readonly card?: (row: Row) => ReactNode;
};

function Records<Row extends { readonly id: string }>(props: RecordsProps<Row>) {
  const { name, file, choices = [], card, ...records } = props;
  const { t } = useTranslation('futures');
  const { market, side } = useChoices();
  return (
    <FilteredHistory
      {...records}
      choices={[market, side, ...choices]}
      label={t(`tab.${name}`)}
      fileName={`vitrine-futures-${name}.csv`}
      loadFile={() => callForBlob('GET /api/v3/futures/history.csv', file)}
      pageSize={ROWS}
      skeletonRows={4}
      card={card ?? ((row) => <HistoryCard row={row} columns={records.columns} />)}
      emptyText={t(`empty.${name}`)}
    />
  );
}

type HistoryCardProps<Row> = { readonly row: Row; readonly columns: readonly ExportColumn<Row>[] };

/** A row on a phone: market and time, and the other columns as labels and figures. */
function HistoryCard<Row>({ row, columns }: HistoryCardProps<Row>) {
  const inHeader = ['market', 'time'].flatMap((name) => columns.find(({ key }) => key === name) ?? []);
  const others = columns.filter((column) => !inHeader.includes(column));
  return (
    <article className={styles.order}>
      <header>
        {inHeader.map(({ key, render }) => (
          <span key={key}>{render(row, [row])}</span>
        ))}
      </header>
      <dl>
        {others.map(({ key, title, render }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd className="num">{render(row, [row])}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
