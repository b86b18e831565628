import { formatPrice, formatSigned } from '@vitrine/ui';
import type { TFunction } from 'i18next';
import { coinOfContract, type FuturesOrder, type PositionSide } from '../../../lib/futures.ts';
import { i18n } from '../../../lib/i18n.ts';
import { orderState } from '../../../lib/own-order.ts';
import { column, type ExportColumn, end } from '../shared/export-column.ts';
import { endedText } from '../shared/order-endings.ts';
import { momentText, recentText } from '../shared/time-text.ts';
import styles from './positions.module.css';
import { SideMark } from './side-mark.tsx';
import type { Fill, FundingPayment, Liquidation, PastPosition } from './use-histories.ts';

type T = TFunction<'futures'>;

const USDT_DECIMALS = 2;

const price = <Row,>(key: string, title: string, of: (row: Row) => string) =>
  column(key, title, of, { ...end, render: (row: Row) => (of(row) === '' ? '—' : formatPrice(of(row))) });

/** A signed USDT amount in the color of its direction. */
export function SignedText({ value }: { readonly value: string }) {
  const direction = value.startsWith('-') ? 'down' : /[1-9]/.test(value) ? 'up' : 'flat';
  return (
    <span className={`num ${styles.signed}`} data-direction={direction}>
      {formatSigned(value, USDT_DECIMALS)}
    </span>
  );
}

const signed = <Row,>(key: string, title: string, of: (row: Row) => string) =>
  column(key, title, of, { ...end, render: (row: Row) => <SignedText value={of(row)} /> });

interface Placed {
  readonly name: string;
  readonly side: PositionSide;
}

const time = <Row,>(t: T, of: (row: Row) => number, title = t('columns.time')) =>
  column('time', title, (row: Row) => momentText(of(row)), {
    render: (row: Row) => <span className="dim">{recentText(of(row))}</span>,
  });

const market = <Row extends Placed>(t: T) =>
  column('market', t('columns.market'), (row: Row) => `${row.name} ${t(`side.${row.side}`)}`, {
    render: (row: Row) => <SideMark name={row.name} side={row.side} />,
  });

const effect = <Row extends { readonly effect: 'open' | 'close' }>(t: T) =>
  column('effect', t('columns.effect'), (row: Row) => t(`effect.${row.effect}`));

const amount = <Row extends Placed>(t: T, of: (row: Row) => string, title = t('columns.amount')) =>
  column('amount', title, of, {
    ...end,
    render: (row: Row) => `${formatPrice(of(row))} ${coinOfContract(row.name)}`,
  });

const typeText = (row: FuturesOrder): string => i18n.t(`trade:type.${row.type}`);

const orderHead = (t: T): ExportColumn<FuturesOrder>[] => [
  time(t, (row) => row.created_at),
  market(t),
  effect(t),
  column('type', t('columns.type'), typeText),
  price('price', t('columns.price'), (row) => row.order_per_unit),
  price('trigger', t('columns.trigger'), (row) => row.trigger_price),
  amount(t, (row) => row.number_of_order),
  column('filled', t('columns.filled'), (row) => row.filled, { ...end, render: (row) => formatPrice(row.filled) }),
];

export const openOrderColumns = (t: T): ExportColumn<FuturesOrder>[] => orderHead(t);

export const orderHistoryColumns = (t: T): ExportColumn<FuturesOrder>[] => [
  ...orderHead(t),
  price('average', t('columns.average'), (row) => row.final_price),
  column('fee', t('columns.fee'), (row) => row.fee, { ...end, render: (row) => formatPrice(row.fee) }),
  column('state', t('columns.state'), stateText),
];

function stateText(row: FuturesOrder): string {
  const trade = i18n.getFixedT(null, 'trade');
  return [trade(`state.${orderState(row.state)}`), endedText(trade, row.ended_because)].filter(Boolean).join(': ');
}

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
  time(t, (row) => row.opened_at, t('columns.opened')),
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
