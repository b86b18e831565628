import { CoinAmount, formatCoin, formatPrice } from '@vitrine/ui';
import type { TFunction } from 'i18next';
import type { OwnFill, OwnOrder } from '../../../lib/own-order.ts';
import { column, type ExportColumn, end } from '../shared/export-column.ts';
import { endedText } from '../shared/order-endings.ts';
import { momentText, recentText } from '../shared/time-text.ts';
import { OrderActions } from './order-actions.tsx';
import { feeOf, filledText, moneyOf, orderTotal, pairText, triggerText } from './order-words.ts';
import styles from './orders.module.css';

type T = TFunction<'trade'>;

type Sided = { readonly side: 'BUY' | 'SELL' };

export function SideText({ t, row }: { readonly t: T; readonly row: Sided }) {
  return <span data-side={row.side}>{t(`side.${row.side}`)}</span>;
}

const NOTHING = <span className="faint">–</span>;
/** A USDT amount; all amounts in a column have the same number of decimals. */
const usdt = (text: string, column: readonly string[]) => (text === '' ? NOTHING : formatCoin(text, 'USDT', column));
const orBlank = (text: string): string => (text === '' ? '' : formatPrice(text));

const orderHead = (t: T): ExportColumn<OwnOrder>[] => [
  column('time', t('orders.time'), (row) => momentText(row.created_at), {
    render: (row) => <span className="dim">{recentText(row.created_at)}</span>,
  }),
  column('pair', t('orders.pair'), (row) => pairText(row.pair)),
  column('type', t('orders.type'), (row) => t(`type.${row.type}`)),
  column('side', t('orders.side'), (row) => t(`side.${row.side}`), {
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

export const openOrderColumns = (t: T): ExportColumn<OwnOrder>[] => [
  ...orderHead(t),
  column('open', t('orders.remaining'), (row) => row.open, { ...end, render: (row) => formatPrice(row.open) }),
  column('total', t('orders.total'), orderTotal, {
    ...end,
    render: (row, rows) => usdt(orderTotal(row), rows.map(orderTotal)),
  }),
  column('trigger', t('orders.trigger'), (row) => row.trigger_price, { inFileOnly: true }),
  {
    key: 'actions',
    title: '',
    header: <span className="visually-hidden">{t('orders.actions')}</span>,
    align: 'end',
    render: (row) => <OrderActions order={row} />,
  },
];

export const orderHistoryColumns = (t: T): ExportColumn<OwnOrder>[] => [
  ...orderHead(t),
  column('average', t('orders.average'), (row) => row.average_price, {
    ...end,
    render: (row) => (Number(row.average_price) === 0 ? NOTHING : moneyOf(row.average_price)),
  }),
  column('filled_total', t('orders.total'), (row) => row.filled_total, {
    ...end,
    render: (row, rows) =>
      usdt(
        row.filled_total,
        rows.map(({ filled_total }) => filled_total),
      ),
  }),
  column('fee', t('orders.fee'), (row) => row.fee, { ...end, render: (row) => feeOf(row.fee) }),
  column(
    'state',
    t('orders.state'),
    (row) => [t(`state.${row.state}`), endedText(t, row.ended_because)].filter(Boolean).join(': '),
    {
      render: (row) => (
        <span className={styles.state}>
          {t(`state.${row.state}`)}
          {row.state === 'ended' ? <small>{endedText(t, row.ended_because)}</small> : null}
        </span>
      ),
    },
  ),
];

export const tradeHistoryColumns = (t: T): ExportColumn<OwnFill>[] => [
  column('time', t('orders.time'), (row) => momentText(row.time), {
    render: (row) => <span className="dim">{recentText(row.time)}</span>,
  }),
  column('pair', t('orders.pair'), (row) => pairText(row.pair)),
  column('side', t('orders.side'), (row) => t(`side.${row.side}`), {
    render: (row) => <SideText t={t} row={row} />,
  }),
  column('price', t('orders.price'), (row) => row.price, { ...end, render: (row) => formatPrice(row.price) }),
  column('amount', t('orders.amount'), (row) => row.size, {
    ...end,
    render: (row) => formatPrice(row.size),
  }),
  column('total', t('orders.total'), (row) => row.total, {
    ...end,
    render: (row, rows) =>
      usdt(
        row.total,
        rows.map(({ total }) => total),
      ),
  }),
  column('fee', t('orders.fee'), (row) => `${row.fee} ${row.fee_coin}`, {
    ...end,
    render: (row, rows) => (
      <CoinAmount
        amount={row.fee}
        coin={row.fee_coin}
        column={rows.flatMap(({ fee, fee_coin }) => (fee_coin === row.fee_coin ? [fee] : []))}
      />
    ),
  }),
  column('role', t('orders.role'), (row) => t(`role.${row.role}`)),
  column('order', t('orders.order'), (row) => row.order_id, {
    ...end,
    render: (row) => <span className="dim">#{row.order_id}</span>,
  }),
];
