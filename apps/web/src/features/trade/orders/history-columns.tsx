import { CoinAmount, formatInteger, formatPrice } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { marketLabel } from '../../../lib/market-names.ts';
import type { OwnFill, OwnOrder } from '../../../lib/own-order.ts';
import { column, type ExportColumn, end } from '../shared/export-column.ts';
import { endedText, stateText } from '../shared/order-endings.ts';
import { momentText, recentText } from '../shared/time-text.ts';
import { NOTHING, orderHead, SideText, type T, usdt } from './order-columns.tsx';
import { moneyOf } from './order-words.ts';
import styles from './orders.module.css';

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
  column('fee', t('orders.fee'), (row) => row.fee, {
    ...end,
    render: (row, rows) => <CoinAmount amount={row.fee} coin="USDT" column={rows.map(({ fee }) => fee)} />,
  }),
  column('state', t('orders.state'), (row) => stateText(t, row.state, row.ended_because), {
    render: (row) => (
      <span className={styles.state}>
        {t(`state.${row.state}`)}
        {row.state === 'ended' ? <small>{endedText(t, row.ended_because)}</small> : null}
      </span>
    ),
  }),
];

/** The column with the button that opens an order's trades. */
export const fillsColumn = (t: T, button: (order: OwnOrder) => ReactNode): ExportColumn<OwnOrder> => ({
  key: 'fills',
  title: '',
  header: <span className="visually-hidden">{t('orders.fills')}</span>,
  align: 'end',
  width: 40,
  render: button,
});

/** The columns of the trades that are shown below an order's row. */
export const fillColumns = (t: T): ExportColumn<OwnFill>[] => {
  const [time, , , ...others] = tradeHistoryColumns(t);
  return [
    ...(time ? [time] : []),
    ...others.filter(({ key }) => key !== 'order'),
    column('entry', t('orders.entry'), (row) => String(row.position), {
      ...end,
      render: (row) => <span className="dim">#{formatInteger(row.position)}</span>,
    }),
  ];
};

export const tradeHistoryColumns = (t: T): ExportColumn<OwnFill>[] => [
  column('time', t('orders.time'), (row) => momentText(row.time), {
    render: (row) => <span className="dim">{recentText(row.time)}</span>,
  }),
  column('pair', t('orders.pair'), (row) => marketLabel(row.pair)),
  column('side', t('orders.side'), (row) => t(`sideName.${row.side}`), {
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
