import { Button, Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BookLadder } from '../../../features/trade/book/book-ladder.tsx';
import { ChartPanel } from '../../../features/trade/chart/chart-panel.tsx';
import { PositionsPanel } from '../../../features/trade/futures-positions/positions-panel.tsx';
import { FuturesTicket } from '../../../features/trade/futures-ticket/futures-ticket.tsx';
import { openPerpetualFeed } from '../../../features/trade/shared/market-live.ts';
import { PanelBoundary } from '../../../features/trade/shared/panel-boundary.tsx';
import { useTrade } from '../../../features/trade/shared/trade-context.ts';
import { Tape } from '../../../features/trade/tape/tape-panel.tsx';
import type { PositionSide } from '../../../lib/futures.ts';
import styles from '../desk/phone.module.css';
import { TicketSheet } from '../desk/ticket-sheet.tsx';
import { Rules } from './futures-panels.tsx';

const TABS = ['chart', 'book', 'trades', 'info'] as const;

/** The futures page on a phone: one view at a time, positions below it, and both buttons always within reach. */
export function FuturesPhone({ header }: { readonly header: ReactNode }) {
  const { t } = useTranslation(['futures', 'trade']);
  const { picks } = useTrade();
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
      <Tabs className={styles.tabs ?? ''} defaultValue="chart" keepMounted={false}>
        <Tabs.List grow className={styles.choice ?? ''}>
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`trade:phone.tab.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="chart">
          <div className={styles.chart} data-chart>
            <PanelBoundary>
              <ChartPanel openFeed={openPerpetualFeed} overview={null} desk="futures" bare />
            </PanelBoundary>
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="book">
          <div className={styles.book} data-lines="many">
            <PanelBoundary>
              <BookLadder view="both" multiple={1} shape="pair" />
            </PanelBoundary>
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="trades">
          <div className={styles.tape}>
            <PanelBoundary>
              <Tape />
            </PanelBoundary>
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="info">
          <Rules />
        </Tabs.Panel>
      </Tabs>
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
