import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import type { StreamMessage } from '@vitrine/contract';
import { create } from 'zustand';
import { type CallResponse, call } from './api.ts';
import { useClient } from './session.ts';
import { useStreamedList } from './use-streamed-list.ts';

type Page = CallResponse<'GET /api/v3/support/messages'>;
type Pages = InfiniteData<Page, string | undefined>;
export type SupportMessage = Page['messages'][number];
export type SupportHours = Page['hours'];
export type SupportTopic = NonNullable<SupportMessage['topic']>;

const KEY = ['support'] as const;
const SENDING = ['support', 'send'] as const;

/** The page, and the record if any, that the client asks about, with a title. */
export interface ChatContext extends Required<Pick<SupportMessage, 'about'>> {
  readonly title: string;
}
export type RecordKind = NonNullable<ChatContext['about']['record']>['kind'];

interface Chat {
  readonly isOpen: boolean;
  /** Sent with the next message, unless removed. */
  readonly context: ChatContext | undefined;
  readonly open: () => void;
  readonly openAbout: (title: string, kind: RecordKind, id: string) => void;
  readonly forgetContext: () => void;
  readonly close: () => void;
}

/** Whether the chat is open, and what it is about; it can be opened from several places. */
export const useChat = create<Chat>((set) => ({
  isOpen: false,
  context: undefined,
  open: () => {
    set({ isOpen: true, context: undefined });
    onHeading((title) => set(({ isOpen, context }) => (isOpen && !context ? { context: pageContext(title) } : {})));
  },
  openAbout: (title, kind, id) =>
    set({ isOpen: true, context: { title, about: { page: location.pathname, record: { kind, id } } } }),
  forgetContext: () => set({ context: undefined }),
  close: () => set({ isOpen: false, context: undefined }),
}));

/** Pages that would add no useful context to a question. */
const UNTELLING: readonly string[] = ['/', '/home', '/contactus', '/account/notifications'];

function pageContext(title: string): ChatContext | undefined {
  const page = location.pathname;
  return UNTELLING.includes(page) ? undefined : { title, about: { page } };
}

const heading = (): string => document.querySelector('#main h1')?.textContent?.trim() ?? '';

let awaited: MutationObserver | undefined;

/** Calls back with the page's heading when the heading is rendered; the chat may be opened earlier. */
function onHeading(notify: (title: string) => void): void {
  awaited?.disconnect();
  const look = () => {
    const title = heading();
    if (title === '') return;
    awaited?.disconnect();
    notify(title);
  };
  awaited = new MutationObserver(look);
  awaited.observe(document.body, { childList: true, subtree: true });
  look();
}

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

/** The number of unread messages. */
export const useUnreadAnswers = (): number => useSupport().data?.pages[0]?.unread ?? 0;

/**
 * The number of unread messages; also keeps the conversation up to date while the page is open. Used once, by the frame
 * of every page.
 */
export function useSupportUnread(): number {
  const { data } = useSupport();
  useStreamedList<Page>({ key: KEY, types: ['support_message', 'support_thread'], apply: after });
  return data?.pages[0]?.unread ?? 0;
}

export interface ChosenFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Draft {
  readonly text: string;
  readonly reference: string;
  /** The id of the newest message at the time of sending; 0 if there was none. */
  readonly after: number;
  readonly file?: ChosenFile;
  readonly topic?: SupportTopic;
  readonly about?: ChatContext['about'];
}

/** Sends the file first, then the message that names it. */
async function sendMessage({ file, after: _, ...message }: Draft) {
  if (file === undefined) return call('POST /api/v3/support/messages', { body: message });
  const { upload_id } = await call('POST /api/v3/uploads/attachment', { body: file.bytes });
  const attachment = { name: file.name, upload_id };
  return call('POST /api/v3/support/messages', { body: { ...message, attachment } });
}

export function useSendSupportMessage() {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: SENDING,
    mutationFn: sendMessage,
    onSuccess: ({ message }) => queries.setQueryData<Pages>(KEY, (pages) => pages && withNewest(pages, message)),
  });
}

/** Messages being sent to the server. */
export const useSending = (): readonly Draft[] =>
  useMutationState({
    filters: { mutationKey: SENDING, status: 'pending' },
    select: ({ state }) => state.variables as Draft,
  });

/**
 * The messages being sent that are not in the conversation yet: the stream may deliver a message before the call that
 * sends it has received its response.
 */
export const notBack = (sending: readonly Draft[], messages: readonly SupportMessage[]): readonly Draft[] =>
  sending.filter(
    ({ text, after }) =>
      !messages.some((message) => message.from === 'client' && message.id > after && message.text === text.trim()),
  );

/** Marks a message and all older messages as read. */
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
