import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Cursor, Exact, Optional, RowId, TimeMs, Words } from '../schema.ts';

export const MOST_MESSAGE_CHARACTERS = 4_000;
export const MOST_ATTACHMENT_BYTES = 5 * 1024 * 1024;
/** An attachment of the greatest size as base64, the longest text, and what stands around them. */
export const MESSAGE_BODY_BYTES = Math.ceil(MOST_ATTACHMENT_BYTES / 3) * 4 + 64 * 1024;

export const AttachmentId = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  examples: ['0b8ff4a6-4f1e-4c1a-9a38-3c1d6c0f9a11'],
});
/** Text of several lines; no character that is none. */
export const PlainText = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\u0000]*$' });

const SupportAttachment = Exact({
  id: AttachmentId,
  name: Type.String(),
  type: Words(['image/jpeg', 'application/pdf']),
  /** Bytes. */
  size: Type.Integer({ minimum: 0 }),
});

export const SupportMessage = Exact({
  id: RowId,
  /** Who wrote it. */
  from: Words(['client', 'support']),
  /** The operator's first name; empty for the client's own. */
  name: Type.String(),
  text: Type.String(),
  attachment: Optional(SupportAttachment),
  time: TimeMs,
});

/** What a message is made of, whoever writes it. */
export const MessageFields = {
  /** May be empty beside an attachment. */
  text: PlainText(MOST_MESSAGE_CHARACTERS),
  /** Chosen by the sender: the same message sent again is the same message. */
  reference: AttachmentId,
  attachment: Optional(
    Exact({
      name: Type.String({ minLength: 1, maxLength: 120, pattern: '^[^\\u0000]*$' }),
      /** Data URL of a JPEG, PNG, WebP or PDF. */
      data: Type.String({ maxLength: MESSAGE_BODY_BYTES }),
    }),
  ),
};

/** The bytes of a file, as `Content-Disposition: attachment`. */
export const FileBytes = Type.Unsafe<Uint8Array>({ type: 'string', contentMediaType: 'application/octet-stream' });

const SupportHours = Exact({
  /** Whether somebody answers at this time of day. */
  open: Type.Boolean(),
  /** ISO days of the week (1 is Monday), and HH:MM in UTC; the same `from` and `to` is round the clock. */
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 })),
  from: Type.String(),
  to: Type.String(),
});

const example = { text: 'My deposit has not arrived.', reference: '0b8ff4a6-4f1e-4c1a-9a38-3c1d6c0f9a11' };

export const messageErrors = [
  'message_required',
  'attachment_refused',
  'attachment_too_large',
  'photo_not_image',
  'photo_heic',
  'photo_too_large',
] as const;

export const supportEndpoints = {
  supportMessages: defineEndpoint({
    method: 'GET',
    path: '/api/v3/support/messages',
    area: 'support',
    access: 'client',
    errors: [],
    summary: 'The client’s conversation with support, newest first, with how much of it is unread.',
    query: Exact({
      cursor: Optional(Cursor),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
    }),
    response: Exact({
      messages: Type.Array(SupportMessage),
      unread: Type.Integer({ minimum: 0 }),
      /** The newest message that an operator has seen; 0 for none. */
      seen: Type.Integer({ minimum: 0 }),
      /** `none`: nothing was ever written. Writing opens a closed one again. */
      state: Words(['none', 'open', 'closed']),
      hours: SupportHours,
      next_cursor: Optional(Cursor),
    }),
  }),
  sendSupportMessage: defineEndpoint({
    method: 'POST',
    path: '/api/v3/support/messages',
    area: 'support',
    access: 'client',
    errors: messageErrors,
    summary: 'Writes to support: text, a file, or both. A picture is made anew from its pixels and kept encrypted.',
    bodyLimitBytes: MESSAGE_BODY_BYTES,
    body: Exact(MessageFields),
    example,
    response: Exact({ message: SupportMessage }),
  }),
  readSupportMessages: defineEndpoint({
    method: 'POST',
    path: '/api/v3/support/read',
    area: 'support',
    access: 'client',
    errors: [],
    summary: 'Marks everything up to a message as read.',
    body: Exact({ up_to: RowId }),
    response: Exact({ unread: Type.Integer({ minimum: 0 }) }),
  }),
  supportAttachment: defineEndpoint({
    method: 'GET',
    path: '/api/v3/support/attachment',
    area: 'support',
    access: 'client',
    errors: ['unknown_attachment'],
    summary: 'A file of the client’s own conversation.',
    query: Exact({ id: AttachmentId }),
    response: FileBytes,
  }),
};
