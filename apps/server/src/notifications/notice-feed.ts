import { PostgresChannel } from '../kit/postgres/channel.ts';
import type { FeedParts } from './feed-parts.ts';
import type { Notices } from './notices.ts';

export interface NoticeFeedParts extends FeedParts {
  readonly notices: Pick<Notices, 'one'>;
}

/**
 * Passes each new notification to the client's open pages, whichever server created it. Notifications sent while the
 * connection is down arrive with the next request.
 */
export const noticeFeed = ({ connect, log, ...parts }: NoticeFeedParts): PostgresChannel =>
  new PostgresChannel({
    connect,
    name: 'notice',
    received: (payload) => pass(parts, payload),
    failed: (err) => log.warn({ err }, 'notification not published'),
  });

async function pass({ notices, isConnected, notify }: Omit<NoticeFeedParts, 'connect' | 'log'>, payload: string) {
  const [owner = 0, id = 0] = payload.split(' ').map(Number);
  // An announcement is for everyone at once: only those connected here are looked up.
  if (!isConnected(owner)) return;
  const notice = await notices.one(id);
  if (notice === undefined) return;
  const { kind, parameters, atMs, isRead } = notice;
  notify(owner, { type: 'notification', id, kind, parameters, time: atMs, is_read: isRead });
}
