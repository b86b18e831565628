import { PostgresChannel } from '../kit/postgres/channel.ts';
import type { FeedParts } from './feed-parts.ts';

/**
 * Notifies a client's open pages, on any server, that a deposit or withdrawal has progressed. The pages then reload it.
 * While the database connection is down, pages see changes only with their next request.
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
    failed: (err) => log.warn({ err }, 'deposit or withdrawal update not pushed to open pages'),
  });
