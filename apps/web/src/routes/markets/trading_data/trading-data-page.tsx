import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ListTabs } from '../../../features/markets/markets/list-tabs.tsx';
import { MarketsFrame } from '../../../features/markets/markets/markets-frame.tsx';
import { MoversCard, VolumesCard } from '../../../features/markets/trading-data/activity-cards.tsx';
import type { DataWindow } from '../../../features/markets/trading-data/data.ts';
import { FlowBySize } from '../../../features/markets/trading-data/flow-by-size.tsx';
import {
  AccountsCard,
  FundingCard,
  LiquidationsCard,
  OpenInterestCard,
} from '../../../features/markets/trading-data/futures-cards.tsx';
import { MarketBar } from '../../../features/markets/trading-data/market-bar.tsx';
import { NetFlow } from '../../../features/markets/trading-data/net-flow.tsx';
import { OutsideCard } from '../../../features/markets/trading-data/outside-card.tsx';
import { useFuturesMarkets, useLiveMarks } from '../../../lib/futures.ts';
import { usePair, usePairs } from '../../../lib/market-data.ts';
import { DEFAULT_COIN, paths } from '../../../lib/paths.ts';
import styles from './trading-data-page.module.css';

/**
 * Trading data of a coin: taker flow by order size, futures data, gainers and losers, from the exchange's own trades;
 * below, the coin's market on another exchange.
 */
export function TradingDataPage() {
  const { t } = useTranslation('markets');
  const navigate = useNavigate();
  const { coin = DEFAULT_COIN, window = '24h' } = useSearch({ from: paths.tradingData });
  const pairs = usePairs().data;
  const pair = usePair(coin);
  const contracts = useFuturesMarkets().data;
  useLiveMarks();
  const contract = contracts?.find(({ base }) => base === coin)?.name;
  const choose = (search: { readonly coin?: string; readonly window?: DataWindow }) =>
    void navigate({ to: paths.tradingData, search: { coin, window, ...search }, replace: true });
  // The server says of an unknown name that there is no such market.
  const spot = { name: pair?.coin_pair_name ?? (pairs && coin), window };
  return (
    <MarketsFrame title={t('data.title')} lead={t('data.lead')}>
      <div className={styles.tabs}>
        <ListTabs pairs={pairs} />
      </div>
      <MarketBar
        coin={coin}
        window={window}
        onCoin={(next) => choose({ coin: next })}
        onWindow={(next) => choose({ window: next })}
      />
      <div className={styles.grid}>
        <FlowBySize {...spot} />
        <NetFlow {...spot} />
        {contract ? (
          <>
            <FundingCard name={contract} />
            <OpenInterestCard name={contract} window={window} />
            <AccountsCard name={contract} window={window} />
            <LiquidationsCard name={contract} window={window} />
          </>
        ) : contracts ? (
          <p className={styles.noContract}>{t('data.noContract', { coin })}</p>
        ) : null}
        <MoversCard window={window} />
        <VolumesCard window={window} />
        <OutsideCard coin={coin} />
      </div>
    </MarketsFrame>
  );
}
