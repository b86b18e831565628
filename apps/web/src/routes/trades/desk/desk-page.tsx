import { lazyPart } from '@vitrine/ui';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { lazyPage } from '../../../app/lazy-page.tsx';
import { usePageView } from '../../../features/trade/shared/page-view.ts';
import { useTrade } from '../../../features/trade/shared/trade-context.ts';
import { useHotkeys } from '../../../features/trade/shared/use-hotkeys.ts';
import type { TicketWish } from '../../../features/trade/ticket/types.ts';
import { toggleFavorite } from '../../../lib/favorites.ts';
import { useStreamStatus } from '../../../lib/use-stream.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import styles from './desk.module.css';
import { DeskGrid } from './desk-grid.tsx';
import { LayoutMenu } from './layout-menu.tsx';
import { layoutOf, sizeClassOf } from './layouts.ts';
import type { PanelBox, PanelId } from './panel-box.ts';
import type { DeskShared, Panels } from './panels.tsx';
import type { DeskKind } from './presets.ts';
import { useFit } from './use-fit.ts';
import { useLayout } from './use-layout.ts';
import type { PairsOfPage } from './use-pair-choice.tsx';
import { useWindowWidth } from './use-window-width.ts';

const HotkeysDialog = lazyPage(() => import('./hotkeys-dialog.tsx').then((m) => m.HotkeysDialog), 'desk');
const CustomizeDialog = lazyPage(() => import('./customize-dialog.tsx').then((m) => m.CustomizeDialog), 'desk');
const TradeDialog = lazyPart(() => import('./trade-dialog.tsx').then((m) => m.TradeDialog));
const AboutDialog = lazyPart(() => import('./about-dialog.tsx').then((m) => m.AboutDialog));

/** The content of a trade page's desk. */
export type DeskParts = {
  readonly panels: Panels;
  /** The line above the panels, with `tools` at its end. */
  readonly header: (pairs: PairsOfPage, tools: ReactNode) => ReactNode;
  /** The order form in a dialog, on a desk without a panel for it. */
  readonly form: (wanted: TicketWish, onSent: () => void) => ReactNode;
};

type DeskPageProps = { readonly kind: DeskKind; readonly pairs: PairsOfPage; readonly parts: DeskParts };
type OpenDialog = 'hotkeys' | 'customize' | 'about';

/** A desktop trade page: panels in a grid that can be rearranged. */
export function DeskPage({ kind, pairs, parts }: DeskPageProps) {
  const { coin } = useTrade();
  const [layout, setLayout] = useLayout(kind);
  const [opened, setOpened] = useState<OpenDialog>();
  const size = sizeClassOf(useWindowWidth());
  const boxes = layoutOf(kind, layout, size);
  const fit = useFit({ isArranged: layout.moved[size] !== undefined, isWide: size === 'large' });
  const { wanted, dialogWish, want, closeDialog } = useWishes(boxes);
  const { state } = useStreamStatus();
  const { panels } = parts;
  const { onChoose } = pairs;
  // The same object for each render, so that panels are rendered again only for their own changes.
  const shared = useMemo(
    (): DeskShared => ({ kind, panels, wanted, onTrade: want, onChoosePair: onChoose }),
    [kind, panels, wanted, want, onChoose],
  );
  useAboutElsewhere(boxes, () => setOpened('about'));
  useHotkeys({
    b: () => want({ side: 'BUY' }),
    s: () => want({ side: 'SELL' }),
    l: () => want({ kind: 'limit' }),
    m: () => want({ kind: 'market' }),
    f: () => toggleFavorite(coin),
    '?': () => setOpened('hotkeys'),
  });
  const close = () => setOpened(undefined);
  return (
    <div className={styles.desk} data-old={state === 'live' || state === 'idle' ? undefined : true}>
      {parts.header(
        pairs,
        <LayoutMenu kind={kind} size={size} layout={layout} onChange={setLayout} onOpen={setOpened} />,
      )}
      <DeskGrid
        boxes={boxes}
        fit={fit}
        onChange={(moved) => setLayout({ ...layout, moved: { ...layout.moved, [size]: moved } })}
        shared={shared}
      />
      <LazyPart>
        {opened === 'hotkeys' ? <HotkeysDialog onClose={close} /> : null}
        {opened === 'about' ? <AboutDialog onClose={close} /> : null}
        {opened === 'customize' ? (
          <CustomizeDialog kind={kind} size={size} layout={layout} onChange={setLayout} onClose={close} />
        ) : null}
        {dialogWish ? <TradeDialog onClose={closeDialog}>{parts.form(dialogWish, closeDialog)}</TradeDialog> : null}
      </LazyPart>
    </div>
  );
}

const TICKETS: readonly PanelId[] = ['ticket', 'buy', 'sell'];
const has = (boxes: readonly PanelBox[], ...ids: readonly PanelId[]) => boxes.some(({ i }) => ids.includes(i));

/**
 * Passes requests to the order form on the desk; if the desk has no form, a request for a side or a price opens it in a
 * dialog.
 */
function useWishes(boxes: readonly PanelBox[]) {
  const { picks, market } = useTrade();
  const [wanted, setWanted] = useState<TicketWish>();
  const [dialogWish, setDialogWish] = useState<TicketWish>();
  const hasTicket = has(boxes, ...TICKETS);
  const want = useCallback(
    (wish: TicketWish) => {
      if (hasTicket) setWanted(wish);
      else if (wish.side) setDialogWish(wish);
    },
    [hasTicket],
  );
  const isDialogNeeded = !hasTicket && dialogWish === undefined;
  useEffect(() => {
    if (!isDialogNeeded) return;
    return picks.listen((pick) => {
      // A price that is not that of an order has no side. At or above the last price, it means a buy: orders there are
      // mostly asks.
      const { side = Number(pick.price) >= Number(market.lastPrice) ? 'BUY' : 'SELL' } = pick;
      setDialogWish({ side, pick });
    });
  }, [picks, market, isDialogNeeded]);
  return { wanted, dialogWish, want, closeDialog: () => setDialogWish(undefined) };
}

/**
 * Calls `show` when 'Fees and rules' are requested on a desk without the chart panel. On other desks, a tab of that
 * panel shows them.
 */
function useAboutElsewhere(boxes: readonly PanelBox[], show: () => void): void {
  const isWanted = usePageView(({ chartTab }) => chartTab === 'about') && !has(boxes, 'chart');
  const onWanted = useEffectEvent(show);
  useEffect(() => {
    if (!isWanted) return;
    usePageView.getState().showChartTab('chart');
    onWanted();
  }, [isWanted]);
}
