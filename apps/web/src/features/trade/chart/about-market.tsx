import { CoinIcon, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { pairLabel } from '../../../lib/market-names.ts';
import { useTrade } from '../shared/trade-context.ts';
import styles from './chart.module.css';

/** The rules of the market as the exchange enforces them, and the client's own fees. */
export function AboutMarket() {
  const { t } = useTranslation('trade');
  const { rules } = useTrade();
  const { base, quote } = rules;
  const bound = (text: string, coin: string) => (Number(text) > 0 ? `${formatPrice(text)} ${coin}` : t('about.none'));
  const rows: readonly (readonly [string, string])[] = [
    [t('about.status'), t(`market.${rules.status}`)],
    [t('about.tick'), `${rules.tick} ${quote}`],
    [t('about.lot'), `${rules.lot} ${base}`],
    [t('about.minimumSell'), bound(rules.minimum_sell, base)],
    [t('about.minimumBuy'), bound(rules.account_balance_limit_spot, quote)],
    [t('about.maximumAmount'), bound(rules.maximum_amount, base)],
    [t('about.maximumTotal'), bound(rules.maximum_total, quote)],
    [t('about.band'), t('about.bandValue', { percent: rules.band_percent })],
    [t('about.openOrders'), String(rules.maximum_open_orders)],
    [t('about.maker'), `${rules.maker_rate_percent}%`],
    [t('about.taker'), `${rules.taker_rate_percent}%`],
  ];
  return (
    <div className={styles.about}>
      <h3>
        <CoinIcon coin={base} size={24} /> {t('about.title', { pair: pairLabel(rules) })}
      </h3>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('about.feeNote', { coin: quote })}</p>
    </div>
  );
}
