import { useTranslation } from 'react-i18next';
import { PanelBar } from '../shared/panel-bar.tsx';
import { useTrade } from '../shared/trade-context.ts';
import styles from './coin-search.module.css';
import { PairChoice } from './pair-choice.tsx';
import type { UsePairs } from './pair-source.ts';

type MarketsPanelProps = {
  readonly onChoose: (coin: string) => void;
  readonly usePairs: UsePairs;
  /** Whether only starred pairs are listed: the watchlist. */
  readonly onlyFavorites?: boolean;
};

/** All pairs, or the starred ones, beside the chart; a click shows the pair on this page. */
export function MarketsPanel({ onChoose, usePairs, onlyFavorites = false }: MarketsPanelProps) {
  const { t } = useTranslation('trade');
  const { coin } = useTrade();
  return (
    <div className={styles.panel}>
      <PanelBar title={t(onlyFavorites ? 'layout.panel.watchlist' : 'layout.panel.markets')} />
      <PairChoice current={coin} onChoose={onChoose} usePairs={usePairs} shape="panel" onlyFavorites={onlyFavorites} />
    </div>
  );
}
