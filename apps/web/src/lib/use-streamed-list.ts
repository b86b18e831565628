import { type InfiniteData, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { StreamMessage } from '@vitrine/contract';
import { useClient } from './session.ts';
import { useStream } from './use-stream.ts';

/** A cached list, and how certain types of messages to the client change it. */
export interface StreamedList<Page> {
  readonly key: QueryKey;
  readonly types: readonly StreamMessage['type'][];
  readonly apply: (pages: Pages<Page>, message: StreamMessage) => Pages<Page>;
}

type Pages<Page> = InfiniteData<Page, string | undefined>;

/** Keeps the list up to date while the page is open. */
export function useStreamedList<Page>(list: StreamedList<Page>): void {
  const queries = useQueryClient();
  const client = useClient();
  useStream(client && { channel: 'private' }, (message) => receive(queries, list, message));
}

/**
 * Applies a message to the list. Fetches the list again after a new subscription, because the stream does not repeat
 * earlier events, and if the list is being fetched, because that response may be older than the message.
 */
export function receive<Page>(
  queries: QueryClient,
  { key, types, apply }: StreamedList<Page>,
  message: StreamMessage,
): void {
  const query = { queryKey: key, exact: true };
  const isForList = types.includes(message.type);
  if (isForList) queries.setQueryData<Pages<Page>>(key, (pages) => pages && apply(pages, message));
  if (message.type === 'private_snapshot' || (isForList && queries.isFetching(query) > 0))
    // Invalidating is not enough: a list that has never been loaded would not start another request, but wait for the
    // one in flight and show its outdated response.
    void queries.cancelQueries(query).then(() => queries.invalidateQueries(query));
}
