import { PostgresChannel } from '../kit/postgres/channel.ts';
import type { FeedParts } from './feed-parts.ts';

/**
 * Notifies the client's open pages of progress of a deposit or withdrawal, on any server. Pages then reload it; while
 * the connection is down, they see changes only with their next request.
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
