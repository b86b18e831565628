import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BookLadder } from '../../../features/trade/book/book-ladder.tsx';
import { GroupSelect } from '../../../features/trade/book/group-select.tsx';
import { ChartPanel } from '../../../features/trade/chart/chart-panel.tsx';
import { DepthChart } from '../../../features/trade/chart/depth-chart.tsx';
import { openCandleFeed } from '../../../features/trade/shared/market-live.ts';
import { PanelBoundary } from '../../../features/trade/shared/panel-boundary.tsx';
import { Tape } from '../../../features/trade/tape/tape-panel.tsx';
import { Overview } from './overview.tsx';
import styles from './phone.module.css';
import type { DeskKind } from './presets.ts';

const TABS = ['chart', 'book', 'trades', 'info'] as const;
export type MarketTab = (typeof TABS)[number];

type MarketTabsProps = {
  readonly kind: DeskKind;
  readonly tab: MarketTab;
  readonly onTab: (tab: MarketTab) => void;
  readonly ticketOpen: boolean;
};

/** The tabs of the market; while the ticket is open, a few lines of the book stay visible above it on every tab. */
export function MarketTabs({ kind, tab, onTab, ticketOpen }: MarketTabsProps) {
  const { t } = useTranslation('trade');
  const [multiple, setMultiple] = useState(1);
  const bookBesideTicket = ticketOpen && tab !== 'book';
  return (
    <Tabs
      className={styles.tabs ?? ''}
      value={tab}
      onChange={(next) => onTab((next ?? 'chart') as MarketTab)}
      keepMounted={false}
    >
      <Tabs.List grow className={styles.choice ?? ''}>
        {TABS.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t(`phone.tab.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="chart">
        <div className={styles.chart} data-chart data-away={bookBesideTicket || undefined}>
          <PanelBoundary>
            <ChartPanel openFeed={openCandleFeed} overview={null} desk={kind} bare />
          </PanelBoundary>
        </div>
        <PairBook lines="few" multiple={multiple} />
      </Tabs.Panel>
      <Tabs.Panel value="book">
        <div className={styles.bookTools} hidden={ticketOpen}>
          <GroupSelect multiple={multiple} onChange={setMultiple} />
        </div>
        <PairBook lines={ticketOpen ? 'few' : 'many'} multiple={multiple} />
        <div className={styles.depth} hidden={ticketOpen}>
          <PanelBoundary>
            <DepthChart />
          </PanelBoundary>
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="trades">
        {bookBesideTicket ? <PairBook lines="few" multiple={multiple} /> : null}
        <div className={styles.tape}>
          <PanelBoundary>
            <Tape />
          </PanelBoundary>
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="info">
        {bookBesideTicket ? <PairBook lines="few" multiple={multiple} /> : null}
        <Overview />
      </Tabs.Panel>
    </Tabs>
  );
}

function PairBook({ lines, multiple }: { readonly lines: 'few' | 'many'; readonly multiple: number }) {
  return (
    <div className={styles.book} data-lines={lines}>
      <PanelBoundary>
        <BookLadder view="both" multiple={multiple} shape="pair" />
      </PanelBoundary>
    </div>
  );
}
