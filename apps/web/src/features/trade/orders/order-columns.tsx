import { formatCoin, formatPrice } from '@vitrine/ui';
import type { TFunction } from 'i18next';
import type { CSSProperties } from 'react';
import { marketLabel } from '../../../lib/market-names.ts';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { column, type ExportColumn, end } from '../shared/export-column.ts';
import { momentText, recentText } from '../shared/time-text.ts';
import { type Editing, OrderActions } from './order-actions.tsx';
import { filledPercent, filledText, orderTotal, triggerText } from './order-words.ts';
import styles from './orders.module.css';

export type T = TFunction<'trade'>;

type Sided = { readonly side: 'BUY' | 'SELL' };

export function SideText({ t, row }: { readonly t: T; readonly row: Sided }) {
  return <span data-side={row.side}>{t(`sideName.${row.side}`)}</span>;
}

export const NOTHING = <span className="faint">–</span>;
/** A USDT amount; all amounts in a column have the same number of decimals. */
export const usdt = (text: string, column: readonly string[]) =>
  text === '' ? NOTHING : formatCoin(text, 'USDT', column);
const orBlank = (text: string): string => (text === '' ? '' : formatPrice(text));

/** A bar that shows the filled part of the order; an order for a USDT total has none. */
export function FilledMeter({ order }: { readonly order: OwnOrder }) {
  const percent = filledPercent(order);
  if (percent === undefined) return null;
  return <span className={styles.meter} style={{ '--filled': `${percent}%` } as CSSProperties} aria-hidden="true" />;
}

export const orderHead = (t: T): ExportColumn<OwnOrder>[] => [
  column('time', t('orders.time'), (row) => momentText(row.created_at), {
    render: (row) => <span className="dim">{recentText(row.created_at)}</span>,
  }),
  column('pair', t('orders.pair'), (row) => marketLabel(row.pair)),
  column('type', t('orders.type'), (row) => t(`type.${row.type}`)),
  column('side', t('orders.side'), (row) => t(`sideName.${row.side}`), {
    render: (row) => <SideText t={t} row={row} />,
  }),
  column('price', t('orders.price'), (row) => row.price, {
    ...end,
    header: t('orders.priceAndTrigger'),
    render: (row) => <PriceAndTrigger t={t} order={row} />,
  }),
  column('amount', t('orders.amount'), (row) => row.size, {
    ...end,
    render: (row) => orBlank(row.size),
  }),
  column('filled', t('orders.filled'), (row) => row.filled, {
    ...end,
    render: (row) => (
      <>
        {formatPrice(row.filled)} <span className={`faint ${styles.percent}`}>{filledText(row)}</span>
        {row.state === 'open' ? <FilledMeter order={row} /> : null}
      </>
    ),
  }),
];

/** An order's price, with its trigger below. */
function PriceAndTrigger({ t, order }: { readonly t: T; readonly order: OwnOrder }) {
  const trigger = triggerText(order);
  return (
    <>
      {orBlank(order.price) || t('orders.market')}
      {trigger === '' ? null : (
        <>
          {' '}
          <small className={styles.trigger} title={t('orders.trigger')}>
            {trigger}
          </small>
        </>
      )}
    </>
  );
}

export const openOrderColumns = (t: T, editing: Editing): ExportColumn<OwnOrder>[] => [
  ...orderHead(t),
  column('open', t('orders.remaining'), (row) => row.open, { inFileOnly: true }),
  column('total', t('orders.total'), orderTotal, {
    ...end,
    render: (row, rows) => usdt(orderTotal(row), rows.map(orderTotal)),
  }),
  column('trigger', t('orders.trigger'), (row) => row.trigger_price, { inFileOnly: true }),
  column('state', t('orders.state'), (row) => t(`state.${row.state}`)),
  {
    key: 'actions',
    title: '',
    header: <span className="visually-hidden">{t('orders.actions')}</span>,
    align: 'end',
    render: (row) => <OrderActions order={row} editing={editing} />,
  },
];
