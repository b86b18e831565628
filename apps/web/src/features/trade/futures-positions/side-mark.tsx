import { CoinIcon } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { PositionSide } from '../../../lib/futures.ts';
import { coinsOf, marketLabel } from '../../../lib/market-names.ts';
import styles from './positions.module.css';

type SideMarkProps = { readonly name: string; readonly side: PositionSide; readonly leverage?: number };

/** A market, a direction and a leverage: 'BTCUSDT BUY MORE x10'. */
export function SideMark({ name, side, leverage }: SideMarkProps) {
  const { t } = useTranslation('futures');
  const coin = coinsOf(name).base;
  return (
    <span className={styles.market}>
      <CoinIcon coin={coin} size={20} />
      <b>{marketLabel(name)}</b>
      <span className={styles.side} data-side={side}>
        {t(`side.${side}`)}
        {leverage === undefined ? '' : ` x${leverage}`}
      </span>
    </span>
  );
}
