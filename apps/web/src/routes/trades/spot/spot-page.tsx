import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { LoadFailed, useIsPhone } from '@vitrine/ui';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFoundPage } from '../../../app/not-found-page.tsx';
import { useLiveMarket } from '../../../features/trade/shared/market-live.ts';
import type { MarketRules } from '../../../features/trade/shared/market-rules.ts';
import { useOwnState } from '../../../features/trade/shared/own-live.ts';
import { PickBus } from '../../../features/trade/shared/pick-bus.ts';
import { rememberCoin } from '../../../features/trade/shared/recent-coins.ts';
import { type Trade, TradeContext } from '../../../features/trade/shared/trade-context.ts';
import { isUnknownMarket, useMarketRules } from '../../../features/trade/shared/use-market-rules.ts';
import { useFillSound } from '../../../lib/fill-sound.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { DeskPage } from './desk-page.tsx';
import { PhonePage } from './phone-page.tsx';
import { SpotSkeleton } from './spot-skeleton.tsx';
import { useOrderDesk } from './use-order-desk.tsx';
import { usePairChoice } from './use-pair-choice.tsx';

/** Spot trading of one coin against USDT. */
export function SpotPage() {
  const { t } = useTranslation('trade');
  const { coin } = useParams({ from: '/trades/spot/$coin' });
  const { status } = useSession();
  const rules = useMarketRules(coin, status === 'client');
  if (coin !== coin.toUpperCase()) return <Navigate to={paths.spot} params={{ coin: coin.toUpperCase() }} replace />;
  if (rules.isError && isUnknownMarket(rules.error)) return <NotFoundPage />;
  if (rules.isLoadingError) return <LoadFailed size="page" title={t('failed')} onRetry={rules.refetch} />;
  if (!rules.data || status !== 'client') return <SpotSkeleton />;
  return <SpotTrading key={rules.data.base} rules={rules.data} />;
}

/** A pair being traded. Remounted for another pair, so that no field keeps a value of the old one. */
function SpotTrading({ rules }: { readonly rules: MarketRules }) {
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const market = useLiveMarket(rules);
  const own = useOwnState();
  const { desk, dialog } = useOrderDesk();
  const pairs = usePairChoice(rules.base, (coin) => void navigate({ to: paths.spot, params: { coin } }));
  useFillSound(own);
  useEffect(() => rememberCoin(rules.base), [rules.base]);
  const trade = useMemo(
    (): Trade => ({ coin: rules.base, rules, market, own, picks: new PickBus(), desk }),
    [rules, market, own, desk],
  );
  return (
    <TradeContext value={trade}>
      {isPhone ? <PhonePage pairs={pairs} /> : <DeskPage pairs={pairs} />}
      {dialog}
    </TradeContext>
  );
}
