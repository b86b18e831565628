import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { LoadFailed } from '@vitrine/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DelistedPair } from '../../app/delisted-pair.tsx';
import { NotFoundPage } from '../../app/not-found-page.tsx';
import { PageSkeleton } from '../../app/page-skeleton.tsx';
import { BookPanel } from '../../features/trade/book/book-panel.tsx';
import { ChartPanel } from '../../features/trade/chart/chart-panel.tsx';
import { CoinProfileCard } from '../../features/trade/coin-info/coin-profile-card.tsx';
import { useSpotPairs } from '../../features/trade/coin-search/spot-pairs.ts';
import { PairHeader } from '../../features/trade/pair-header/pair-header.tsx';
import { PriceConverter } from '../../features/trade/price-converter/price-converter.tsx';
import { openCandleFeed, useLiveMarket } from '../../features/trade/shared/market-live.ts';
import type { MarketRules } from '../../features/trade/shared/market-rules.ts';
import { CLOSED_DESK } from '../../features/trade/shared/order-desk.ts';
import { PanelBoundary } from '../../features/trade/shared/panel-boundary.tsx';
import { PickBus } from '../../features/trade/shared/pick-bus.ts';
import { type Trade, TradeContext } from '../../features/trade/shared/trade-context.ts';
import { isDelistedMarket, isUnknownMarket, useMarketRules } from '../../features/trade/shared/use-market-rules.ts';
import { TapePanel } from '../../features/trade/tape/tape-panel.tsx';
import { pairLabel } from '../../lib/market-names.ts';
import { OwnState } from '../../lib/own-state.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { importOverview, LazyOverview } from '../trades/desk/lazy-overview.tsx';
import { usePairChoice } from '../trades/desk/use-pair-choice.tsx';
import styles from './price-page.module.css';

/** A coin's market, open to visitors: price, chart, book and trades, and a link to trade it. */
export function PricePage() {
  const { t } = useTranslation('trade');
  const { coin } = useParams({ from: paths.price });
  const rules = useMarketRules(coin, true);
  if (coin !== coin.toUpperCase()) return <Navigate to={paths.price} params={{ coin: coin.toUpperCase() }} replace />;
  if (rules.isError && isUnknownMarket(rules.error)) return <NotFoundPage />;
  if (rules.isError && isDelistedMarket(rules.error)) return <DelistedPair coin={coin} />;
  if (rules.isLoadingError) return <LoadFailed size="page" title={t('failed')} onRetry={rules.refetch} />;
  if (!rules.data) return <PageSkeleton />;
  return <Market key={rules.data.base} rules={rules.data} />;
}

function Market({ rules }: { readonly rules: MarketRules }) {
  const { t } = useTranslation('trade');
  const navigate = useNavigate();
  const market = useLiveMarket(rules);
  const onChoose = (coin: string) => void navigate({ to: paths.price, params: { coin } });
  const pairs = usePairChoice(rules.base, onChoose, useSpotPairs);
  const trade = useMemo(
    (): Trade => ({
      coin: rules.base,
      rules,
      market,
      own: new OwnState(),
      picks: new PickBus(),
      desk: CLOSED_DESK,
      isReadOnly: true,
    }),
    [rules, market],
  );
  return (
    <TradeContext value={trade}>
      <PairHeader
        pairs={pairs}
        tools={
          <ButtonLink to={paths.spot} params={{ coin: rules.base }}>
            {t('header.trade', { pair: pairLabel(rules) })}
          </ButtonLink>
        }
      />
      <div className={styles.grid}>
        <div className={`${styles.panel} ${styles.chart}`}>
          <PanelBoundary>
            <ChartPanel openFeed={openCandleFeed} overview={<LazyOverview />} importOverview={importOverview} />
          </PanelBoundary>
        </div>
        <div className={styles.panel}>
          <PanelBoundary>
            <BookPanel />
          </PanelBoundary>
        </div>
        <div className={styles.panel}>
          <PanelBoundary>
            <TapePanel />
          </PanelBoundary>
        </div>
        <div className={styles.wide}>
          <PanelBoundary>
            <CoinProfileCard />
          </PanelBoundary>
        </div>
        <div className={styles.wide}>
          <PriceConverter />
        </div>
      </div>
    </TradeContext>
  );
}
