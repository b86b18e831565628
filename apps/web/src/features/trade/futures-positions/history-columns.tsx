import { formatPrice } from '@vitrine/ui';
import type { FuturesOrder } from '../../../lib/futures.ts';
import { column, type ExportColumn, end } from '../shared/export-column.ts';
import { amount, effect, market, orderHead, price, SignedText, stateColumn, type T, time } from './columns.tsx';
import type { Fill, FundingPayment, Liquidation, PastPosition } from './use-histories.ts';

const signed = <Row,>(key: string, title: string, of: (row: Row) => string) =>
  column(key, title, of, { ...end, render: (row: Row) => <SignedText value={of(row)} /> });

export const orderHistoryColumns = (t: T): ExportColumn<FuturesOrder>[] => [
  ...orderHead(t),
  price('average', t('columns.average'), (row) => row.final_price),
  column('fee', t('columns.fee'), (row) => row.fee, { ...end, render: (row) => formatPrice(row.fee) }),
  stateColumn(t),
];

export const fillColumns = (t: T): ExportColumn<Fill>[] => [
  time(t, (row) => row.time),
  market(t),
  effect(t),
  column('role', t('columns.role'), (row) => t(`role.${row.role}`)),
  price('price', t('columns.price'), (row) => row.unit_price),
  amount(t, (row) => row.number_of_order),
  signed('profit', t('columns.realized'), (row) => row.realized_profit),
  column('fee', t('columns.fee'), (row) => row.fee, {
    ...end,
    render: (row) => `${formatPrice(row.fee)} ${row.fee_coin}`,
  }),
];

export const pastPositionColumns = (t: T): ExportColumn<PastPosition>[] => [
  { ...time<PastPosition>(t, (row) => row.opened_at, t('columns.opened')), key: 'opened' },
  { ...time<PastPosition>(t, (row) => row.closed_at, t('columns.closed')), key: 'closed' },
  market(t),
  amount(t, (row) => row.size),
  price('entry', t('columns.entry'), (row) => row.entry_price),
  price('exit', t('columns.exit'), (row) => row.exit_price),
  signed('realized', t('columns.realized'), (row) => row.realized_profit),
  signed('funding', t('columns.funding'), (row) => row.funding),
  column('fees', t('columns.fee'), (row) => row.fees, { ...end, render: (row) => formatPrice(row.fees) }),
  signed('net', t('columns.net'), (row) => row.net_profit),
  { ...amount<PastPosition>(t, (row) => row.liquidated, t('columns.liquidated')), key: 'liquidated' },
];

export const fundingColumns = (t: T): ExportColumn<FundingPayment>[] => [
  time(t, (row) => row.time),
  market(t),
  amount(t, (row) => row.size, t('columns.size')),
  signed('payment', t('columns.payment'), (row) => row.amount),
];

export const liquidationColumns = (t: T): ExportColumn<Liquidation>[] => [
  time(t, (row) => row.time),
  market(t),
  amount(t, (row) => row.size),
  price('mark', t('columns.mark'), (row) => row.mark_price),
  price('bankruptcy', t('columns.bankruptcy'), (row) => row.bankruptcy_price),
];
