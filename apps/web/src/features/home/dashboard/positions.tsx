import { Link } from '@tanstack/react-router';
import { directionOf, formatAmount, formatExact, formatPrice, formatSigned } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useFuturesChanges, useFuturesPositions, useLiveMarks } from '../../../lib/futures.ts';
import { coinsOf } from '../../../lib/market-names.ts';
import { paths } from '../../../lib/paths.ts';
import styles from './dashboard.module.css';

const SHOWN = 5;

/** Open positions of perpetual markets. */
export function Positions() {
  const { t } = useTranslation('dashboard');
  const { data } = useFuturesPositions();
  useFuturesChanges();
  useLiveMarks();
  const positions = data?.slice(0, SHOWN);
  return (
    <section aria-labelledby="positions">
      <header className={styles.head}>
        <h2 id="positions">{t('positions.title')}</h2>
        <Link to={paths.futuresDefault} className="link">
          {t('positions.all')}
        </Link>
      </header>
      {positions?.length === 0 ? <p className={styles.none}>{t('positions.none')}</p> : null}
      {positions && positions.length > 0 ? (
        <table className={`num ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">{t('positions.contract')}</th>
              <th scope="col">{t('positions.size')}</th>
              <th scope="col">{t('positions.mark')}</th>
              <th scope="col">{t('positions.margin')}</th>
              <th scope="col">{t('positions.profit')}</th>
            </tr>
          </thead>
          <tbody>
            {positions.map(({ id, name, side, size, mark_price, margin, profit }) => (
              <tr key={`${name} ${side} ${id}`}>
                <th scope="row">
                  <Link to={paths.futures} params={{ coin: coinsOf(name).base }}>
                    {name}
                  </Link>{' '}
                  <span className={side === 'long' ? styles.up : styles.down}>{t(`positions.${side}`)}</span>
                </th>
                <td>{formatExact(size)}</td>
                <td>{formatPrice(mark_price)}</td>
                <td>{formatAmount(margin, 2)}</td>
                <td className={styles[directionOf(profit)]}>{formatSigned(profit, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}
