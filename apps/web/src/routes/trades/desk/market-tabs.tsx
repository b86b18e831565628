import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '../../../features/trade/chart/chart-panel.tsx';
import { openCandleFeed } from '../../../features/trade/shared/market-live.ts';
import { PanelBoundary } from '../../../features/trade/shared/panel-boundary.tsx';
import { useTrade } from '../../../features/trade/shared/trade-context.ts';
import { useOwnOrders } from '../../../features/trade/shared/use-live.ts';
import { Tape } from '../../../features/trade/tape/tape-panel.tsx';
import { TabList, TabPanel } from '../../../ui/tabs.tsx';
import { Overview } from './overview.tsx';
import styles from './phone.module.css';
import { BookTab, PairBook } from './phone-book.tsx';
import type { DeskKind } from './presets.ts';

const TABS = ['chart', 'book', 'trades', 'orders', 'info'] as const;
export type MarketTab = (typeof TABS)[number];

type MarketTabsProps = {
  readonly kind: DeskKind;
  readonly tab: MarketTab;
  readonly onTab: (tab: MarketTab) => void;
  readonly ticketOpen: boolean;
  /** The client's orders of all pairs. */
  readonly orders: ReactNode;
};

/** The tabs of the market; while the ticket is open, a few lines of the book stay visible above it on every tab. */
export function MarketTabs({ kind, tab, onTab, ticketOpen, orders }: MarketTabsProps) {
  const { t } = useTranslation('trade');
  const id = useId();
  const { own } = useTrade();
  const open = useOwnOrders(own)?.length ?? 0;
  const [multiple, setMultiple] = useState(1);
  return (
    <div className={styles.tabs}>
      <TabList
        id={id}
        className={styles.choice}
        tabs={TABS.map((value) => ({
          value,
          label: value === 'orders' && open > 0 ? t('phone.ordersOpen', { count: open }) : t(`phone.tab.${value}`),
        }))}
        tab={tab}
        onTab={onTab}
        isWide
      />
      <TabPanel id={id} tab={tab}>
        <MarketView
          kind={kind}
          tab={tab}
          ticketOpen={ticketOpen}
          orders={orders}
          multiple={multiple}
          onMultiple={setMultiple}
        />
      </TabPanel>
    </div>
  );
}

type MarketViewProps = Omit<MarketTabsProps, 'onTab'> & {
  /** The number of price steps grouped into one line of the book. */
  readonly multiple: number;
  readonly onMultiple: (multiple: number) => void;
};

/** What the selected tab shows. */
function MarketView({ kind, tab, ticketOpen, orders, multiple, onMultiple }: MarketViewProps) {
  const few = <PairBook lines="few" multiple={multiple} />;
  if (tab === 'chart')
    return (
      <>
        <div className={styles.chart} data-chart data-away={ticketOpen || undefined}>
          <PanelBoundary>
            <ChartPanel openFeed={openCandleFeed} overview={null} desk={kind} bare />
          </PanelBoundary>
        </div>
        {few}
      </>
    );
  if (tab === 'book') return <BookTab multiple={multiple} onMultiple={onMultiple} isCovered={ticketOpen} />;
  if (tab === 'trades')
    return (
      <>
        {ticketOpen ? few : null}
        <div className={styles.tape}>
          <PanelBoundary>
            <Tape />
          </PanelBoundary>
        </div>
      </>
    );
  return (
    <>
      {ticketOpen ? few : null}
      {tab === 'orders' ? orders : <Overview />}
    </>
  );
}
