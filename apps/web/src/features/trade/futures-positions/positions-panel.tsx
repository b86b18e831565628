import { IconListDetails } from '@tabler/icons-react';
import { Chip, EmptyState, lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOf, useFuturesOrders, useFuturesPositions } from '../../../lib/futures.ts';
import { paths } from '../../../lib/paths.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { type HistoryFilters, useHistoryFilters } from '../shared/history-filter.ts';
import { usePerpetual } from '../shared/perpetual-context.ts';
import { RecordsPanel } from '../shared/records-panel.tsx';
import { useTrade } from '../shared/trade-context.ts';
import { PositionsTable } from './positions-table.tsx';
import type { FuturesFilter } from './use-histories.ts';

const importOpenOrders = () => import('./open-orders.tsx');
const OpenOrders = lazyPart(() => importOpenOrders().then((m) => m.OpenOrders));
const importHistories = () => import('./histories.tsx');
const HISTORIES = {
  orders: lazyPart(() => importHistories().then((m) => m.OrderHistory)),
  trades: lazyPart(() => importHistories().then((m) => m.Fills)),
  past: lazyPart(() => importHistories().then((m) => m.PastPositions)),
  funding: lazyPart(() => importHistories().then((m) => m.Funding)),
  liquidations: lazyPart(() => importHistories().then((m) => m.Liquidations)),
};

const TABS = ['positions', 'open', 'orders', 'trades', 'past', 'funding', 'liquidations'] as const;
type Tab = (typeof TABS)[number];
const isHistory = (tab: Tab): tab is keyof typeof HISTORIES => tab in HISTORIES;

/** The client's positions, open orders and histories, of this market or of all. */
export function PositionsPanel() {
  const { t } = useTranslation('futures');
  const { isReadOnly } = useTrade();
  const [tab, setTab] = useState<Tab>('positions');
  const [isOnlyThis, setOnlyThis] = useState(false);
  const { name } = usePerpetual();
  const filters = useFilters(isOnlyThis ? name : undefined, () => setOnlyThis(false));
  const only = isOnlyThis ? name : undefined;
  if (isReadOnly) return <SignInHint />;
  return (
    <RecordsPanel
      tabs={TABS.map((value) => ({
        value,
        label: t(`tab.${value}`),
        count: <Count tab={value} only={only} />,
        load: value === 'open' ? importOpenOrders : isHistory(value) ? importHistories : undefined,
      }))}
      tab={tab}
      onTab={setTab}
      onlyThisText={isHistory(tab) ? undefined : t('hideOthers')}
      isOnlyThis={isOnlyThis}
      onOnlyThis={(isChosen) => {
        filters.change({ name: undefined });
        setOnlyThis(isChosen);
      }}
    >
      {(shown, tools) => <Content tab={shown} only={only} filters={filters} tools={tools} />}
    </RecordsPanel>
  );
}

/** The filters of the histories. They include the panel's market `only`; choosing another market calls `onMarket`. */
function useFilters(only: string | undefined, onMarket: () => void): HistoryFilters<FuturesFilter> {
  const filters = useHistoryFilters<FuturesFilter>({});
  return {
    ...filters,
    filter: only === undefined ? filters.filter : { ...filters.filter, name: only },
    change: (change) => {
      if ('name' in change) onMarket();
      filters.change(change);
    },
  };
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
  /** If given, only positions and open orders of this market are shown. */
  readonly only: string | undefined;
  readonly filters: HistoryFilters<FuturesFilter>;
  /** The slot in the bar for the actions of the list shown. */
  readonly tools: HTMLElement | null;
};

function Content({ tab, only, filters, tools }: ContentProps) {
  if (tab === 'positions') return <PositionsTable only={only} tools={tools} />;
  const History = tab === 'open' ? undefined : HISTORIES[tab];
  return (
    <LazyPart isInPlace fallback={<SkeletonLines lines={4} />}>
      {History ? <History filters={filters} tools={tools} /> : <OpenOrders only={only} tools={tools} />}
    </LazyPart>
  );
}
