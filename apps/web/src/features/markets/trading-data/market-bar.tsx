import { SegmentedControl } from '@mantine/core';
import { BareSelect, CoinIcon } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { usePair, usePairs } from '../../../lib/market-data.ts';
import { marketLabel } from '../../../lib/market-names.ts';
import { LiveChange, LivePrice } from '../../../ui/live-figures.tsx';
import { type DataWindow, dataWindows } from './data.ts';
import styles from './trading-data.module.css';

interface MarketBarProps {
  readonly coin: string;
  readonly window: DataWindow;
  readonly onCoin: (coin: string) => void;
  readonly onWindow: (window: DataWindow) => void;
}

/** The chosen market with its price, and the chosen window. */
export function MarketBar({ coin, window, onCoin, onWindow }: MarketBarProps) {
  const { t } = useTranslation('markets');
  const pairs = usePairs().data;
  const pair = usePair(coin);
  return (
    <div className={styles.bar}>
      <CoinIcon coin={coin} size={24} />
      <BareSelect
        aria-label={t('data.market')}
        value={coin}
        onChange={({ currentTarget }) => onCoin(currentTarget.value)}
      >
        {pairs ? (
          pairs.map(({ name, coin_pair_name }) => (
            <option key={name} value={name}>
              {marketLabel(coin_pair_name)}
            </option>
          ))
        ) : (
          <option value={coin}>{coin}</option>
        )}
      </BareSelect>
      {pair ? (
        <span className="num">
          <LivePrice name={pair.coin_pair_name} initial={pair.close} />{' '}
          <LiveChange name={pair.coin_pair_name} initial={pair.increase_in_value} />{' '}
          <small className="faint">{t('data.day')}</small>
        </span>
      ) : null}
      <SegmentedControl
        className={styles.windows ?? ''}
        aria-label={t('data.window')}
        value={window}
        onChange={(next) => onWindow(next as DataWindow)}
        data={dataWindows.map((value) => ({ value, label: t(`data.windows.${value}`) }))}
      />
    </div>
  );
}
