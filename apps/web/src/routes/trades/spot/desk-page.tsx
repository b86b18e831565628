import { type ReactNode, useState } from 'react';
import { BookPanel } from '../../../features/book/book-panel.tsx';
import { ChartPanel } from '../../../features/chart/chart-panel.tsx';
import { FundsTable } from '../../../features/funds/funds-table.tsx';
import { OrdersPanel } from '../../../features/orders/orders-panel.tsx';
import { type PairChoiceOpening, PairHeader } from '../../../features/pair-header/pair-header.tsx';
import { TapePanel } from '../../../features/tape/tape-panel.tsx';
import { Ticket } from '../../../features/ticket/ticket.tsx';
import { openCandleFeed } from '../../../lib/trading/market-live.ts';
import { useStreamStatus } from '../../../lib/use-stream.ts';
import { DeskGrid } from './desk-grid.tsx';
import { LayoutMenu } from './layout-menu.tsx';
import { type LayoutChoice, type PanelId, readLayout, writeLayout } from './layouts.ts';
import styles from './spot.module.css';

const PANELS: Record<PanelId, ReactNode> = {
  chart: <ChartPanel openFeed={openCandleFeed} />,
  book: <BookPanel />,
  tape: <TapePanel />,
  ticket: <Ticket />,
  orders: <OrdersPanel funds={<FundsTable />} />,
};

/** The trade page of a desk: panels in a grid that can be rearranged. */
export function DeskPage({ pairs }: { readonly pairs: PairChoiceOpening }) {
  const [layout, setLayout] = useState(readLayout);
  const { state } = useStreamStatus();
  const change = (next: LayoutChoice) => {
    setLayout(next);
    writeLayout(next);
  };
  return (
    <div className={styles.desk} data-old={state === 'live' || state === 'idle' ? undefined : true}>
      <PairHeader pairs={pairs} tools={<LayoutMenu layout={layout} onChange={change} />} />
      <DeskGrid layout={layout} onChange={change} panels={PANELS} />
    </div>
  );
}
