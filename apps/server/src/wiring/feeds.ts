import type { Ground } from '../kit/ground.ts';
import { moneyFeed } from '../notifications/money-feed.ts';
import { noticeFeed } from '../notifications/notice-feed.ts';
import type { ConsoleStream } from '../stream/console-stream.ts';
import type { Stream } from '../stream/stream.ts';
import { supportFeed } from '../support/conversations/support-feed.ts';
import type { Services } from './services.ts';

/** Passes notifications from any server on to the clients' and operators' pages that are connected to this server. */
export async function openFeeds(
  { notices, support, log }: Pick<Services, 'notices' | 'support' | 'log'>,
  { connect, onClose }: Ground,
  stream: Stream,
  consoleStream: ConsoleStream,
): Promise<void> {
  const feed = { isConnected: stream.isConnected.bind(stream), notify: stream.notify.bind(stream), log };
  const { conversations } = support;
  const notifyStaff = (uid: string) => consoleStream.notify({ type: 'support_changed', uid });
  const feeds = [
    noticeFeed({ notices, connect, ...feed }),
    moneyFeed({ connect, ...feed }),
    supportFeed({ conversations, connect, notifyStaff, ...feed }),
  ];
  for (const opened of feeds) {
    await opened.open();
    onClose(() => opened.close());
  }
}
