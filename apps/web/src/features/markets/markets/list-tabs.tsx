import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFavorites } from '../../../lib/favorites.ts';
import type { Pair } from '../../../lib/market-data.ts';
import { paths } from '../../../lib/paths.ts';
import styles from './list-tabs.module.css';
import { marketListPaths, marketLists, pairsOf } from './market-list.ts';

/** Links to the lists of the markets page, each with its number of pairs. */
export function ListTabs({ pairs }: { readonly pairs: readonly Pair[] | undefined }) {
  const { t } = useTranslation('markets');
  const stars = useFavorites();
  return (
    <nav className={styles.tabs} aria-label={t('lists.label')}>
      {marketLists.map((list) => (
        <Link
          key={list}
          to={marketListPaths[list]}
          activeOptions={{ exact: true, explicitUndefined: true }}
          search={{}}
        >
          {t(`lists.${list}`)} {pairs ? <small className="num">{pairsOf(list, pairs, stars).length}</small> : null}
        </Link>
      ))}
      <Link to={paths.markets} search={{ view: 'all-cryptos' }}>
        {t('lists.allCryptos')}
      </Link>
      <Link to={paths.tradingData} search={{}} activeOptions={{ exact: true, includeSearch: false }}>
        {t('lists.tradingData')}
      </Link>
    </nav>
  );
}
