import { lazyPart } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { BookPanel } from '../../../features/book/book-panel.tsx';
import { ChartPanel } from '../../../features/chart/chart-panel.tsx';
import { FundsTable } from '../../../features/funds/funds-table.tsx';
import { OrdersPanel } from '../../../features/orders/orders-panel.tsx';
import { type PairChoiceOpening, PairHeader } from '../../../features/pair-header/pair-header.tsx';
import { TapePanel } from '../../../features/tape/tape-panel.tsx';
import { Ticket } from '../../../features/ticket/ticket.tsx';
import type { TicketWish } from '../../../features/ticket/types.ts';
import { toggleFavorite } from '../../../lib/favorites.ts';
import { openCandleFeed } from '../../../lib/trading/market-live.ts';
import { useTrade } from '../../../lib/trading/trade-context.ts';
import { useHotkeys } from '../../../lib/trading/use-hotkeys.ts';
import { useStreamStatus } from '../../../lib/use-stream.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { DeskGrid } from './desk-grid.tsx';
import { LayoutMenu } from './layout-menu.tsx';
import { type LayoutChoice, type PanelId, readLayout, writeLayout } from './layouts.ts';
import styles from './spot.module.css';

const HotkeysDialog = lazyPart(() => import('./hotkeys-dialog.tsx').then((m) => m.HotkeysDialog));

const PANELS: Omit<Record<PanelId, ReactNode>, 'ticket'> = {
  chart: <ChartPanel openFeed={openCandleFeed} />,
  book: <BookPanel />,
  tape: <TapePanel />,
  orders: <OrdersPanel funds={<FundsTable />} />,
};

/** The trade page of a desk: panels in a grid that can be rearranged. */
export function DeskPage({ pairs }: { readonly pairs: PairChoiceOpening }) {
  const { coin } = useTrade();
  const [layout, setLayout] = useState(readLayout);
  const [wanted, setWanted] = useState<TicketWish>();
  const [areKeysShown, setKeysShown] = useState(false);
  const { state } = useStreamStatus();
  useHotkeys({
    b: () => setWanted({ side: 'BUY' }),
    s: () => setWanted({ side: 'SELL' }),
    l: () => setWanted({ kind: 'limit' }),
    m: () => setWanted({ kind: 'market' }),
    f: () => toggleFavorite(coin),
    '?': () => setKeysShown(true),
  });
  const change = (next: LayoutChoice) => {
    setLayout(next);
    writeLayout(next);
  };
  return (
    <div className={styles.desk} data-old={state === 'live' || state === 'idle' ? undefined : true}>
      <PairHeader
        pairs={pairs}
        tools={<LayoutMenu layout={layout} onChange={change} onHotkeys={() => setKeysShown(true)} />}
      />
      <DeskGrid layout={layout} onChange={change} panels={{ ...PANELS, ticket: <Ticket wanted={wanted} /> }} />
      {areKeysShown ? (
        <LazyPart>
          <HotkeysDialog onClose={() => setKeysShown(false)} />
        </LazyPart>
      ) : null}
    </div>
  );
}
