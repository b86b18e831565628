import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Cursor, Email, Exact, Optional, RowId, Success, TimeMs, Uuid, Words } from '../schema.ts';

export const MOST_MESSAGE_CHARACTERS = 4_000;
/** The maximum body size: enough for the longest text with every character escaped, plus the other fields. */
export const MESSAGE_BODY_BYTES = 64 * 1024;

/** Multi-line text without null characters. */
export const PlainText = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\u0000]*$' });

const SupportAttachment = Exact({
  id: Uuid,
  name: Type.String(),
  type: Words(['image/jpeg', 'application/pdf']),
  /** The size in bytes. */
  size: Type.Integer({ minimum: 0 }),
});

/** The topics that a client can choose for a message. */
const Topic = Words(['deposit', 'withdrawal', 'trading', 'account', 'identity', 'other']);

/** Where the chat was opened, as reported by the client's app: a page, and possibly one record on that page. */
const About = Exact({
  /** The page's path, without anything that the client typed or chose there. */
  page: Type.String({ maxLength: 120, pattern: '^/[A-Za-z0-9/_-]*$', examples: ['/wallet/history'] }),
  record: Optional(
    Exact({
      kind: Words(['deposit', 'withdrawal', 'purchase', 'order', 'convert', 'transfer', 'ledger']),
      id: Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9-]+$', examples: ['1000012'] }),
    }),
  ),
});

export const SupportMessage = Exact({
  id: RowId,
  /** Who wrote the message. */
  from: Words(['client', 'support']),
  /** The operator's first name; empty for messages by the client. */
  name: Type.String(),
  text: Type.String(),
  attachment: Optional(SupportAttachment),
  topic: Optional(Topic),
  about: Optional(About),
  time: TimeMs,
});

export const SupportTopic = Topic;

/** The fields of a message from either side. */
export const MessageFields = {
  /** May be empty if there is an attachment. */
  text: PlainText(MOST_MESSAGE_CHARACTERS),
  /** Chosen by the sender: a message sent again with the same reference is stored only once. */
  reference: Uuid,
  attachment: Optional(
    Exact({
      name: Type.String({ minLength: 1, maxLength: 120, pattern: '^[^\\u0000]*$' }),
      /** Returned by the upload of the file. */
      upload_id: Uuid,
    }),
  ),
};

/** The bytes of a file, as `Content-Disposition: attachment`. */
export const FileBytes = Type.Unsafe<Uint8Array>({ type: 'string', contentMediaType: 'application/octet-stream' });

export const SupportHours = Exact({
  /** Whether support is open now. */
  open: Type.Boolean(),
  /**
   * ISO days of the week (1 is Monday), and HH:MM in UTC; if `from` and `to` are equal, support is open round the
   * clock.
   */
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 })),
  from: Type.String(),
  to: Type.String(),
});

const example = { text: 'My deposit has not arrived.', reference: '0b8ff4a6-4f1e-4c1a-9a38-3c1d6c0f9a11' };

export const messageErrors = ['message_required', 'unknown_upload', 'attachments_full'] as const;

const forClients = { area: 'support', access: 'client' } as const;

export const supportEndpoints = {
  supportMessages: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/support/messages',
    errors: [],
    summary: 'The messages of the client’s conversation with support, newest first, and the number of unread ones.',
    query: Exact({
      cursor: Optional(Cursor),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
    }),
    response: Exact({
      messages: Type.Array(SupportMessage),
      unread: Type.Integer({ minimum: 0 }),
      /** The id of the newest message that an operator has seen; 0 for none. */
      seen: Type.Integer({ minimum: 0 }),
      /** `none`: nobody has written a message yet. A new message reopens a closed conversation. */
      state: Words(['none', 'open', 'closed']),
      hours: SupportHours,
      /** The median waiting time for an answer in the last two weeks; absent if too few clients were answered. */
      usual_answer_seconds: Optional(Type.Integer({ minimum: 0 })),
      next_cursor: Optional(Cursor),
    }),
  }),
  sendSupportMessage: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/support/messages',
    errors: messageErrors,
    summary:
      'Sends a message to support: text, a file uploaded with `POST /api/v3/uploads/attachment`, or both. `reference` is chosen by the sender: a message sent again with the same reference is stored only once.',
    bodyLimitBytes: MESSAGE_BODY_BYTES,
    body: Exact({ ...MessageFields, topic: Optional(Topic), about: Optional(About) }),
    example,
    response: Exact({ message: SupportMessage }),
  }),
  readSupportMessages: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/support/read',
    errors: [],
    summary:
      'Marks the message with the id `up_to` and all older ones as read by the client. Returns the number of messages that are still unread.',
    body: Exact({ up_to: RowId }),
    response: Exact({ unread: Type.Integer({ minimum: 0 }) }),
  }),
  sendVisitorRequest: defineEndpoint({
    method: 'POST',
    path: '/api/v3/support/requests',
    area: 'support',
    access: 'visitor',
    errors: ['email_invalid', 'message_required', 'support_full'],
    summary:
      'Sends a message to support without a session; the answer is sent to `email`. Limited to five messages per hour from one IP address. `reference` is chosen by the sender: a message sent again with the same reference is stored only once.',
    body: Exact({
      email: Email,
      text: PlainText(2_000),
      /** Chosen by the sender: a message sent again with the same reference is stored only once. */
      reference: Uuid,
    }),
    response: Success,
  }),
  supportAttachment: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/support/attachment',
    readsFile: true,
    errors: ['unknown_attachment'],
    summary:
      'Downloads a file attached to a message in the client’s conversation with support. Rate-limited to a burst of 30, then two per second.',
    query: Exact({ id: Uuid }),
    response: FileBytes,
    perAddressPerSecond: 10,
  }),
};
