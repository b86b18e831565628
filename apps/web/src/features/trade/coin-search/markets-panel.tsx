import { useTranslation } from 'react-i18next';
import { PanelBar } from '../shared/panel-bar.tsx';
import { useTrade } from '../shared/trade-context.ts';
import styles from './coin-search.module.css';
import { PairChoice } from './pair-choice.tsx';

type MarketsPanelProps = {
  readonly onChoose: (coin: string) => void;
  /** The watchlist: starred pairs. */
  readonly onlyFavorites?: boolean;
};

/** All pairs, or the starred ones, beside the chart; a click shows the pair on this page. */
export function MarketsPanel({ onChoose, onlyFavorites = false }: MarketsPanelProps) {
  const { t } = useTranslation('trade');
  const { coin } = useTrade();
  return (
    <div className={styles.panel}>
      <PanelBar title={t(onlyFavorites ? 'layout.panel.watchlist' : 'layout.panel.markets')} />
      <PairChoice current={coin} onChoose={onChoose} shape="panel" onlyFavorites={onlyFavorites} />
    </div>
  );
}
