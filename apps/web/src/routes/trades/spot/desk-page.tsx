import { lazyPart } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { BookPanel } from '../../../features/trade/book/book-panel.tsx';
import { ChartPanel } from '../../../features/trade/chart/chart-panel.tsx';
import { FundsTable } from '../../../features/trade/funds/funds-table.tsx';
import { OrdersPanel } from '../../../features/trade/orders/orders-panel.tsx';
import { type PairChoiceOpening, PairHeader } from '../../../features/trade/pair-header/pair-header.tsx';
import { openCandleFeed } from '../../../features/trade/shared/market-live.ts';
import { useTrade } from '../../../features/trade/shared/trade-context.ts';
import { useHotkeys } from '../../../features/trade/shared/use-hotkeys.ts';
import { TapePanel } from '../../../features/trade/tape/tape-panel.tsx';
import { Ticket } from '../../../features/trade/ticket/ticket.tsx';
import type { TicketWish } from '../../../features/trade/ticket/types.ts';
import { toggleFavorite } from '../../../lib/favorites.ts';
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

/** The desktop trade page: panels in a grid that can be rearranged. */
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
