import { lazyPart } from '@vitrine/ui';
import { useMemo } from 'react';
import { BookPanel } from '../../../features/trade/book/book-panel.tsx';
import { ChartPanel } from '../../../features/trade/chart/chart-panel.tsx';
import { usePositionLines } from '../../../features/trade/chart/use-position-lines.ts';
import { usePerpetualPairs } from '../../../features/trade/coin-search/perpetual-pairs.ts';
import { PositionsPanel } from '../../../features/trade/futures-positions/positions-panel.tsx';
import { FuturesTicket, type FuturesWish } from '../../../features/trade/futures-ticket/futures-ticket.tsx';
import { LazyPanel } from '../../../features/trade/shared/lazy-panel.tsx';
import { openPerpetualFeed } from '../../../features/trade/shared/perpetual-live.ts';
import { TapePanel } from '../../../features/trade/tape/tape-panel.tsx';
import type { TicketWish } from '../../../features/trade/ticket/types.ts';
import { coinPanel, depthPanel, simplePanel } from '../desk/lazy-panels.tsx';
import { marketsPanels } from '../desk/markets-panels.tsx';
import type { Panels } from '../desk/panels.tsx';

const Rules = lazyPart(() => import('./rules.tsx').then((m) => m.Rules));

/** The panels of the futures page. */
export const futuresPanels: Panels = {
  chart: {
    followsPair: true,
    render: () => (
      <ChartPanel
        openFeed={openPerpetualFeed}
        useLines={usePositionLines}
        desk="futures"
        overview={
          <LazyPanel>
            <Rules />
          </LazyPanel>
        }
      />
    ),
  },
  simple: simplePanel(openPerpetualFeed, usePositionLines),
  depth: depthPanel,
  book: { render: () => <BookPanel /> },
  tape: { render: () => <TapePanel /> },
  ticket: { render: ({ wanted }) => <WantedTicket wanted={wanted} /> },
  positions: { followsPair: true, render: () => <PositionsPanel /> },
  ...marketsPanels(usePerpetualPairs),
  coin: coinPanel,
};

type WantedTicketProps = { readonly wanted: TicketWish | undefined; readonly onSent?: () => void };

/** The order form, which hotkeys and clicks in the book and the chart also fill in. */
export function WantedTicket({ wanted, onSent }: WantedTicketProps) {
  const wish = useMemo(() => wanted && futuresWish(wanted), [wanted]);
  return <FuturesTicket wanted={wish} {...(onSent ? { onSent } : {})} />;
}

/** Buy and sell are BUY MORE and SELL EMPTY here. */
const futuresWish = ({ side, kind, pick }: TicketWish): FuturesWish => ({
  ...(side === undefined ? {} : { side: side === 'BUY' ? 'long' : 'short' }),
  ...(kind === 'limit' || kind === 'market' ? { kind } : {}),
  ...(pick === undefined ? {} : { pick }),
});
