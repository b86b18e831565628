import {
  type InfiniteData,
  InfiniteQueryObserver,
  QueryClient,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { recordList } from './record-list.ts';

test('a history keeps its rows and reports the error if older rows could not be loaded', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let fails = true;
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['history'],
    queryFn: async ({ pageParam }) => {
      if (pageParam !== '' && fails) throw new Error('unavailable');
      return pageParam === '' ? { rows: [1, 2], next: '2' } : { rows: [3], next: undefined };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const list = () =>
    recordList(
      observer.getCurrentResult() as UseInfiniteQueryResult<InfiniteData<{ readonly rows: readonly number[] }>>,
      ({ rows }) => rows,
    );
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  await list().pages?.fetchNextPage();
  expect(list()).toMatchObject({ data: { status: 'success', rows: [1, 2] }, pages: { isFetchNextPageError: true } });
  fails = false;
  await list().pages?.fetchNextPage();
  expect(list()).toMatchObject({
    data: { status: 'success', rows: [1, 2, 3] },
    pages: { isFetchNextPageError: false, hasNextPage: false },
  });
  stop();
});
