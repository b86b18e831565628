import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { Chip, LoadFailed, lazyPart, useIsPhone } from '@vitrine/ui';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UnlistedContract } from '../../../app/unlisted-contract.tsx';
import { usePerpetualPairs } from '../../../features/trade/coin-search/perpetual-pairs.ts';
import { DelistingMark } from '../../../features/trade/pair-header/delisting-mark.tsx';
import { FuturesFigures } from '../../../features/trade/pair-header/futures-figures.tsx';
import { PairHeader } from '../../../features/trade/pair-header/pair-header.tsx';
import { DeskContext } from '../../../features/trade/shared/desk-context.ts';
import { useLiveMarket } from '../../../features/trade/shared/market-live.ts';
import type { MarketRules } from '../../../features/trade/shared/market-rules.ts';
import { CLOSED_DESK } from '../../../features/trade/shared/order-desk.ts';
import { PerpetualContext, usePerpetual } from '../../../features/trade/shared/perpetual-context.ts';
import { useOwnFutures } from '../../../features/trade/shared/perpetual-live.ts';
import { PickBus } from '../../../features/trade/shared/pick-bus.ts';
import { type Trade, TradeContext } from '../../../features/trade/shared/trade-context.ts';
import { useFillSound } from '../../../lib/fill-sound.ts';
import {
  type FuturesMarket,
  useFuturesChanges,
  useFuturesMarkets,
  useLiveMarks,
  useLiveStatus,
} from '../../../lib/futures.ts';
import { paths } from '../../../lib/paths.ts';
import { rememberCoin } from '../../../lib/recent-coins.ts';
import { useSession } from '../../../lib/session.ts';
import { fetchAhead } from '../../../ui/fetch-ahead.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { DataLink } from '../desk/data-link.tsx';
import { DeskPage, type DeskParts } from '../desk/desk-page.tsx';
import { DeskSkeleton } from '../desk/desk-skeleton.tsx';
import { fetchPanelsAhead } from '../desk/lazy-panels.tsx';
import { ToChosenCoin } from '../desk/to-chosen-coin.tsx';
import { useOrderDesk } from '../desk/use-order-desk.tsx';
import { type PairsOfPage, usePairChoice } from '../desk/use-pair-choice.tsx';
import { futuresPanels, WantedTicket } from './futures-panels.tsx';

const importPhonePage = () => import('./futures-phone.tsx');
const FuturesPhone = lazyPart(() => importPhonePage().then((m) => m.FuturesPhone));

/** The futures page of one coin; visitors can view it but not trade. */
export function FuturesPage() {
  const { t } = useTranslation('trade');
  const { coin } = useParams({ from: paths.futures });
  const { status } = useSession();
  const markets = useFuturesMarkets();
  usePageAhead();
  if (coin !== coin.toUpperCase()) return <Navigate to={paths.futures} params={{ coin: coin.toUpperCase() }} replace />;
  if (markets.isLoadingError) return <LoadFailed size="page" title={t('failed')} onRetry={markets.refetch} />;
  if (!markets.data || status === 'unknown') return <DeskSkeleton kind="futures" />;
  const market = markets.data.find(({ base }) => base === coin);
  return market ? <Trading market={market} isReadOnly={status !== 'client'} /> : <UnlistedContract coin={coin} />;
}

/** The futures page without a coin. */
export function DefaultFuturesPage() {
  usePageAhead();
  const { data, isError } = useFuturesMarkets();
  return <ToChosenCoin kind="futures" markets={{ data: data?.map(({ base }) => base), isError }} />;
}

/** Fetches the code that this page needs on this screen while its market loads. */
function usePageAhead(): void {
  const isPhone = useIsPhone();
  useEffect(() => {
    if (isPhone) fetchAhead(importPhonePage)();
    else fetchPanelsAhead('futures', futuresPanels);
  }, [isPhone]);
}

/** The market rules in the form that book, chart and tape need, without fee rates: see useFuturesAccount. */
const rulesOf = (market: FuturesMarket): MarketRules => ({
  ...market,
  minimum_sell: market.minimum_amount,
  account_balance_limit_spot: market.minimum_total,
  membership_level: '',
  maker_rate_percent: '',
  taker_rate_percent: '',
});

type TradingProps = { readonly market: FuturesMarket; readonly isReadOnly: boolean };

function Trading({ market: polled, isReadOnly }: TradingProps) {
  const isPhone = useIsPhone();
  const market = useLiveStatus(polled);
  const rules = useMemo(() => rulesOf(market), [market]);
  const live = useLiveMarket(rules);
  const own = useOwnFutures();
  const { desk: openDesk, dialog } = useOrderDesk();
  const desk = isReadOnly ? CLOSED_DESK : openDesk;
  const navigate = useNavigate();
  const onChoose = useCallback((coin: string) => void navigate({ to: paths.futures, params: { coin } }), [navigate]);
  const pairs = usePairChoice(market.base, onChoose, usePerpetualPairs);
  useEffect(() => rememberCoin(market.base), [market.base]);
  useFuturesChanges();
  useLiveMarks();
  useFillSound(own);
  const trade = useMemo(
    (): Trade => ({
      coin: rules.base,
      rules,
      market: live,
      own,
      picks: new PickBus(),
      desk,
      ...(isReadOnly ? { isReadOnly } : {}),
    }),
    [rules, live, own, desk, isReadOnly],
  );
  return (
    <TradeContext value={trade}>
      <PerpetualContext value={market}>
        <DeskContext value={desk}>
          {isPhone ? (
            <LazyPart isInPlace fallback={<DeskSkeleton kind="futures" />}>
              <FuturesPhone key={market.name} header={header(pairs, null)} />
            </LazyPart>
          ) : (
            <DeskPage kind="futures" pairs={pairs} parts={PARTS} />
          )}
          {dialog}
        </DeskContext>
      </PerpetualContext>
    </TradeContext>
  );
}

const header = (pairs: PairsOfPage, tools: ReactNode) => (
  <PairHeader
    pairs={pairs}
    way="futures"
    tools={tools}
    mark={<PerpetualMark />}
    delisting={<PerpetualDelisting />}
    figures={<FuturesFigures />}
  />
);

const withDataLink = (pairs: PairsOfPage, tools: ReactNode) =>
  header(
    pairs,
    <>
      <DataLink />
      {tools}
    </>,
  );

const PARTS: DeskParts = {
  panels: futuresPanels,
  header: withDataLink,
  form: (wanted, onSent) => <WantedTicket wanted={wanted} onSent={onSent} />,
};

const PerpetualDelisting = () => <DelistingMark closeOnlyAt={usePerpetual().close_only_at} />;

function PerpetualMark() {
  const { t } = useTranslation('futures');
  return <Chip>{t('perpetual')}</Chip>;
}
