import { PostgresChannel } from '../kit/postgres/channel.ts';
import type { FeedParts } from './feed-parts.ts';

/**
 * Notifies the client's open pages that a deposit or withdrawal of theirs has progressed, on whichever server. Pages then
 * read it again; what is sent while the connection is down they miss until their next request.
 */
export const moneyFeed = ({ connect, log, isConnected, notify }: FeedParts): PostgresChannel =>
  new PostgresChannel({
    connect,
    name: 'client_money',
    received: (payload) => {
      const [owner = '', of = '', id = ''] = payload.split(' ');
      if ((of === 'deposit' || of === 'withdrawal') && isConnected(Number(owner)))
        notify(Number(owner), { type: 'money', of, id: Number(id) });
    },
    failed: (err) => log.warn({ err }, 'money movement not published'),
  });
