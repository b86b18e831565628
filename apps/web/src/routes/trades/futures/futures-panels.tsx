import { useTranslation } from 'react-i18next';
import { BookPanel } from '../../../features/trade/book/book-panel.tsx';
import { ChartPanel } from '../../../features/trade/chart/chart-panel.tsx';
import { usePositionLines } from '../../../features/trade/chart/use-position-lines.ts';
import { ContractsPanel } from '../../../features/trade/futures-markets/contracts-panel.tsx';
import { PositionsPanel } from '../../../features/trade/futures-positions/positions-panel.tsx';
import { ContractRules } from '../../../features/trade/futures-rules/contract-rules.tsx';
import { FuturesTicket } from '../../../features/trade/futures-ticket/futures-ticket.tsx';
import { usePerpetual } from '../../../features/trade/shared/perpetual-context.ts';
import { openPerpetualFeed } from '../../../features/trade/shared/perpetual-live.ts';
import { TapePanel } from '../../../features/trade/tape/tape-panel.tsx';
import type { TicketWish } from '../../../features/trade/ticket/types.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { depthPanel, simplePanel } from '../desk/lazy-panels.tsx';
import type { Panels } from '../desk/panels.tsx';

/** The panels of the futures page. */
export const futuresPanels: Panels = {
  chart: {
    followsPair: true,
    render: () => (
      <ChartPanel openFeed={openPerpetualFeed} useLines={usePositionLines} desk="futures" overview={<Rules />} />
    ),
  },
  simple: simplePanel(openPerpetualFeed),
  depth: depthPanel,
  book: { render: () => <BookPanel /> },
  tape: { render: () => <TapePanel /> },
  ticket: { render: ({ wanted }) => <FuturesTicket wanted={sideOf(wanted)} /> },
  positions: { followsPair: true, render: () => <PositionsPanel /> },
  markets: { followsPair: true, render: ({ onChoosePair }) => <ContractsPanel onChoose={onChoosePair} /> },
};

const LONG = { side: 'long' } as const;
const SHORT = { side: 'short' } as const;

/** The hotkeys for buy and sell choose BUY MORE and SELL EMPTY. */
const sideOf = (wanted: TicketWish | undefined) =>
  wanted?.side === undefined ? undefined : wanted.side === 'BUY' ? LONG : SHORT;

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
