import { Link } from '@tanstack/react-router';
import { CoinIcon } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useFavorites } from '../../../lib/favorites.ts';
import { usePairs } from '../../../lib/market-data.ts';
import { paths } from '../../../lib/paths.ts';
import { DayLine, LiveChange, LivePrice } from '../../../ui/live-figures.tsx';
import styles from './dashboard.module.css';

const SHOWN = 4;

/** The client's first favorite coins, live; popular ones if there are none. */
export function FavoritesStrip() {
  const { t } = useTranslation('dashboard');
  const favorites = useFavorites();
  const { data = [] } = usePairs();
  const starred = favorites.flatMap((coin) => data.find(({ name }) => name === coin) ?? []);
  const shown = (starred.length > 0 ? starred : data).slice(0, SHOWN);
  return (
    <section aria-labelledby="favorites">
      <header className={styles.head}>
        <h2 id="favorites">{t(starred.length > 0 ? 'favorites.title' : 'favorites.popular')}</h2>
        <Link to={paths.markets} className="link">
          {t('favorites.all')}
        </Link>
      </header>
      <div className={`num ${styles.favorites}`} data-count={shown.length}>
        {shown.map(({ name, coin_pair_name, close, increase_in_value }) => (
          <Link key={name} to={paths.spot} params={{ coin: name }}>
            <span className={styles.coin}>
              <CoinIcon coin={name} size={22} />
              {name}
              <LiveChange name={coin_pair_name} initial={increase_in_value} />
            </span>
            <b>
              <LivePrice name={coin_pair_name} initial={close} />
            </b>
            <span className={styles.day}>
              <DayLine coin={name} percent={increase_in_value} width={214} height={80} fluid />
            </span>
          </Link>
        ))}
      </div>
    </section>
  );
}
