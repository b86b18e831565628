import { PostgresChannel } from '../kit/postgres/channel.ts';
import type { FeedParts } from './feed-parts.ts';
import type { Notices } from './notices.ts';

export interface NoticeFeedParts extends FeedParts {
  readonly notices: Pick<Notices, 'one'>;
}

/**
 * Passes each new notification to the client's open pages, regardless of which server created it. Notifications created
 * while the database connection is down reach the pages with their next request.
 */
export const noticeFeed = ({ connect, log, ...parts }: NoticeFeedParts): PostgresChannel =>
  new PostgresChannel({
    connect,
    name: 'notice',
    received: (payload) => pass(parts, payload),
    failed: (err) => log.warn({ err }, 'notification not pushed to open pages'),
  });

async function pass({ notices, isConnected, notify }: Omit<NoticeFeedParts, 'connect' | 'log'>, payload: string) {
  const [owner = 0, id = 0] = payload.split(' ').map(Number);
  // An announcement notifies all clients at once, so only notifications of clients connected to this server are looked
  // up.
  if (!isConnected(owner)) return;
  const notice = await notices.one(id);
  if (notice === undefined) return;
  const { kind, parameters, atMs, isRead } = notice;
  notify(owner, { type: 'notification', id, kind, parameters, time: atMs, is_read: isRead });
}
