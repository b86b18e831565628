import { formatPrice } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesOrder } from '../../../lib/futures.ts';
import { coinsOf } from '../../../lib/market-names.ts';
import { momentText } from '../shared/time-text.ts';
import { stateOf, typeText } from './columns.tsx';
import styles from './positions.module.css';
import { SideMark } from './side-mark.tsx';

type OrderCardProps = { readonly order: FuturesOrder; readonly action?: ReactNode };

/** An order in a perpetual market on a phone. */
export function OrderCard({ order, action }: OrderCardProps) {
  const { t } = useTranslation(['futures', 'trade']);
  const coin = coinsOf(order.name).base;
  const fact = (label: string, value: string, unit = '') =>
    value === '' ? null : (
      <div>
        <dt>{label}</dt>
        <dd className="num">
          {formatPrice(value)} {unit}
        </dd>
      </div>
    );
  return (
    <article className={styles.order}>
      <header>
        <SideMark name={order.name} side={order.side} />
        {action}
      </header>
      <p>
        {t(`effect.${order.effect}`)} · {typeText(order)} <span className={styles.end}>{stateOf(order)}</span>
      </p>
      <dl>
        {order.order_per_unit === '' ? (
          <div>
            <dt>{t('columns.price')}</dt>
            <dd>{t('trade:orders.market')}</dd>
          </div>
        ) : (
          fact(t('columns.price'), order.order_per_unit)
        )}
        {fact(t('columns.trigger'), order.trigger_price)}
        {fact(t('columns.amount'), order.number_of_order, coin)}
        {fact(t('columns.filled'), order.filled, coin)}
        {fact(t('columns.average'), order.final_price)}
        {Number(order.fee) === 0 ? null : fact(t('columns.fee'), order.fee, 'USDT')}
      </dl>
      <p className="faint">{momentText(order.created_at)}</p>
    </article>
  );
}
