import { CoinIcon, formatPrice } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import { type FuturesMarket, useFuturesAccount } from '../../../lib/futures.ts';
import { listText } from '../../../lib/lists.ts';
import styles from './futures-rules.module.css';

type ContractRulesProps = { readonly market: FuturesMarket; readonly children?: ReactNode };

/** The rules of a perpetual market as the exchange enforces them, and the client's own fees. */
export function ContractRules({ market, children }: ContractRulesProps) {
  const { t } = useTranslation(['futures', 'trade']);
  const account = useFuturesAccount(market.name).data;
  const { base, quote } = market;
  const of = (text: string, coin: string) => `${formatPrice(trimZeros(text))} ${coin}`;
  const percent = (text: string | undefined) => (text === undefined ? t('rules.forClients') : `${trimZeros(text)}%`);
  const rows: readonly (readonly [string, string])[] = [
    [t('trade:about.status'), t(`trade:market.${market.status}`)],
    [t('rules.margin'), quote],
    [t('rules.leverages'), listText(market.leverages.map((each) => `x${each}`))],
    [t('trade:about.tick'), `${market.tick} ${quote}`],
    [t('trade:about.lot'), `${market.lot} ${base}`],
    [t('trade:about.minimumSell'), of(market.minimum_amount, base)],
    [t('trade:about.minimumBuy'), of(market.minimum_total, quote)],
    [t('trade:about.maximumAmount'), of(market.maximum_amount, base)],
    [t('trade:about.maximumTotal'), of(market.maximum_total, quote)],
    [t('rules.maximumPosition'), of(market.maximum_position, base)],
    [t('rules.maximumOpenInterest'), of(market.maximum_open_interest, base)],
    [t('trade:about.openOrders'), String(market.maximum_open_orders)],
    [t('trade:about.band'), t('rules.bandValue', { percent: trimZeros(market.band_percent) })],
    [t('trade:ticket.maxSlippage'), percent(market.max_slippage_percent)],
    [t('rules.maintenance', { value: of(market.risk_limit, quote) }), percent(market.maintenance_percent)],
    [t('rules.step', { value: of(market.risk_step, quote) }), `+${percent(market.risk_step_percent)}`],
    [
      t('rules.term'),
      market.minimum_term_days === 0 ? t('rules.noTerm') : t('rules.termValue', { count: market.minimum_term_days }),
    ],
    [t('rules.liquidationFee'), percent(market.liquidation_fee_percent)],
    [t('rules.funding'), t('rules.fundingValue', { count: market.funding_interval_hours })],
    [t('trade:about.maker'), percent(account?.maker_rate_percent)],
    [t('trade:about.taker'), percent(account?.taker_rate_percent)],
  ];
  return (
    <div className={styles.rules}>
      <h3>
        <CoinIcon coin={base} size={24} /> {t('rules.title', { pair: `${base}${quote}` })}
      </h3>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('rules.note')}</p>
      <p>{t('rules.waiting')}</p>
      <p>{t('rules.fundingNote')}</p>
      <p>{t('rules.delisting')}</p>
      {children}
    </div>
  );
}
