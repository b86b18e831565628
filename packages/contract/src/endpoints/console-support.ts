import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Exact, Optional, RowId, Success, TimeMs, Uid, Uuid, Words } from '../schema.ts';
import {
  FileBytes,
  MESSAGE_BODY_BYTES,
  MessageFields,
  MOST_MESSAGE_CHARACTERS,
  messageErrors,
  PlainText,
  SupportMessage,
  SupportTopic,
} from './support.ts';

const roles = ['support', 'compliance'] as const;

const Operator = Exact({ id: Type.String(), name: Type.String() });

const Thread = Exact({
  uid: Uid,
  /** Masked. */
  name: Type.String(),
  /** Masked. */
  email: Type.String(),
  verified: Type.Boolean(),
  state: Words(['open', 'closed']),
  /** When the oldest unanswered message was written; absent if all are answered. */
  waiting_since: Optional(TimeMs),
  last_at: TimeMs,
  assigned_to: Optional(Operator),
  /** The topic that the client chose last. */
  topic: Optional(SupportTopic),
});

const About = Exact({ uid: Uid });
const Changed = Exact({ thread: Thread });

const forStaff = { area: 'console', access: 'staff' } as const;

export const consoleSupportEndpoints = {
  consoleSupportThreads: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/support/threads',
    roles,
    errors: [],
    summary: 'Conversations with clients, those with the newest messages first; names and emails are masked.',
    query: Exact({
      state: Optional(Words(['open', 'closed'])),
      assigned: Optional(Words(['me', 'nobody'])),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    response: Exact({
      threads: Type.Array(Thread),
      /** The number of clients who are waiting for an answer, listed or not. */
      waiting: Type.Integer({ minimum: 0 }),
    }),
  }),
  consoleSupportThread: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/support/thread',
    roles,
    errors: ['unknown_client'],
    summary: 'One conversation, newest message first.',
    query: Exact({ uid: Uid, before: Optional(RowId) }),
    response: Exact({
      thread: Thread,
      messages: Type.Array(SupportMessage),
      /**
       * The ids of the newest message delivered to the client, the newest read by the client, and the newest seen by an
       * operator; 0 for none.
       */
      delivered: Type.Integer({ minimum: 0 }),
      read: Type.Integer({ minimum: 0 }),
      seen: Type.Integer({ minimum: 0 }),
      /** Whether there are older messages. */
      more: Type.Boolean(),
    }),
  }),
  consoleSupportAttachment: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/support/attachment',
    readsFile: true,
    roles,
    errors: ['unknown_attachment'],
    summary: 'A file in a conversation, decrypted for this view.',
    query: Exact({ uid: Uid, id: Uuid }),
    response: FileBytes,
  }),
  consoleSupportOperators: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/support/operators',
    audited: false,
    roles,
    errors: [],
    summary: 'The operators to whom a conversation can be assigned.',
    response: Exact({ operators: Type.Array(Operator) }),
  }),
  consoleSupportSeen: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/support/seen',
    roles,
    errors: ['unknown_client'],
    summary:
      'Marks a conversation as read up to the message `up_to`. The client can see which of their messages were read.',
    body: Exact({ uid: Uid, up_to: RowId }),
    response: Exact({ seen: Type.Integer({ minimum: 0 }) }),
  }),
  consoleVisitorRequests: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/support/requests',
    roles,
    errors: [],
    summary: 'Messages from people who were not signed in: open ones, oldest first, or answered ones, newest first.',
    query: Exact({ which: Words(['waiting', 'answered']) }),
    response: Exact({
      requests: Type.Array(
        Exact({
          id: RowId,
          at: TimeMs,
          email: Type.String(),
          /** The client with this email address, or empty. The message need not have been written by this client. */
          uid: Type.String(),
          text: Type.String(),
          answered_at: Type.Union([TimeMs, Type.Null()]),
          answered_by: Type.String(),
          answer: Type.String(),
        }),
      ),
      waiting: Type.Integer({ minimum: 0 }),
    }),
  }),
  consoleAnswerVisitor: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/support/requests/answer',
    roles,
    errors: ['request_answered', 'message_required'],
    summary: 'Answers, by email, a message from someone who was not signed in. A message can be answered only once.',
    body: Exact({
      id: RowId,
      text: PlainText(MOST_MESSAGE_CHARACTERS),
    }),
    response: Success,
  }),
  consoleSupportReply: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/support/reply',
    roles,
    errors: ['unknown_client', ...messageErrors],
    summary: 'Sends an answer to a client, who sees it immediately. Reopens a closed conversation.',
    bodyLimitBytes: MESSAGE_BODY_BYTES,
    body: Exact({ uid: Uid, ...MessageFields }),
    example: {
      uid: '482107731',
      text: 'It needs two more confirmations.',
      reference: '0b8ff4a6-4f1e-4c1a-9a38-3c1d6c0f9a11',
    },
    response: Exact({ message: SupportMessage }),
  }),
  consoleSupportAssign: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/support/assign',
    roles,
    errors: ['unknown_client', 'unknown_operator'],
    summary: 'Assigns a conversation to one operator; an empty `staff` unassigns it.',
    body: Exact({ uid: Uid, staff: Type.String({ maxLength: 64 }) }),
    response: Changed,
  }),
  consoleSupportClose: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/support/close',
    roles,
    errors: ['unknown_client'],
    summary: 'Closes a conversation. The client’s next message reopens it.',
    body: About,
    response: Changed,
  }),
  consoleSupportReopen: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/support/reopen',
    roles,
    errors: ['unknown_client'],
    summary: 'Reopens a closed conversation.',
    body: About,
    response: Changed,
  }),
};
