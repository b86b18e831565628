import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Calls } from '@vitrine/contract';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api.ts';
import { type OwnOrder, ownFill, ownOrder } from '../../../lib/own-order.ts';
import type { OwnState } from '../../../lib/own-state.ts';
import { usePacedCall } from '../../../lib/use-paced-call.ts';
import { type HistoryFilter, picked } from '../shared/history-filter.ts';
import { type PageQuery, pageQuery, type RecordList, recordList } from '../shared/record-list.ts';

/** The filters of the histories; each list uses the ones that apply to it. */
export interface SpotFilter extends HistoryFilter {
  readonly name?: string;
  readonly delegate_type?: 'BUY' | 'SELL';
  readonly type?: OwnOrder['type'];
  readonly state?: 'filled' | 'cancelled';
}

export const OF_TRADES = ['name', 'delegate_type', 'from', 'to', 'sort'] as const;
export const OF_ORDERS = [...OF_TRADES, 'type', 'state'] as const;

const CATCH_UP_MS = 400;

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
  readonly position: number;
}

/** The maximum number of refetches of a history per second, however fast the client's orders are filled. */
const REFRESH_HERTZ = 1;

/**
 * Pages of a history with these filters. After one of the client's orders has ended or traded, the history is refetched
 * until the response reflects the log position of that event: histories are a moment behind the core.
 */
const useHistory = <Row, Filter extends object>(
  kind: 'orders' | 'trades',
  filter: Filter,
  own: OwnState,
  read: (query: PageQuery & Filter) => Promise<Page<Row>>,
): RecordList<Row> => {
  const queries = useQueryClient();
  const wanted = useRef(0);
  const query = useInfiniteQuery({
    queryKey: ['histories', kind, filter],
    queryFn: ({ pageParam }) => read({ ...filter, ...pageQuery(pageParam) }),
    initialPageParam: '',
    // While the panel shows another tab, this history is not notified of ended or traded orders, so it is refetched
    // when shown.
    refetchOnMount: 'always',
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) =>
      (state.data?.pages[0]?.position ?? Infinity) < wanted.current ? CATCH_UP_MS : false,
  });
  const refresh = usePacedCall(() => void queries.invalidateQueries({ queryKey: ['histories', kind] }), REFRESH_HERTZ);
  useEffect(() => {
    wanted.current = own.position;
    return own.onTraded(() => {
      wanted.current = own.position;
      refresh();
    });
  }, [own, refresh]);
  return recordList(query, ({ rows }) => rows);
};

export const useOrderHistory = (filter: SpotFilter, own: OwnState) =>
  useHistory('orders', picked(filter, OF_ORDERS), own, async (query) => {
    const { orders, next_cursor, position } = await call('GET /api/v3/trades/order-histories', { query });
    return { rows: orders.map(ownOrder), next: next_cursor, position };
  });

const readFills = async (query: Calls['GET /api/v3/trades/trade-histories']['query']) => {
  const { trades, next_cursor, position } = await call('GET /api/v3/trades/trade-histories', { query });
  return { rows: trades.map(ownFill), next: next_cursor, position };
};

export const useTradeHistory = (filter: SpotFilter, own: OwnState) =>
  useHistory('trades', picked(filter, OF_TRADES), own, readFills);

/** The trades of one order, in the order in which they were made. */
export const useOrderFills = (order: OwnOrder, own: OwnState) =>
  useHistory('trades', { order_id: order.id, sort: 'oldest' } as const, own, readFills);
