import { formatPrice, formatSigned } from '@vitrine/ui';
import type { TFunction } from 'i18next';
import type { FuturesOrder, PositionSide } from '../../../lib/futures.ts';
import { i18n } from '../../../lib/i18n.ts';
import { coinsOf } from '../../../lib/market-names.ts';
import { orderState } from '../../../lib/own-order.ts';
import { column, type ExportColumn, end } from '../shared/export-column.ts';
import { stateText } from '../shared/order-endings.ts';
import { momentText, recentText } from '../shared/time-text.ts';
import styles from './positions.module.css';
import { SideMark } from './side-mark.tsx';

export type T = TFunction<'futures'>;

const USDT_DECIMALS = 2;

export const price = <Row,>(key: string, title: string, of: (row: Row) => string) =>
  column(key, title, of, { ...end, render: (row: Row) => (of(row) === '' ? '–' : formatPrice(of(row))) });

/** A signed USDT amount in the color of its direction. */
export function SignedText({ value }: { readonly value: string }) {
  const direction = value.startsWith('-') ? 'down' : /[1-9]/.test(value) ? 'up' : 'flat';
  return (
    <span className={`num ${styles.signed}`} data-direction={direction}>
      {formatSigned(value, USDT_DECIMALS)}
    </span>
  );
}

interface Placed {
  readonly name: string;
  readonly side: PositionSide;
}

export const time = <Row,>(t: T, of: (row: Row) => number, title = t('columns.time')) =>
  column('time', title, (row: Row) => momentText(of(row)), {
    render: (row: Row) => <span className="dim">{recentText(of(row))}</span>,
  });

export const market = <Row extends Placed>(t: T) =>
  column('market', t('columns.market'), (row: Row) => `${row.name} ${t(`side.${row.side}`)}`, {
    render: (row: Row) => <SideMark name={row.name} side={row.side} />,
  });

export const effect = <Row extends { readonly effect: 'open' | 'close' }>(t: T) =>
  column('effect', t('columns.effect'), (row: Row) => t(`effect.${row.effect}`));

export const amount = <Row extends Placed>(t: T, of: (row: Row) => string, title = t('columns.amount')) =>
  column('amount', title, of, {
    ...end,
    render: (row: Row) => `${formatPrice(of(row))} ${coinsOf(row.name).base}`,
  });

export const typeText = (row: FuturesOrder): string => i18n.t(`trade:type.${row.type}`);

export const orderHead = (t: T): ExportColumn<FuturesOrder>[] => [
  time(t, (row) => row.created_at),
  market(t),
  effect(t),
  column('type', t('columns.type'), typeText),
  price('price', t('columns.price'), (row) => row.order_per_unit),
  price('trigger', t('columns.trigger'), (row) => row.trigger_price),
  amount(t, (row) => row.number_of_order),
  column('filled', t('columns.filled'), (row) => row.filled, { ...end, render: (row) => formatPrice(row.filled) }),
];

/** An order's state, and why it was cancelled. */
export const stateOf = (row: FuturesOrder): string =>
  stateText(i18n.getFixedT(null, 'trade'), orderState(row.state), row.ended_because);

export const stateColumn = (t: T) => column('state', t('columns.state'), stateOf);

export const openOrderColumns = (t: T): ExportColumn<FuturesOrder>[] => [...orderHead(t), stateColumn(t)];
