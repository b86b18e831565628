import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CoinIcon } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useHomeCoins } from '../../../lib/market-data.ts';
import { useMarketPath } from '../../../lib/market-path.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { DayLine, LiveChange, LivePrice } from '../../../ui/live-figures.tsx';
import styles from './ticker-strip.module.css';

/** Four coins with price and change, live. */
export function TickerStrip() {
  const { t } = useTranslation('home');
  const { data } = useHomeCoins();
  const market = useMarketPath(paths.spot);
  return (
    <section className={styles.strip} aria-label={t('ticker.label')}>
      <div className={styles.inner}>
        {data
          ? data.map(({ name, coin_pair_name, value, percent }) => (
              <Link key={name} to={market} params={{ coin: name }} className={styles.coin}>
                <CoinIcon coin={name} size={30} />
                <span className={styles.figures}>
                  <span>
                    <span className="dim">{name}</span> <LiveChange name={coin_pair_name} initial={percent} />
                  </span>
                  <b>
                    <LivePrice name={coin_pair_name} initial={value} />
                  </b>
                </span>
                <span className={styles.line}>
                  <DayLine coin={name} percent={percent} width={72} height={32} />
                </span>
              </Link>
            ))
          : ['a', 'b', 'c', 'd'].map((key) => (
              <span key={key} className={styles.coin}>
                <Skeleton circle height={30} />
                <Skeleton height={34} width={110} radius={6} />
              </span>
            ))}
        <ButtonLink to={paths.tradingData} variant="outline" className={styles.all}>
          {t('ticker.all')}
        </ButtonLink>
      </div>
    </section>
  );
}
