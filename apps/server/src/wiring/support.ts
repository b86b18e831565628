import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { KeyRing } from '../files/key-ring.ts';
import type { Uploads } from '../files/uploads.ts';
import { AttemptLimits } from '../kit/attempt-limits.ts';
import type { KeptLetters } from '../notifications/mail/kept-letters.ts';
import type { Blobs } from '../providers/blobs/blobs.ts';
import type { ConsoleStream } from '../stream/console-stream.ts';
import type { Stream } from '../stream/stream.ts';
import { AnswerTimes } from '../support/answer-times.ts';
import { Attachments } from '../support/attachments.ts';
import { Conversations } from '../support/conversations.ts';
import { News } from '../support/news.ts';
import type { Support } from '../support/support.ts';
import { supportFeed } from '../support/support-feed.ts';
import { Telling } from '../support/telling.ts';
import { VisitorRequests } from '../support/visitor-requests.ts';

interface OpenSupportParts {
  readonly pool: pg.Pool;
  readonly ring: KeyRing;
  readonly blobs: Blobs;
  readonly uploads: Uploads;
  /** Opens a connection of its own. */
  readonly connect: () => Promise<pg.Client>;
  readonly stream: Stream;
  readonly consoleStream: ConsoleStream;
  readonly letters: KeptLetters;
  readonly brand: () => string;
  readonly log: FastifyBaseLogger;
}

/** Conversations with clients and news for them, with their way to the open pages. */
export async function openSupport(parts: OpenSupportParts): Promise<Support & { close(): Promise<void> }> {
  const { pool, ring, blobs, uploads, connect, stream, consoleStream, letters, brand, log } = parts;
  const limits = new AttemptLimits(pool);
  const attachments = new Attachments({ pool, ring, blobs, uploads });
  const conversations = new Conversations({ pool, attachments, limits });
  const feed = supportFeed({
    conversations,
    connect,
    isHeard: stream.isHeard.bind(stream),
    tell: stream.tell.bind(stream),
    tellStaff: (uid) => consoleStream.tell({ type: 'support_changed', uid }),
    log,
  });
  await feed.open();
  const telling = new Telling(pool);
  return {
    conversations,
    answerTimes: new AnswerTimes(pool),
    attachments,
    news: new News(pool, uploads),
    telling,
    visitorRequests: new VisitorRequests({ pool, limits, letters, brand }),
    close: async () => {
      await feed.close();
    },
  };
}
