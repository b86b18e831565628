import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { AssetUnits, SizeLots } from '@vitrine/money';
import { pageOf, pageSize } from '../../http/paging.ts';
import type { Session } from '../../http/session.ts';
import { type Instruments, nameIn } from '../../kit/instruments.ts';
import type { PositionChangeRecord } from '../../projections/tables/position-changes.ts';
import { averagePriceText, priceText, quoteText, sizeText } from '../../projections/wire.ts';
import { type DayFilter, readDays } from '../../wallet/http/browsed.ts';
import type { Effect } from '../orders/position-order.ts';
import type { Handler, Services } from '../services.ts';
import { findPerpetuals } from './find-perpetual.ts';
import { liquidationOnWire } from './public-histories.ts';
import { futuresOrderOnWire, signedQuoteText } from './wire.ts';

type Fill = ResponseOf<typeof endpoints.futuresTradeHistory>['trades'][number];
type ClosedPosition = ResponseOf<typeof endpoints.positionHistory>['positions'][number];
type Payment = ResponseOf<typeof endpoints.fundingPayments>['payments'][number];

interface HistoryFields extends DayFilter {
  readonly name?: string;
  readonly side?: 'long' | 'short';
  readonly sort?: 'newest' | 'oldest';
}

/** Selects the rows of a client's list or file. Throws unknown_market and invalid_request. */
const ownRows = (services: Services, { owner }: Session, { name, sort, from, to }: HistoryFields) => ({
  owner,
  market: name === undefined ? undefined : findPerpetuals(services, name),
  isOldestFirst: sort === 'oldest',
  ...readDays({ from, to }),
});

const place = ({ cursor, limit }: { readonly cursor?: string; readonly limit?: number }) => ({
  cursor,
  limit: pageSize(limit),
});

interface EffectField {
  readonly effect?: Effect;
}

const isClosing = ({ effect }: EffectField) => (effect === undefined ? undefined : effect === 'close');

type OrderFields = HistoryFields & EffectField & { readonly state?: 'filled' | 'cancelled' };

export const futuresOrdersFilter = (services: Services, session: Session, query: OrderFields) => ({
  ...ownRows(services, session, query),
  isPerpetual: true,
  positionSide: query.side,
  reduceOnly: isClosing(query),
  isFilled: query.state === undefined ? undefined : query.state === 'filled',
});

type TradeFields = HistoryFields & EffectField & { readonly role?: Fill['role'] };

export const futuresTradesFilter = (services: Services, session: Session, query: TradeFields) =>
  ({
    ...ownRows(services, session, query),
    side: query.side,
    kind: 'trade',
    closes: isClosing(query),
    role: query.role,
  }) as const;

export const closedPositionsFilter = (services: Services, session: Session, query: HistoryFields) =>
  ({ ...ownRows(services, session, query), side: query.side, kind: 'end' }) as const;

export const fundingPaymentsFilter = (services: Services, session: Session, query: HistoryFields) =>
  ({ ...ownRows(services, session, query), side: query.side, kind: 'funding' }) as const;

export const ownLiquidationsFilter = (services: Services, session: Session, query: HistoryFields) => ({
  ...ownRows(services, session, query),
  side: query.side,
});

export const futuresOrderHistory: Handler<'futuresOrderHistory'> = async ({ services, session, query }) => {
  const filter = futuresOrdersFilter(services, session, query);
  const { rows, cursors, position } = pageOf(await services.histories.orders({ ...filter, ...place(query) }));
  return { orders: rows.map((order) => futuresOrderOnWire(services.instruments, order)), ...cursors, position };
};

export const futuresTradeHistory: Handler<'futuresTradeHistory'> = async ({ services, session, query }) => {
  const filter = futuresTradesFilter(services, session, query);
  const { rows, cursors, position } = pageOf(await services.histories.positionChanges({ ...filter, ...place(query) }));
  return { trades: rows.map((row) => fillOnWire(services.instruments, row)), ...cursors, position };
};

export const positionHistory: Handler<'positionHistory'> = async ({ services, session, query }) => {
  const filter = closedPositionsFilter(services, session, query);
  const { rows, cursors, position } = pageOf(await services.histories.positionChanges({ ...filter, ...place(query) }));
  return { positions: rows.map((row) => closedPositionOnWire(services.instruments, row)), ...cursors, position };
};

export const fundingPayments: Handler<'fundingPayments'> = async ({ services, session, query }) => {
  const filter = fundingPaymentsFilter(services, session, query);
  const { rows, cursors, position } = pageOf(await services.histories.positionChanges({ ...filter, ...place(query) }));
  return { payments: rows.map((row) => paymentOnWire(services.instruments, row)), ...cursors, position };
};

export const ownLiquidations: Handler<'ownLiquidations'> = async ({ services, session, query }) => {
  const filter = ownLiquidationsFilter(services, session, query);
  const { rows, cursors, position } = pageOf(await services.histories.liquidations({ ...filter, ...place(query) }));
  return { liquidations: rows.map((row) => liquidationOnWire(services.instruments, row)), ...cursors, position };
};

const idOf = ({ position, line }: PositionChangeRecord): string => `${position}-${line}`;

export function fillOnWire(instruments: Instruments, change: PositionChangeRecord): Fill {
  const instrument = instruments.byMarket(change.market);
  return {
    id: idOf(change),
    order_id: change.order === 0 ? '' : String(change.order),
    name: nameIn.web(instrument),
    side: change.side,
    effect: change.closes ? 'close' : 'open',
    role: change.role === 'none' ? 'taker' : change.role,
    unit_price: priceText(instrument, change.priceTicks),
    number_of_order: sizeText(instrument, change.tradedLots),
    total: quoteText(instrument, change.notionalUnits),
    fee: quoteText(instrument, change.feeUnits),
    fee_coin: instrument.quote.code,
    realized_profit: signedQuoteText(instrument, change.realizedUnits),
    time: change.timeMs,
    position: change.position,
  };
}

export function closedPositionOnWire(instruments: Instruments, change: PositionChangeRecord): ClosedPosition {
  const instrument = instruments.byMarket(change.market);
  const { entryLots, entryUnits, exitLots, exitUnits, totalRealizedUnits, totalFeeUnits, totalFundingUnits } = change;
  const average = (filledLots: SizeLots, filledUnits: AssetUnits) =>
    averagePriceText(instrument, { filledLots, filledUnits });
  return {
    id: idOf(change),
    name: nameIn.web(instrument),
    side: change.side,
    opened_at: change.openedMs,
    closed_at: change.timeMs,
    size: sizeText(instrument, entryLots),
    entry_price: average(entryLots, entryUnits),
    exit_price: average(exitLots, exitUnits),
    realized_profit: signedQuoteText(instrument, totalRealizedUnits),
    fees: quoteText(instrument, totalFeeUnits),
    funding: signedQuoteText(instrument, totalFundingUnits),
    net_profit: signedQuoteText(instrument, totalRealizedUnits + totalFundingUnits - totalFeeUnits),
    liquidated: sizeText(instrument, change.liquidatedLots),
  };
}

export function paymentOnWire(instruments: Instruments, change: PositionChangeRecord): Payment {
  const instrument = instruments.byMarket(change.market);
  return {
    id: idOf(change),
    name: nameIn.web(instrument),
    side: change.side,
    amount: signedQuoteText(instrument, change.fundingUnits),
    coin: instrument.quote.code,
    size: sizeText(instrument, change.sizeLots),
    time: change.timeMs,
  };
}
