import type { endpoints, QueryOf } from '@vitrine/contract';
import type { Side } from '@vitrine/core';
import type { Session } from '../../http/session.ts';
import { findMarkets } from '../../kit/find.ts';
import type { OrdersBrowse } from '../../projections/browsing.ts';
import { browsed, browsedSize, readDays } from '../../wallet/http/browsed.ts';
import type { Services } from '../services.ts';

type Query = QueryOf<typeof endpoints.buyHistory>;

/** The filter for a list or an export of orders. Throws unknown_market and invalid_request. */
export function ordersFilter(
  services: Services,
  { owner }: Session,
  side: Side,
  { name, state, from, to }: Pick<Query, 'name' | 'state' | 'from' | 'to'>,
): Omit<OrdersBrowse, 'cursor' | 'limit'> {
  return {
    owner,
    side,
    market: name === undefined ? undefined : findMarkets(services, name),
    isFilled: state === undefined ? undefined : state === 'filled',
    ...readDays({ from, to }),
  };
}

/** Orders of one side that have ended. */
export async function orderHistory(services: Services, session: Session, side: Side, query: Query) {
  const filter = ordersFilter(services, session, side, query);
  const { cursor, limit } = query;
  return browsed(await services.browsing.orders({ ...filter, cursor, limit: browsedSize(limit) }));
}
