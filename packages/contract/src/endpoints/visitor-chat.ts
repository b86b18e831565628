import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Exact, Optional, RowId, Success, TimeMs, Uuid, Words } from '../schema.ts';
import { MOST_MESSAGE_CHARACTERS, PlainText, SupportHours, SupportMessage } from './support.ts';

/**
 * A visitor's text. The only control characters allowed are tabs and line breaks, because each takes six bytes in JSON,
 * and conversations are read repeatedly.
 */
const VisitorText = Type.String({ maxLength: 2_000, pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$' });

const forVisitors = { area: 'support', access: 'visitor' } as const;

export const visitorChatEndpoints = {
  visitorChat: defineEndpoint({
    ...forVisitors,
    method: 'GET',
    path: '/api/v3/support/visitor-chat',
    errors: [],
    perAddressPerSecond: 5,
    summary:
      'The newest 100 messages of the conversation with support that this browser started without signing in, newest first. Access requires the conversation’s cookie.',
    response: Exact({
      messages: Type.Array(SupportMessage),
      /** The id of the newest message that an operator has seen; 0 for none. */
      seen: Type.Integer({ minimum: 0 }),
      /**
       * `none`: nothing was written in this browser, or the conversation was deleted. A new message reopens a closed
       * conversation.
       */
      state: Words(['none', 'open', 'closed']),
      hours: SupportHours,
      /** The median time in which clients were answered in the last two weeks; absent if too few were answered. */
      usual_answer_seconds: Optional(Type.Integer({ minimum: 0 })),
    }),
  }),
  sendVisitorMessage: defineEndpoint({
    ...forVisitors,
    method: 'POST',
    path: '/api/v3/support/visitor-chat',
    errors: ['message_required', 'support_full'],
    summary:
      'Sends a message to support without signing in. The first message starts a conversation and sets the cookie that gives access to it. A conversation is deleted 30 days after its last message. `reference` is a random UUID chosen by the sender: a message sent again with the same reference is stored only once and does not start a second conversation. Limited to 5 conversations and 60 messages per hour and IP address.',
    body: Exact({ text: VisitorText, reference: Uuid }),
    response: Exact({ message: SupportMessage }),
  }),
  endVisitorChat: defineEndpoint({
    ...forVisitors,
    method: 'POST',
    path: '/api/v3/support/visitor-chat/end',
    errors: [],
    summary:
      'Ends this browser’s conversation: it can no longer be read with its cookie, which is deleted. Operators still see it until it is deleted.',
    body: Exact({}),
    response: Success,
  }),
};

const roles = ['support', 'compliance'] as const;
const forStaff = { area: 'console', access: 'staff', roles } as const;

const Chat = Exact({
  id: RowId,
  state: Words(['open', 'closed']),
  /** The language of the visitor's pages. */
  language: Type.String(),
  /** When the oldest unanswered message was written; absent if all are answered. */
  waiting_since: Optional(TimeMs),
  last_at: TimeMs,
  assigned_to: Optional(Exact({ id: Type.String(), name: Type.String() })),
});
const Changed = Exact({ chat: Chat });

export const consoleVisitorChatEndpoints = {
  consoleVisitorChats: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/support/visitor-chats',
    errors: [],
    summary: 'Conversations with visitors, those waiting for an answer first; at most 200.',
    query: Exact({ state: Words(['open', 'closed']) }),
    response: Exact({
      chats: Type.Array(Chat),
      /** The number of visitors who are waiting for an answer, listed or not. */
      waiting: Type.Integer({ minimum: 0 }),
    }),
  }),
  consoleVisitorChat: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/support/visitor-chat',
    errors: ['unknown_conversation'],
    summary:
      'One conversation with a visitor: its newest 100 messages, newest first, and whether there are older ones.',
    query: Exact({ id: RowId, before: Optional(RowId) }),
    response: Exact({
      chat: Chat,
      messages: Type.Array(SupportMessage),
      seen: Type.Integer({ minimum: 0 }),
      more: Type.Boolean(),
    }),
  }),
  consoleVisitorReply: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/support/visitor-chat/reply',
    errors: ['unknown_conversation', 'message_required'],
    summary:
      'Sends an answer to a visitor, who sees it within seconds while the chat is open. Reopens a closed conversation.',
    body: Exact({ id: RowId, text: PlainText(MOST_MESSAGE_CHARACTERS), reference: Uuid }),
    response: Exact({ message: SupportMessage }),
  }),
  consoleVisitorSeen: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/support/visitor-chat/seen',
    errors: ['unknown_conversation'],
    summary: 'Marks a visitor’s conversation as read up to the message `up_to`, which the visitor can see.',
    body: Exact({ id: RowId, up_to: RowId }),
    response: Exact({ seen: Type.Integer({ minimum: 0 }) }),
  }),
  consoleVisitorAssign: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/support/visitor-chat/assign',
    errors: ['unknown_conversation', 'unknown_operator'],
    summary: 'Assigns a visitor’s conversation to one operator; an empty `staff` unassigns it.',
    body: Exact({ id: RowId, staff: Type.String({ maxLength: 64 }) }),
    response: Changed,
  }),
  consoleVisitorClose: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/support/visitor-chat/close',
    errors: ['unknown_conversation'],
    summary: 'Closes a visitor’s conversation. The next message from either side reopens it.',
    body: Exact({ id: RowId }),
    response: Changed,
  }),
};
