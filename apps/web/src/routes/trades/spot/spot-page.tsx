import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { LoadFailed, useIsPhone } from '@vitrine/ui';
import { lazy, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFoundPage } from '../../../app/not-found-page.tsx';
import { paths } from '../../../app/paths.ts';
import type { PairChoiceOpening } from '../../../features/pair-header/pair-header.tsx';
import { ApiError, call } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { useLiveMarket } from '../../../lib/trading/market-live.ts';
import { type MarketRules, tidyRules } from '../../../lib/trading/market-rules.ts';
import { useOwnState } from '../../../lib/trading/own-live.ts';
import { PickBus } from '../../../lib/trading/pick-bus.ts';
import { type Trade, TradeContext } from '../../../lib/trading/trade-context.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { DeskPage } from './desk-page.tsx';
import { PhonePage } from './phone-page.tsx';
import { SpotSkeleton } from './spot-skeleton.tsx';
import { useOrderDesk } from './use-order-desk.tsx';

// What is opened comes when it is first asked for: the page is quicker without it.
const PairPopover = lazy(() =>
  import('../../../features/coin-search/pair-popover.tsx').then((m) => ({ default: m.PairPopover })),
);
const PairSheet = lazy(() =>
  import('../../../features/coin-search/pair-sheet.tsx').then((m) => ({ default: m.PairSheet })),
);

const RULES_MS = 60_000;

const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'unknown_coin' || error.code === 'invalid_request');

/** Spot trading of one coin against USDT. */
export function SpotPage() {
  const { t } = useTranslation('trade');
  const { coin } = useParams({ from: '/trades/spot/$coin' });
  const { status } = useSession();
  const rules = useQuery({
    queryKey: ['get-order', coin.toUpperCase()],
    queryFn: ({ signal }) => call('GET /api/v3/getOrder', { query: { symbol: coin.toUpperCase() }, signal }),
    select: ({ price }) => tidyRules(price),
    enabled: status === 'client',
    staleTime: RULES_MS,
    placeholderData: keepPreviousData,
  });
  if (coin !== coin.toUpperCase()) return <Navigate to={paths.spot} params={{ coin: coin.toUpperCase() }} replace />;
  if (rules.isError && isUnknown(rules.error)) return <NotFoundPage />;
  if (rules.isLoadingError) return <LoadFailed size="page" title={t('failed')} onRetry={rules.refetch} />;
  if (!rules.data || status !== 'client') return <SpotSkeleton />;
  return <SpotTrading key={rules.data.base} rules={rules.data} />;
}

/** A pair being traded. Mounted anew for another pair, so that nothing of the old one is left in any field. */
function SpotTrading({ rules }: { readonly rules: MarketRules }) {
  const isPhone = useIsPhone();
  const market = useLiveMarket(rules);
  const own = useOwnState();
  const { desk, dialog } = useOrderDesk();
  const pairs = usePairChoice(rules.base, isPhone);
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

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

/** The choice of another pair: below the pair's name on a desk, from below on a phone. '/' opens it, Ctrl+K as well. */
const usePairChoice = (current: string, isPhone: boolean): PairChoiceOpening => {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const close = useCallback(() => setOpened(false), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isShortcut && (event.key !== '/' || isTyping(event.target))) return;
      event.preventDefault();
      setOpened(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  const onChoose = (coin: string) => {
    setOpened(false);
    void navigate({ to: paths.spot, params: { coin } });
  };
  const Choice = isPhone ? PairSheet : PairPopover;
  return {
    isOpen: opened,
    toggle: () => setOpened(!opened),
    choice: opened ? (
      <LazyPart>
        <Choice current={current} onClose={close} onChoose={onChoose} />
      </LazyPart>
    ) : null,
  };
};
