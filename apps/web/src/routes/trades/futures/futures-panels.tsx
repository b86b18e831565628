import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BookPanel } from '../../../features/trade/book/book-panel.tsx';
import { ChartPanel } from '../../../features/trade/chart/chart-panel.tsx';
import { usePositionLines } from '../../../features/trade/chart/use-position-lines.ts';
import { usePerpetualPairs } from '../../../features/trade/coin-search/perpetual-pairs.ts';
import { PositionsPanel } from '../../../features/trade/futures-positions/positions-panel.tsx';
import { ContractRules } from '../../../features/trade/futures-rules/contract-rules.tsx';
import { FuturesTicket, type FuturesWish } from '../../../features/trade/futures-ticket/futures-ticket.tsx';
import { usePerpetual } from '../../../features/trade/shared/perpetual-context.ts';
import { openPerpetualFeed } from '../../../features/trade/shared/perpetual-live.ts';
import { TapePanel } from '../../../features/trade/tape/tape-panel.tsx';
import type { TicketWish } from '../../../features/trade/ticket/types.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { coinPanel, depthPanel, simplePanel } from '../desk/lazy-panels.tsx';
import { marketsPanels } from '../desk/markets-panels.tsx';
import type { Panels } from '../desk/panels.tsx';

/** The panels of the futures page. */
export const futuresPanels: Panels = {
  chart: {
    followsPair: true,
    render: () => (
      <ChartPanel openFeed={openPerpetualFeed} useLines={usePositionLines} desk="futures" overview={<Rules />} />
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

/** The rules of the market, and a link to its records. */
export function Rules() {
  const { t } = useTranslation('futures');
  const market = usePerpetual();
  return (
    <ContractRules market={market}>
      <ButtonLink to={paths.futuresData} params={{ coin: market.base }} variant="default" mt={12}>
        {t('data.link')}
      </ButtonLink>
    </ContractRules>
  );
}
