import { PostgresChannel } from '../kit/postgres/channel.ts';
import type { FeedParts } from './feed-parts.ts';

/**
 * Tells the client's open pages that a deposit or withdrawal of theirs has moved on, whichever server moved it. Pages then
 * read it again; what is told while the line is down they miss until they next ask.
 */
export const moneyFeed = ({ connect, log, isHeard, tell }: FeedParts): PostgresChannel =>
  new PostgresChannel({
    connect,
    name: 'client_money',
    heard: (payload) => {
      const [owner = '', of = '', id = ''] = payload.split(' ');
      if ((of === 'deposit' || of === 'withdrawal') && isHeard(Number(owner)))
        tell(Number(owner), { type: 'money', of, id: Number(id) });
    },
    failed: (err) => log.warn({ err }, 'money movement not published'),
  });
