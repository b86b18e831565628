import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api.ts';
import { ownFill, ownOrder } from '../../../lib/own-order.ts';
import type { OwnState } from '../../../lib/own-state.ts';
import { usePacedCall } from '../../../lib/use-paced-call.ts';
import { type PageQuery, pageQuery, type RecordList, recordList } from '../shared/record-list.ts';

const CATCH_UP_MS = 400;

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
  readonly position: number;
}

/** The maximum number of refetches of a history per second while the client's orders are filled. */
const REFRESH_HERTZ = 1;

/**
 * Pages of a history, newest first. After one of the client's orders has ended or traded, the history is refetched
 * until the response reflects the log position of that event: histories are a moment behind the core.
 */
const useHistory = <Row>(
  kind: 'orders' | 'trades',
  pairName: string | undefined,
  own: OwnState,
  read: (query: PageQuery) => Promise<Page<Row>>,
): RecordList<Row> => {
  const queries = useQueryClient();
  const wanted = useRef(0);
  const query = useInfiniteQuery({
    queryKey: ['histories', kind, pairName],
    queryFn: ({ pageParam }) => read(pageQuery(pageParam, pairName)),
    initialPageParam: '',
    // Orders that ended while another tab was open were not reported here.
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

export const useOrderHistory = (pairName: string | undefined, own: OwnState) =>
  useHistory('orders', pairName, own, async (query) => {
    const { orders, next_cursor, position } = await call('GET /api/v3/trades/order-histories', { query });
    return { rows: orders.map(ownOrder), next: next_cursor, position };
  });

export const useTradeHistory = (pairName: string | undefined, own: OwnState) =>
  useHistory('trades', pairName, own, async (query) => {
    const { trades, next_cursor, position } = await call('GET /api/v3/trades/trade-histories', { query });
    return { rows: trades.map(ownFill), next: next_cursor, position };
  });
