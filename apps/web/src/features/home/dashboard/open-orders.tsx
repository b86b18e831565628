import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatExact, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { usePairs } from '../../../lib/market-data.ts';
import { ownOrder } from '../../../lib/own-order.ts';
import { paths } from '../../../lib/paths.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useClient } from '../../../lib/session.ts';
import { useFallbackInterval } from '../../../lib/use-stream.ts';
import { WALLET_POLL_MS } from '../../../lib/wallet.ts';
import styles from './dashboard.module.css';

const SHOWN = 5;

/** The newest open orders of spot markets. */
export function OpenOrders() {
  const { t } = useTranslation('dashboard');
  const { data: pairs } = usePairs();
  const { data } = useQuery({
    // Part of the wallet, and so refetched whenever an own order or balance changes.
    queryKey: [...WALLET_KEY, 'open-orders'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/trades/open-orders', { query: { limit: SHOWN }, signal })).orders.map(ownOrder),
    enabled: useClient() !== undefined,
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });
  const coinOf = (pair: string) => pairs?.find(({ coin_pair_name }) => coin_pair_name === pair)?.name ?? '';
  return (
    <section aria-labelledby="open-orders">
      <header className={styles.head}>
        <h2 id="open-orders">{t('orders.title')}</h2>
        <Link to={paths.spotDefault} className="link">
          {t('orders.all')}
        </Link>
      </header>
      {data?.length === 0 ? <p className={styles.none}>{t('orders.none')}</p> : null}
      {data && data.length > 0 ? (
        <table className={`num ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">{t('orders.pair')}</th>
              <th scope="col">{t('orders.side')}</th>
              <th scope="col">{t('orders.price')}</th>
              <th scope="col">{t('orders.filled')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ id, pair, side, price, size, filled }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to={paths.spot} params={{ coin: coinOf(pair) }}>
                    {pair}
                  </Link>
                </th>
                <td className={side === 'BUY' ? styles.up : styles.down}>
                  {t(side === 'BUY' ? 'orders.buy' : 'orders.sell')}
                </td>
                <td>{price === '' ? t('orders.market') : formatPrice(price)}</td>
                <td>
                  {size === ''
                    ? formatExact(filled)
                    : t('orders.of', { filled: formatExact(filled), size: formatExact(size) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}
