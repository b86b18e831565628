import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { StreamMessage } from '@vitrine/contract';
import { create } from 'zustand';
import { type Answer, call } from './api.ts';
import { useClient } from './session.ts';
import { useStream } from './use-stream.ts';

type Page = Answer<'GET /api/v3/support/messages'>;
type Pages = InfiniteData<Page, string | undefined>;
export type SupportMessage = Page['messages'][number];
export type SupportHours = Page['hours'];

const KEY = ['support'] as const;
/** What is older than this when the connection is taken up again is asked for anew. */
const STALE_MS = 5_000;

interface Chat {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Whether the chat is open: it can be opened from several places. */
export const useChat = create<Chat>((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));

/** The conversation with support, newest first, a page at a time. */
export function useSupport() {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) => call('GET /api/v3/support/messages', { query: pageParam ? { cursor: pageParam } : {} }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: client !== undefined,
  });
}

/** How much is unread. */
export const useUnreadAnswers = (): number => useSupport().data?.pages[0]?.unread ?? 0;

/** The same; keeps the conversation up to date while the page is open. Used once, by what stands on every page. */
export function useSupportUnread(): number {
  const queries = useQueryClient();
  const client = useClient();
  const { data, dataUpdatedAt } = useSupport();
  useStream(client && { channel: 'private' }, (message) => {
    // What was said while the connection was away is not told again.
    if (message.type === 'private_snapshot' && dataUpdatedAt > 0 && dataUpdatedAt < Date.now() - STALE_MS) {
      void queries.invalidateQueries({ queryKey: KEY });
    }
    queries.setQueryData<Pages>(KEY, (pages) => pages && after(pages, message));
  });
  return data?.pages[0]?.unread ?? 0;
}

export interface Draft {
  readonly text: string;
  readonly reference: string;
  readonly attachment?: { readonly name: string; readonly data: string };
}

export function useSendSupportMessage() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (draft: Draft) => call('POST /api/v3/support/messages', { body: draft }),
    onSuccess: ({ message }) => queries.setQueryData<Pages>(KEY, (pages) => pages && withNewest(pages, message)),
  });
}

/** Marks everything up to a message as read. */
export function useReadSupport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (upTo: number) => call('POST /api/v3/support/read', { body: { up_to: upTo } }),
    onSuccess: ({ unread }) => queries.setQueryData<Pages>(KEY, (pages) => pages && withFirst(pages, { unread })),
  });
}

function after(pages: Pages, message: StreamMessage): Pages {
  if (message.type === 'support_message') return withNewest(pages, message.message);
  if (message.type !== 'support_thread') return pages;
  const { state, seen, unread } = message;
  return withFirst(pages, { state, seen, unread });
}

function withNewest(pages: Pages, message: SupportMessage): Pages {
  const [first] = pages.pages;
  if (first === undefined || first.messages.some(({ id }) => id === message.id)) return pages;
  const messages = [message, ...first.messages].sort((one, other) => other.id - one.id);
  return withFirst(pages, { messages, state: 'open' });
}

const withFirst = ({ pages, pageParams }: Pages, changes: Partial<Page>): Pages => ({
  pageParams,
  pages: pages.map((page, index) => (index === 0 ? { ...page, ...changes } : page)),
});
