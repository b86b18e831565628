import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { StreamMessage } from '@vitrine/contract';
import { type CallResponse, call } from './api.ts';
import { useClient } from './session.ts';
import { useStreamedList } from './use-streamed-list.ts';

type Page = CallResponse<'GET /api/v3/notifications'>;
type Pages = InfiniteData<Page, string | undefined>;
export type Notification = Page['notifications'][number];

const KEY = ['notifications'] as const;

/** The client's notifications, newest first, a page at a time. */
export function useNotifications() {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) => call('GET /api/v3/notifications', { query: pageParam ? { cursor: pageParam } : {} }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: client !== undefined,
  });
}

/**
 * The number of unread notifications, kept up to date while the page is open. Used once, by the frame of every page.
 */
export function useUnread(): number {
  const { data } = useNotifications();
  useStreamedList<Page>({ key: KEY, types: ['notification'], apply: withMessage });
  return data?.pages[0]?.unread ?? 0;
}

/** Marks a notification and all older notifications as read. */
export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (upTo: number) => call('POST /api/v3/notifications/read', { body: { up_to: upTo } }),
    onSuccess: ({ unread }, upTo) =>
      queries.setQueryData<Pages>(KEY, (pages) => pages && readUpTo(pages, upTo, unread)),
  });
}

function withMessage(pages: Pages, message: StreamMessage): Pages {
  if (message.type !== 'notification') return pages;
  const { type: _, ...notification } = message;
  return withNewest(pages, notification);
}

function withNewest({ pages, pageParams }: Pages, notification: Notification): Pages {
  const [first, ...rest] = pages;
  if (first === undefined || first.notifications.some(({ id }) => id === notification.id)) return { pages, pageParams };
  const grown = { ...first, unread: first.unread + 1, notifications: [notification, ...first.notifications] };
  return { pages: [grown, ...rest], pageParams };
}

const readUpTo = ({ pages, pageParams }: Pages, upTo: number, unread: number): Pages => ({
  pageParams,
  pages: pages.map((page) => ({
    ...page,
    unread,
    notifications: page.notifications.map((one) => (one.id <= upTo ? { ...one, is_read: true } : one)),
  })),
});
