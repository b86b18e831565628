import { paths } from '../lib/paths.ts';
import { useCoins } from './coins.ts';
import { DayLine } from './day-line.tsx';
import { formatPercent, formatPlain } from './numbers.ts';
import page from './page.module.css';
import type { Texts } from './texts.ts';
import styles from './ticker-strip.module.css';

const SHOWN = 4;

/** Live prices and changes of the largest coins. */
export function TickerStrip({ texts }: { readonly texts: Texts }) {
  const coins = useCoins('volume').slice(0, SHOWN);
  return (
    <section className={styles.strip} aria-label={texts.ticker.label}>
      <div className={`num ${page.wrap} ${styles.inner}`}>
        {coins.length === 0
          ? Array.from({ length: SHOWN }, (_, index) => <span key={places[index]} className={styles.coin} />)
          : coins.map(({ name, image, price, percent, tone, href }) => (
              <a key={name} href={href} className={styles.coin}>
                <img src={image} alt="" width={30} height={30} className={styles.icon} />
                <span>
                  <span>
                    <span className="dim">{name}</span> <span className={page[tone]}>{formatPercent(percent)}</span>
                  </span>
                  <b>{formatPlain(price)}</b>
                </span>
                <span className={styles.line}>
                  <DayLine coin={name} percent={percent} width={74} height={36} />
                </span>
              </a>
            ))}
        <a href={paths.tradingData} className={`${page.button} ${page.ghost} ${styles.all}`}>
          {texts.ticker.all}
        </a>
      </div>
    </section>
  );
}

const places = Array.from({ length: SHOWN }, (_, index) => `place ${index}`);
