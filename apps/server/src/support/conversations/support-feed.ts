import { PostgresChannel } from '../../kit/postgres/channel.ts';
import type { FeedParts } from '../../notifications/feed-parts.ts';
import type { Conversations, Message } from './conversations.ts';

export interface SupportFeedParts extends FeedParts {
  readonly conversations: Pick<Conversations, 'one' | 'standing' | 'markDelivered'>;
  /** Called when something has changed in this client's conversation. */
  readonly notifyStaff: (uid: string) => void;
}

/** Notifies the open pages of clients and operators when a conversation changes on any server. */
export const supportFeed = ({ connect, log, ...parts }: SupportFeedParts): PostgresChannel =>
  new PostgresChannel({
    connect,
    name: 'support',
    received: (payload) => pass(parts, payload),
    failed: (err) => log.warn({ err }, 'support message not pushed to open pages'),
  });

/**
 * Handles a notification. Its payload consists of the client's owner number and UID, and the new message's id, or 0 if
 * the conversation changed without a new message.
 */
async function pass(parts: Omit<SupportFeedParts, 'connect' | 'log'>, payload: string): Promise<void> {
  const { conversations, isConnected, notify, notifyStaff } = parts;
  const [ownerText, uid = '', idText] = payload.split(' ');
  const [owner, id] = [Number(ownerText), Number(idText)];
  notifyStaff(uid);
  if (!isConnected(owner)) return;
  const message = id === 0 ? undefined : await conversations.one(owner, id);
  if (message !== undefined) notify(owner, { type: 'support_message', message: messageOnWire(message) });
  const { state, seen, unread } = await conversations.standing(owner);
  if (state !== 'none') notify(owner, { type: 'support_thread', state, seen, unread });
  if (message?.from === 'support') await conversations.markDelivered(owner, message.id);
}

export const messageOnWire = ({ atMs, ...message }: Message) => ({ ...message, time: atMs });
