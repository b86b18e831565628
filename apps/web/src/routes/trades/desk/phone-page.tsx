import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FundsTable } from '../../../features/trade/funds/funds-table.tsx';
import { OrderCard } from '../../../features/trade/orders/order-cards.tsx';
import { OrdersPanel } from '../../../features/trade/orders/orders-panel.tsx';
import { type PairChoiceOpening, PairHeader } from '../../../features/trade/pair-header/pair-header.tsx';
import { usePageView } from '../../../features/trade/shared/page-view.ts';
import { PanelBoundary } from '../../../features/trade/shared/panel-boundary.tsx';
import { useTrade } from '../../../features/trade/shared/trade-context.ts';
import { Ticket } from '../../../features/trade/ticket/ticket.tsx';
import type { Side } from '../../../features/trade/ticket/types.ts';
import { type MarketTab, MarketTabs } from './market-tabs.tsx';
import { ORDER_ROWS } from './panels.tsx';
import styles from './phone.module.css';
import type { SpotKind } from './presets.ts';
import { TicketSheet } from './ticket-sheet.tsx';

type PhonePageProps = { readonly kind: SpotKind; readonly pairs: PairChoiceOpening };

/** The phone trade page: one view at a time, Buy and Sell always within reach, the book above the open ticket. */
export function PhonePage({ kind, pairs }: PhonePageProps) {
  const { t } = useTranslation('trade');
  const { picks } = useTrade();
  const [tab, setTab] = useState<MarketTab>('chart');
  const [wanted, setWanted] = useState<{ readonly side: Side }>({ side: 'BUY' });
  const [ticketOpen, setTicketOpen] = useState(false);
  const chartTab = usePageView((view) => view.chartTab);

  useEffect(() => picks.listen(() => setTicketOpen(true)), [picks]);
  // 'Fees and rules' on the ticket opens the tab that shows them.
  useEffect(() => {
    if (chartTab !== 'about') return;
    setTab('info');
    setTicketOpen(false);
    usePageView.getState().showChartTab('chart');
  }, [chartTab]);

  // The menu of an order's line on the chart opens the order's form, which is in the list of orders.
  const isEditing = usePageView(({ editedOrder }) => editedOrder !== undefined);
  useEffect(() => {
    if (isEditing) setTab('orders');
  }, [isEditing]);

  const open = (side: Side) => {
    setWanted({ side });
    setTicketOpen(true);
  };
  return (
    <div className={styles.page} data-ticket={ticketOpen || undefined}>
      <PairHeader pairs={pairs} way={kind} />
      <MarketTabs
        kind={kind}
        tab={tab}
        onTab={setTab}
        ticketOpen={ticketOpen}
        orders={
          <PanelBoundary>
            <OrdersPanel
              funds={<FundsTable rows={ORDER_ROWS[kind]} />}
              card={(order, editing) => <OrderCard order={order} editing={editing} />}
              rows={ORDER_ROWS[kind]}
            />
          </PanelBoundary>
        }
      />
      <div className={styles.bar}>
        <Button size="lg" data-side="buy" onClick={() => open('BUY')}>
          {t('side.BUY')}
        </Button>
        <Button size="lg" data-side="sell" onClick={() => open('SELL')}>
          {t('side.SELL')}
        </Button>
      </div>
      <TicketSheet isOpen={ticketOpen} onClose={() => setTicketOpen(false)}>
        <Ticket shape="sheet" wanted={wanted} onSent={() => setTicketOpen(false)} />
      </TicketSheet>
    </div>
  );
}
