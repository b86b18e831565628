import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { ChangeText, CoinIcon, formatCompact, formatPercent, formatPrice } from '@vitrine/ui';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { toggleFavorite } from '../../../lib/favorites.ts';
import { coinsOf } from '../../../lib/market-names.ts';
import styles from './coin-search.module.css';
import type { Pair } from './pair-list.ts';
import type { PairSource } from './pair-source.ts';

/** Funding rates have four decimals. */
const RATE_DECIMALS = 4;

type PairRowProps = {
  readonly id: string;
  readonly pair: Pair;
  /** Live figures, which replace those loaded with the pair; undefined until the stream has sent any. */
  readonly live: ReturnType<PairSource['live']['get']>;
  readonly isActive: boolean;
  readonly isCurrent: boolean;
  readonly isFavorite: boolean;
  readonly onChoose: (coin: string) => void;
};

/** A pair in the list; rendered again only if its own figures change, because most tickers change few pairs. */
export const PairRow = memo(function PairRow(props: PairRowProps) {
  const { id, pair, live, isActive, isCurrent, isFavorite, onChoose } = props;
  const { t } = useTranslation('trade');
  const coin = pair.name;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the list's keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className={styles.pair}
      aria-selected={isActive}
      aria-current={isCurrent || undefined}
      onClick={() => onChoose(coin)}
    >
      {/* A star for pointers only, because an option must not contain buttons. By keyboard, the star in the page's
          header has a hotkey. */}
      <span
        className={styles.star}
        data-star={coin}
        data-on={isFavorite || undefined}
        title={t(isFavorite ? 'search.unstar' : 'search.star')}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          toggleFavorite(coin);
        }}
      >
        {isFavorite ? <IconStarFilled size={15} /> : <IconStar size={15} stroke={1.7} />}
      </span>
      <CoinIcon coin={coin} size={22} />
      <span className={styles.name}>
        <b>{coin}</b>/{coinsOf(pair.coin_pair_name).quote}{' '}
        {pair.funding === undefined ? (
          <span className={styles.full}>{pair.full_name}</span>
        ) : (
          <small className={styles.funding}>
            {t('search.funding', { rate: formatPercent(pair.funding, RATE_DECIMALS) })}
          </small>
        )}
        {isFavorite ? <span className="visually-hidden"> {t('search.isFavorite')}</span> : null}
      </span>
      <span className={`num ${styles.price}`}>{formatPrice(live?.close ?? pair.close)}</span>
      <ChangeText value={live?.percent ?? pair.increase_in_value} className={styles.change ?? ''} />
      <span className={`num ${styles.volume}`}>{formatCompact(live?.volume_usdt ?? pair.volume_usdt)}</span>
    </div>
  );
});
