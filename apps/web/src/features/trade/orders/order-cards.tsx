import { formatPrice } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { marketLabel } from '../../../lib/market-names.ts';
import type { OwnFill, OwnOrder } from '../../../lib/own-order.ts';
import { endedText } from '../shared/order-endings.ts';
import { momentText } from '../shared/time-text.ts';
import { type Editing, OrderActions } from './order-actions.tsx';
import { FilledMeter, SideText } from './order-columns.tsx';
import { feeOf, filledText, moneyOf, orderTotal, triggerText } from './order-words.ts';
import styles from './orders.module.css';

type OrderCardProps = {
  readonly order: OwnOrder;
  /** Which order is being edited; absent for an ended order, which cannot be edited. */
  readonly editing?: Editing;
  /** The button that opens the order's trades. */
  readonly more?: ReactNode;
};

/** An order on a phone. */
export function OrderCard({ order, editing, more }: OrderCardProps) {
  const { t } = useTranslation('trade');
  const trigger = triggerText(order);
  return (
    <article className={styles.card}>
      <header>
        <b>{marketLabel(order.pair)}</b>
        <SideText t={t} row={order} />
        <span className="dim">{t(`type.${order.type}`)}</span>
        {editing ? (
          <OrderActions order={order} editing={editing} />
        ) : (
          <span className={styles.end}>{t(`state.${order.state}`)}</span>
        )}
      </header>
      <dl>
        <Pair label={t('orders.price')}>{order.price === '' ? t('orders.market') : formatPrice(order.price)}</Pair>
        <Pair label={t('orders.amount')}>{order.size === '' ? '–' : formatPrice(order.size)}</Pair>
        <Pair label={t('orders.filled')}>
          {formatPrice(order.filled)} <span className="faint">{filledText(order)}</span>
        </Pair>
        <Pair label={t('orders.total')}>{moneyOf(editing ? orderTotal(order) : order.filled_total) || '–'}</Pair>
        {trigger ? <Pair label={t('orders.trigger')}>{trigger}</Pair> : null}
      </dl>
      {editing ? <FilledMeter order={order} /> : null}
      <p className={`faint ${styles.last}`}>
        {momentText(order.created_at)}
        {editing ? ` · ${t(`state.${order.state}`)}` : ''}
        {order.state === 'ended' ? ` · ${endedText(t, order.ended_because)}` : ''}
        {more}
      </p>
    </article>
  );
}

/** One of the client's trades on a phone. */
export function FillCard({ fill }: { readonly fill: OwnFill }) {
  const { t } = useTranslation('trade');
  return (
    <article className={styles.card}>
      <header>
        <b>{marketLabel(fill.pair)}</b>
        <SideText t={t} row={fill} />
        <span className={styles.end}>{t(`role.${fill.role}`)}</span>
      </header>
      <dl>
        <Pair label={t('orders.price')}>{formatPrice(fill.price)}</Pair>
        <Pair label={t('orders.amount')}>{formatPrice(fill.size)}</Pair>
        <Pair label={t('orders.total')}>{moneyOf(fill.total)}</Pair>
        <Pair label={t('orders.fee')}>
          {feeOf(fill.fee)} {fill.fee_coin}
        </Pair>
      </dl>
      <p className="faint">{momentText(fill.time)}</p>
    </article>
  );
}

function Pair({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
