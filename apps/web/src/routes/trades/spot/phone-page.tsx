import { Button, CloseButton, Tabs } from '@mantine/core';
import { useEarlyEscape } from '@vitrine/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BookLadder } from '../../../features/book/book-ladder.tsx';
import { GroupSelect } from '../../../features/book/group-select.tsx';
import { AboutMarket } from '../../../features/chart/about-market.tsx';
import { ChartPanel } from '../../../features/chart/chart-panel.tsx';
import { DepthChart } from '../../../features/chart/depth-chart.tsx';
import { FundsTable } from '../../../features/funds/funds-table.tsx';
import { OrdersPanel } from '../../../features/orders/orders-panel.tsx';
import { type PairChoiceOpening, PairHeader } from '../../../features/pair-header/pair-header.tsx';
import { Tape } from '../../../features/tape/tape-panel.tsx';
import { Ticket } from '../../../features/ticket/ticket.tsx';
import type { Side } from '../../../features/ticket/types.ts';
import { openCandleFeed } from '../../../lib/trading/market-live.ts';
import { usePageView } from '../../../lib/trading/page-view.ts';
import { PanelBoundary } from '../../../lib/trading/panel-boundary.tsx';
import { useTrade } from '../../../lib/trading/trade-context.ts';
import styles from './phone.module.css';

const TABS = ['chart', 'book', 'trades', 'info'] as const;
type Tab = (typeof TABS)[number];

/** The trade page of a phone: one thing at a time, Buy and Sell always under the thumb, both sides of the book beside the ticket. */
export function PhonePage({ pairs }: { readonly pairs: PairChoiceOpening }) {
  const { t } = useTranslation('trade');
  const { picks } = useTrade();
  const [tab, setTab] = useState<Tab>('chart');
  const [multiple, setMultiple] = useState(1);
  const [wanted, setWanted] = useState<{ readonly side: Side }>({ side: 'BUY' });
  const [ticketOpen, setTicketOpen] = useState(false);
  const chartTab = usePageView((view) => view.chartTab);

  useEffect(() => picks.listen(() => setTicketOpen(true)), [picks]);
  // 'Fees and rules' on the ticket leads to the tab that has them.
  useEffect(() => {
    if (chartTab !== 'about') return;
    setTab('info');
    setTicketOpen(false);
    usePageView.getState().showChartTab('chart');
  }, [chartTab]);

  const open = (side: Side) => {
    setWanted({ side });
    setTicketOpen(true);
  };
  const bookBesideTicket = ticketOpen && tab !== 'book';
  return (
    <div className={styles.page} data-ticket={ticketOpen || undefined}>
      <PairHeader pairs={pairs} />
      <Tabs
        className={styles.tabs ?? ''}
        value={tab}
        onChange={(next) => setTab((next ?? 'chart') as Tab)}
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
              <ChartPanel openFeed={openCandleFeed} bare />
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
          <AboutMarket />
        </Tabs.Panel>
      </Tabs>
      <section className={styles.orders}>
        <PanelBoundary>
          <OrdersPanel funds={<FundsTable />} />
        </PanelBoundary>
      </section>
      <div className={styles.bar}>
        <Button size="lg" data-side="buy" onClick={() => open('BUY')}>
          {t('side.BUY')}
        </Button>
        <Button size="lg" data-side="sell" onClick={() => open('SELL')}>
          {t('side.SELL')}
        </Button>
      </div>
      <TicketSheet open={ticketOpen} wanted={wanted} onClose={() => setTicketOpen(false)} />
    </div>
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

type TicketSheetProps = {
  readonly open: boolean;
  readonly wanted: { readonly side: Side };
  readonly onClose: () => void;
};

/** The ticket from below. Not modal: the book above stays in view and can be tapped. What was typed stays while it is closed. */
function TicketSheet({ open, wanted, onClose }: TicketSheetProps) {
  const { t } = useTranslation('trade');
  const sheet = useRef<HTMLElement>(null);
  useEarlyEscape(open, onClose);
  useEffect(() => {
    if (open) sheet.current?.focus({ preventScroll: true });
  }, [open]);
  return (
    <section
      ref={sheet}
      className={styles.sheet}
      role="dialog"
      aria-modal="false"
      aria-label={t('ticket.title')}
      tabIndex={-1}
      hidden={!open}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <CloseButton className={styles.close ?? ''} size={44} aria-label={t('ticket.close')} onClick={onClose} />
      <PanelBoundary>
        <Ticket shape="sheet" wanted={wanted} onSent={onClose} />
      </PanelBoundary>
    </section>
  );
}
