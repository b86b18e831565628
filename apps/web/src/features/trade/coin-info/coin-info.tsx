import { ChangeText, CoinIcon, formatCompact, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { usePair } from '../../../lib/market-data.ts';
import { useTicker } from '../../../lib/tickers.ts';
import { PanelBar } from '../shared/panel-bar.tsx';
import { useTrade } from '../shared/trade-context.ts';
import styles from './coin-info.module.css';
import { UNKNOWN, useCoinProfile } from './coin-profile.ts';
import { Fact, ProfileFacts } from './profile-facts.tsx';

/** A panel with everything that the exchange knows about the coin. */
export function CoinPanel() {
  const { t } = useTranslation('trade');
  return (
    <div className={styles.panel}>
      <PanelBar title={t('layout.panel.coin')} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={styles.scroller} tabIndex={0} aria-label={t('layout.panel.coin')}>
        <CoinInfo />
      </section>
    </div>
  );
}

/** Name, categories, the last 24 hours, and what operators have entered about the coin. */
export function CoinInfo() {
  const { t } = useTranslation('trade');
  const { rules, coin } = useTrade();
  // The coin's spot market, even on the futures page: the coin's category and last 24 hours are those of the spot
  // market.
  const pair = usePair(coin);
  const ticker = useTicker(pair?.coin_pair_name ?? '');
  const profile = useCoinProfile(coin);
  return (
    <div className={styles.info}>
      <h3>
        <CoinIcon coin={coin} size={24} /> {profile?.full_name ?? pair?.full_name ?? coin}
      </h3>
      {profile && profile.intro !== UNKNOWN ? <p className={styles.intro}>{profile.intro}</p> : null}
      <dl>
        <Fact label={t('coin.symbol')}>{coin}</Fact>
        <Fact label={t('coin.category')}>{pair ? categories(t, pair) : '–'}</Fact>
        <Fact label={t('header.change')}>
          <ChangeText value={ticker?.percent ?? pair?.increase_in_value} />
        </Fact>
        <Fact label={t('header.high')}>{formatPrice(ticker?.high ?? pair?.high)}</Fact>
        <Fact label={t('header.low')}>{formatPrice(ticker?.low ?? pair?.low)}</Fact>
        <Fact label={t('header.volume', { coin })}>{formatCompact(ticker?.volume ?? pair?.volume)}</Fact>
        <Fact label={t('header.volume', { coin: rules.quote })}>
          {formatCompact(ticker?.volume_usdt ?? pair?.volume_usdt)}
        </Fact>
        <ProfileFacts profile={profile} coin={coin} quote={rules.quote} />
      </dl>
    </div>
  );
}

type Categories = { readonly type: string; readonly pos: boolean; readonly pow: boolean; readonly innovation: boolean };

const categories = (
  t: ReturnType<typeof useTranslation<'trade'>>['t'],
  { type, pos, pow, innovation }: Categories,
): string =>
  [type, pos && t('coin.pos'), pow && t('coin.pow'), innovation && t('coin.innovation')].filter(Boolean).join(' · ');
