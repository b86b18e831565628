import { Button } from '@mantine/core';
import { lazyPart } from '@vitrine/ui';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '../../../features/trade/chart/chart-panel.tsx';
import { usePositionLines } from '../../../features/trade/chart/use-position-lines.ts';
import { PositionsPanel } from '../../../features/trade/futures-positions/positions-panel.tsx';
import { FuturesTicket } from '../../../features/trade/futures-ticket/futures-ticket.tsx';
import { LazyPanel } from '../../../features/trade/shared/lazy-panel.tsx';
import { PanelBoundary } from '../../../features/trade/shared/panel-boundary.tsx';
import { openPerpetualFeed } from '../../../features/trade/shared/perpetual-live.ts';
import { useTrade } from '../../../features/trade/shared/trade-context.ts';
import { Tape } from '../../../features/trade/tape/tape-panel.tsx';
import type { PositionSide } from '../../../lib/futures.ts';
import { TabList, TabPanel } from '../../../ui/tabs.tsx';
import styles from '../desk/phone.module.css';
import { BookTab } from '../desk/phone-book.tsx';
import { TicketSheet } from '../desk/ticket-sheet.tsx';

const FuturesOverview = lazyPart(() => import('./futures-overview.tsx').then((m) => m.FuturesOverview));

const TABS = ['chart', 'book', 'trades', 'info'] as const;
type Tab = (typeof TABS)[number];

/** The futures page on a phone: one view at a time, positions below it, and both order buttons always within reach. */
export function FuturesPhone({ header }: { readonly header: ReactNode }) {
  const { t } = useTranslation(['futures', 'trade']);
  const { picks } = useTrade();
  const id = useId();
  const [tab, setTab] = useState<Tab>('chart');
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState<{ readonly side: PositionSide }>({ side: 'long' });
  useEffect(() => picks.listen(() => setOpen(true)), [picks]);
  const open = (side: PositionSide) => {
    setWanted({ side });
    setOpen(true);
  };
  return (
    <div className={styles.page}>
      {header}
      <div className={styles.tabs}>
        <TabList
          id={id}
          className={styles.choice}
          tabs={TABS.map((value) => ({ value, label: t(`trade:phone.tab.${value}`) }))}
          tab={tab}
          onTab={setTab}
          isWide
        />
        <TabPanel id={id} tab={tab}>
          <MarketView tab={tab} />
        </TabPanel>
      </div>
      <section className={styles.orders}>
        <PanelBoundary>
          <PositionsPanel />
        </PanelBoundary>
      </section>
      <div className={styles.bar}>
        <Button size="lg" data-side="buy" onClick={() => open('long')}>
          {t('side.long')}
        </Button>
        <Button size="lg" data-side="sell" onClick={() => open('short')}>
          {t('side.short')}
        </Button>
      </div>
      <TicketSheet isOpen={isOpen} onClose={() => setOpen(false)}>
        <FuturesTicket shape="sheet" wanted={wanted} onSent={() => setOpen(false)} />
      </TicketSheet>
    </div>
  );
}

/** What the selected tab shows. */
function MarketView({ tab }: { readonly tab: Tab }) {
  const [multiple, setMultiple] = useState(1);
  if (tab === 'info')
    return (
      <LazyPanel>
        <FuturesOverview />
      </LazyPanel>
    );
  if (tab === 'chart')
    return (
      <div className={styles.chart} data-chart>
        <PanelBoundary>
          <ChartPanel openFeed={openPerpetualFeed} useLines={usePositionLines} overview={null} desk="futures" bare />
        </PanelBoundary>
      </div>
    );
  if (tab === 'book') return <BookTab multiple={multiple} onMultiple={setMultiple} />;
  return (
    <div className={styles.tape}>
      <PanelBoundary>
        <Tape />
      </PanelBoundary>
    </div>
  );
}
