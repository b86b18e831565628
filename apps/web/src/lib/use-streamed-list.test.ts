import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import type { StreamMessage } from '@vitrine/contract';
import { afterEach, expect, test } from 'vitest';
import { receive, type StreamedList } from './use-streamed-list.ts';

type Page = readonly number[];
const list: StreamedList<Page> = {
  key: ['numbers'],
  types: ['notification'],
  apply: (pages, message) => ({
    ...pages,
    pages: pages.pages.map((page) => (message.type === 'notification' ? [...page, message.id] : page)),
  }),
};
const notification = (id: number): StreamMessage => ({
  type: 'notification',
  id,
  kind: 'support_replied',
  parameters: {},
  time: 0,
  is_read: false,
});
const snapshot: StreamMessage = { type: 'private_snapshot', position: 1, orders: [], balances: [] };

let queries: QueryClient;
/** Each function resolves one request with the given page. */
let requests: ((page: Page) => void)[];
let stop: () => void;

function open(): void {
  queries = new QueryClient();
  requests = [];
  const observer = new InfiniteQueryObserver<Page>(queries, {
    queryKey: list.key,
    queryFn: () => new Promise<Page>((resolve) => requests.push(resolve)),
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
  });
  stop = observer.subscribe(() => undefined);
}
afterEach(() => stop());

const pages = () => queries.getQueryData<{ pages: Page[] }>(list.key)?.pages;

test('a stream message is applied to the list', async () => {
  open();
  requests[0]?.([1]);
  await expect.poll(pages).toEqual([[1]]);
  receive(queries, list, notification(2));
  expect(pages()).toEqual([[1, 2]]);
  expect(requests).toHaveLength(1);
});

test('a first response that may be older than the stream message is discarded', async () => {
  open();
  receive(queries, list, notification(2));
  await expect.poll(() => requests.length).toBe(2);
  requests[0]?.([1]);
  requests[1]?.([1, 2]);
  await expect.poll(pages).toEqual([[1, 2]]);
});

test('a list fetched before its subscription began is fetched again', async () => {
  open();
  requests[0]?.([1]);
  await expect.poll(pages).toEqual([[1]]);
  receive(queries, list, snapshot);
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.([1, 2]);
  await expect.poll(pages).toEqual([[1, 2]]);
});
