import { pageOf, pageSize } from '../../../http/paging.ts';
import type { Session } from '../../../http/session.ts';
import { findMarkets } from '../../../kit/find.ts';
import { fillOnWire, type OrderTypeWord, orderOnWire, typeOfWord } from '../../../projections/wire.ts';
import { type DayFilter, readDays } from '../../../wallet/http/browsed.ts';
import type { Handler, Services } from '../../services.ts';

interface HistoryFields extends DayFilter {
  readonly name?: string;
  readonly delegate_type?: 'BUY' | 'SELL';
  readonly sort?: 'newest' | 'oldest';
}

const sides = { BUY: 'buy', SELL: 'sell' } as const;

/** Selects the rows of a client's list or file. Throws unknown_market and invalid_request. */
const ownRows = (services: Services, { owner }: Session, { name, delegate_type, sort, from, to }: HistoryFields) => ({
  owner,
  market: name === undefined ? undefined : findMarkets(services, name),
  side: delegate_type && sides[delegate_type],
  isOldestFirst: sort === 'oldest',
  ...readDays({ from, to }),
});

type OrderFields = HistoryFields & {
  readonly type?: OrderTypeWord;
  readonly state?: 'filled' | 'cancelled';
};

export const endedOrdersFilter = (services: Services, session: Session, query: OrderFields) => ({
  ...ownRows(services, session, query),
  isPerpetual: false,
  type: query.type && typeOfWord[query.type],
  isFilled: query.state === undefined ? undefined : query.state === 'filled',
});

export const fillsFilter = (services: Services, session: Session, query: HistoryFields & { order_id?: string }) => ({
  ...ownRows(services, session, query),
  order: query.order_id === undefined ? undefined : Number(query.order_id),
});

export const orderHistory: Handler<'orderHistory'> = async ({ services, session, query }) => {
  const filter = endedOrdersFilter(services, session, query);
  const { cursor, limit } = query;
  const page = await services.histories.orders({ ...filter, cursor, limit: pageSize(limit) });
  const { rows, cursors, position } = pageOf(page);
  return { orders: rows.map((order) => orderOnWire(services.instruments, order)), ...cursors, position };
};

export const tradeHistory: Handler<'tradeHistory'> = async ({ services, session, query }) => {
  const filter = fillsFilter(services, session, query);
  const { cursor, limit } = query;
  const page = await services.histories.fills({ ...filter, cursor, limit: pageSize(limit) });
  const { rows, cursors, position } = pageOf(page);
  return { trades: rows.map((fill) => fillOnWire(services.instruments, fill)), ...cursors, position };
};
