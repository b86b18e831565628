import { Navigate, useNavigate } from '@tanstack/react-router';
import { LoadFailed, lazyPart, useIsPhone } from '@vitrine/ui';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DelistedPair } from '../../../app/delisted-pair.tsx';
import { NotFoundPage } from '../../../app/not-found-page.tsx';
import { useSpotPairs } from '../../../features/trade/coin-search/spot-pairs.ts';
import { PairHeader } from '../../../features/trade/pair-header/pair-header.tsx';
import { useLiveMarket } from '../../../features/trade/shared/market-live.ts';
import type { MarketRules } from '../../../features/trade/shared/market-rules.ts';
import { useOwnState } from '../../../features/trade/shared/own-live.ts';
import { PickBus } from '../../../features/trade/shared/pick-bus.ts';
import { type Trade, TradeContext } from '../../../features/trade/shared/trade-context.ts';
import { isDelistedMarket, isUnknownMarket, useMarketRules } from '../../../features/trade/shared/use-market-rules.ts';
import { Ticket } from '../../../features/trade/ticket/ticket.tsx';
import { useFillSound } from '../../../lib/fill-sound.ts';
import { usePairs } from '../../../lib/market-data.ts';
import { paths } from '../../../lib/paths.ts';
import { rememberCoin } from '../../../lib/recent-coins.ts';
import { useSession } from '../../../lib/session.ts';
import { fetchAhead } from '../../../ui/fetch-ahead.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { DataLink } from './data-link.tsx';
import { DeskPage, type DeskParts } from './desk-page.tsx';
import { DeskSkeleton } from './desk-skeleton.tsx';
import { fetchPanelsAhead } from './lazy-panels.tsx';
import { spotPanels } from './panels.tsx';
import type { SpotKind } from './presets.ts';
import { ToChosenCoin } from './to-chosen-coin.tsx';
import { useOrderDesk } from './use-order-desk.tsx';
import { usePairChoice } from './use-pair-choice.tsx';

const importPhonePage = () => import('./phone-page.tsx');
const PhonePage = lazyPart(() => importPhonePage().then((m) => m.PhonePage));

const PATHS = { spot: paths.spot, chart: paths.tradeChart } as const satisfies Record<SpotKind, string>;

const partsOf = (kind: SpotKind): DeskParts => ({
  panels: spotPanels,
  form: (wanted, onSent) => <Ticket wanted={wanted} onSent={onSent} />,
  header: (pairs, tools) => (
    <PairHeader
      pairs={pairs}
      way={kind}
      tools={
        <>
          <DataLink />
          {tools}
        </>
      }
    />
  ),
});
const PARTS = { spot: partsOf('spot'), chart: partsOf('chart') };

type TradePageProps = { readonly kind: SpotKind; readonly coin: string };

/** The trade page of one coin against USDT, with the desk of this kind. */
export function TradePage({ kind, coin }: TradePageProps) {
  const { t } = useTranslation('trade');
  const { status } = useSession();
  usePageAhead(kind);
  const rules = useMarketRules(coin, status === 'client');
  if (coin !== coin.toUpperCase()) return <Navigate to={PATHS[kind]} params={{ coin: coin.toUpperCase() }} replace />;
  if (rules.isError && isUnknownMarket(rules.error)) return <NotFoundPage />;
  if (rules.isError && isDelistedMarket(rules.error)) return <DelistedPair coin={coin} />;
  if (rules.isLoadingError) return <LoadFailed size="page" title={t('failed')} onRetry={rules.refetch} />;
  if (!rules.data || status !== 'client') return <DeskSkeleton kind={kind} />;
  return <Trading kind={kind} rules={rules.data} />;
}

/** The trade page without a coin. */
export function TradePageOfChosenCoin({ kind }: { readonly kind: SpotKind }) {
  usePageAhead(kind);
  const { data, isError } = usePairs();
  return <ToChosenCoin kind={kind} markets={{ data: data?.map(({ name }) => name), isError }} />;
}

/** Fetches the code that this page needs on this screen while its market loads. */
function usePageAhead(kind: SpotKind): void {
  const isPhone = useIsPhone();
  useEffect(() => {
    if (isPhone) fetchAhead(importPhonePage)();
    else fetchPanelsAhead(kind, spotPanels);
  }, [kind, isPhone]);
}

/** A pair being traded. The page stays mounted when the pair changes: every panel follows or is remounted. */
function Trading({ kind, rules }: { readonly kind: SpotKind; readonly rules: MarketRules }) {
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const market = useLiveMarket(rules);
  const own = useOwnState();
  const { desk, dialog } = useOrderDesk();
  const onChoose = useCallback(
    (coin: string) => void navigate({ to: PATHS[kind], params: { coin } }),
    [navigate, kind],
  );
  const pairs = usePairChoice(rules.base, onChoose, useSpotPairs);
  useFillSound(own);
  useEffect(() => rememberCoin(rules.base), [rules.base]);
  const trade = useMemo(
    (): Trade => ({ coin: rules.base, rules, market, own, picks: new PickBus(), desk }),
    [rules, market, own, desk],
  );
  return (
    <TradeContext value={trade}>
      {isPhone ? (
        <LazyPart isInPlace fallback={<DeskSkeleton kind={kind} />}>
          <PhonePage key={trade.coin} kind={kind} pairs={pairs} />
        </LazyPart>
      ) : (
        <DeskPage kind={kind} pairs={pairs} parts={PARTS[kind]} />
      )}
      {dialog}
    </TradeContext>
  );
}
