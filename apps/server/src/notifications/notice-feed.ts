import { PostgresChannel } from '../kit/postgres/channel.ts';
import type { FeedParts } from './feed-parts.ts';
import type { Notices } from './notices.ts';

export interface NoticeFeedParts extends FeedParts {
  readonly notices: Pick<Notices, 'one'>;
}

/**
 * Passes each new notification to the client's open pages, whichever server made it. What is told while the line is down
 * reaches them when they next ask.
 */
export const noticeFeed = ({ connect, log, ...parts }: NoticeFeedParts): PostgresChannel =>
  new PostgresChannel({
    connect,
    name: 'notice',
    heard: (payload) => pass(parts, payload),
    failed: (err) => log.warn({ err }, 'notification not published'),
  });

async function pass({ notices, isHeard, tell }: Omit<NoticeFeedParts, 'connect' | 'log'>, payload: string) {
  const [owner = 0, id = 0] = payload.split(' ').map(Number);
  // An announcement comes for everyone at once: only what is heard here is looked up.
  if (!isHeard(owner)) return;
  const notice = await notices.one(id);
  if (notice === undefined) return;
  const { kind, parameters, atMs, isRead } = notice;
  tell(owner, { type: 'notification', id, kind, parameters, time: atMs, is_read: isRead });
}
