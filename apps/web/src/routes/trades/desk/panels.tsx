import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BookPanel } from '../../../features/trade/book/book-panel.tsx';
import { ChartPanel } from '../../../features/trade/chart/chart-panel.tsx';
import { useSpotPairs } from '../../../features/trade/coin-search/spot-pairs.ts';
import { OrdersPanel } from '../../../features/trade/orders/orders-panel.tsx';
import { openCandleFeed } from '../../../features/trade/shared/market-live.ts';
import { PanelBar } from '../../../features/trade/shared/panel-bar.tsx';
import { useTrade } from '../../../features/trade/shared/trade-context.ts';
import { TapePanel } from '../../../features/trade/tape/tape-panel.tsx';
import { Ticket } from '../../../features/trade/ticket/ticket.tsx';
import type { Side, TicketWish } from '../../../features/trade/ticket/types.ts';
import styles from './desk.module.css';
import { importFunds, LazyFunds } from './lazy-funds.tsx';
import { importOverview, LazyOverview } from './lazy-overview.tsx';
import { coinPanel, depthPanel, simplePanel } from './lazy-panels.tsx';
import { marketsPanels } from './markets-panels.tsx';
import type { PanelId } from './panel-box.ts';
import type { DeskKind } from './presets.ts';

/** The values that panels share with the surrounding page. */
export interface DeskShared {
  readonly kind: DeskKind;
  readonly panels: Panels;
  /** The latest request to the order form. */
  readonly wanted: TicketWish | undefined;
  readonly onTrade: (wish: TicketWish) => void;
  readonly onChoosePair: (coin: string) => void;
}

export interface PanelKind {
  readonly render: (shared: DeskShared) => ReactNode;
  /**
   * Whether the panel handles a change of the pair itself; other panels are remounted, so that nothing of the old pair
   * remains.
   */
  readonly followsPair?: true;
  /** Loads the panel's code, if it has its own chunk. */
  readonly load?: () => Promise<unknown>;
}

/** The panels of a desk, each with the function that renders it. */
export type Panels = { readonly [Id in PanelId]?: PanelKind };

/** Rows per page in the tables of orders. */
export const ORDER_ROWS: Record<DeskKind, number> = { spot: 10, chart: 5, futures: 5 };

/**
 * The registry of panels of spot markets. A desk's presets and the client choose from it; panel-box.ts has the
 * smallest sizes.
 */
export const spotPanels: Panels = {
  chart: {
    followsPair: true,
    render: ({ kind }) => (
      <ChartPanel openFeed={openCandleFeed} desk={kind} overview={<LazyOverview />} importOverview={importOverview} />
    ),
  },
  simple: simplePanel(openCandleFeed),
  depth: depthPanel,
  book: { render: () => <BookPanel /> },
  tape: { render: () => <TapePanel /> },
  ticket: { render: ({ wanted }) => <Ticket wanted={wanted} /> },
  buy: { render: ({ wanted }) => <OneSide side="BUY" wanted={wanted} /> },
  sell: { render: ({ wanted }) => <OneSide side="SELL" wanted={wanted} /> },
  trade: { followsPair: true, render: ({ onTrade }) => <TradeButtons onTrade={onTrade} /> },
  orders: {
    followsPair: true,
    render: ({ kind }) => (
      <OrdersPanel funds={<LazyFunds rows={ORDER_ROWS[kind]} />} importFunds={importFunds} rows={ORDER_ROWS[kind]} />
    ),
  },
  ...marketsPanels(useSpotPairs),
  coin: coinPanel,
};

type OneSideProps = { readonly side: Side; readonly wanted: TicketWish | undefined };

function OneSide({ side, wanted }: OneSideProps) {
  const { t } = useTranslation('trade');
  const { coin } = useTrade();
  const isMeant = wanted?.side === undefined || wanted.side === side;
  return (
    <>
      <PanelBar title={t('act.bare', { side: t(`side.${side}`), coin })} />
      <Ticket side={side} wanted={isMeant ? wanted : undefined} />
    </>
  );
}

function TradeButtons({ onTrade }: Pick<DeskShared, 'onTrade'>) {
  const { t } = useTranslation('trade');
  const { coin } = useTrade();
  const button = (side: Side) => (
    <Button size="md" data-side={side.toLowerCase()} aria-haspopup="dialog" onClick={() => onTrade({ side })}>
      {t('act.bare', { side: t(`side.${side}`), coin })}
    </Button>
  );
  return (
    <div className={styles.tradeButtons} data-drag>
      {button('BUY')}
      {button('SELL')}
    </div>
  );
}
