import { useState } from 'react';
import { paths } from '../lib/paths.ts';
import { type Coin, useCoins } from './coins.ts';
import { DayLine } from './day-line.tsx';
import { connection } from './live.ts';
import { formatPercent, formatPlain } from './numbers.ts';
import page from './page.module.css';
import styles from './popular.module.css';
import { QuickActions } from './quick-actions.tsx';
import { useIsSandbox } from './sandbox.ts';
import { useStore } from './store.ts';
import { fill, type Texts } from './texts.ts';

const SHOWN = 6;
const places = Array.from({ length: SHOWN }, (_, index) => `place ${index}`);

export function Popular({ texts }: { readonly texts: Texts }) {
  const { popular } = texts;
  const [order, setOrder] = useState<'volume' | 'change'>('volume');
  const coins = useCoins(order);
  return (
    <section className={`${page.wrap} ${page.section} ${styles.columns}`}>
      <div>
        <div className={page.head}>
          <h2 className={page.title}>{order === 'volume' ? popular.title : popular.trending}</h2>
          <LiveChip texts={texts} />
          {useIsSandbox() ? <span className={page.demo}>{popular.simulated}</span> : null}
          <a className={`link ${page.more}`} href={paths.markets}>
            {fill(popular.all, { count: coins.length === 0 ? '' : coins.length })}
          </a>
        </div>
        <div className={styles.orders}>
          {(['volume', 'change'] as const).map((each) => (
            <button key={each} type="button" aria-pressed={each === order} onClick={() => setOrder(each)}>
              {each === 'volume' ? popular.popularTab : popular.trendingTab}
            </button>
          ))}
        </div>
        <table className={`num ${styles.coins}`}>
          <thead>
            <tr>
              <th scope="col">{popular.coin}</th>
              <th scope="col">{popular.day}</th>
              <th scope="col">{popular.price}</th>
              <th scope="col">{popular.change}</th>
              <th scope="col">
                <span className="visually-hidden">{popular.trade}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {coins.length === 0
              ? places.map((key) => (
                  <tr key={key}>
                    <td colSpan={5} />
                  </tr>
                ))
              : coins.slice(0, SHOWN).map((coin) => <Row key={coin.name} coin={coin} texts={texts} />)}
          </tbody>
        </table>
      </div>
      <QuickActions texts={texts} />
    </section>
  );
}

function LiveChip({ texts: { popular } }: { readonly texts: Texts }) {
  const { state, pingMs } = useStore(connection);
  if (state === 'idle') return null;
  const isLive = state === 'live';
  return (
    <span className={`num ${page.chip}`} data-tone={isLive ? 'ok' : 'wait'}>
      {!isLive ? popular.reconnecting : pingMs === undefined ? popular.live : fill(popular.liveMs, { ms: pingMs })}
    </span>
  );
}

function Row({ coin, texts: { popular } }: { readonly coin: Coin; readonly texts: Texts }) {
  const { name, fullName, image, price, percent, tone, href } = coin;
  return (
    <tr>
      <th scope="row">
        <a href={href}>
          <img src={image} alt="" width={34} height={34} loading="lazy" />
          <span>
            <b>{fullName}</b>
            <small>{name}</small>
          </span>
        </a>
      </th>
      <td>
        <DayLine coin={name} percent={percent} width={150} height={42} />
      </td>
      <td>{formatPlain(price)}</td>
      <td className={page[tone]}>{formatPercent(percent)}</td>
      <td>
        <a
          href={href}
          className={`${page.button} ${page.ghost} ${styles.trade}`}
          aria-label={fill(popular.tradeCoin, { coin: name })}
        >
          {popular.trade}
        </a>
      </td>
    </tr>
  );
}
