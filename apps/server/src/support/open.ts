import type { Ground } from '../kit/ground.ts';
import { AnswerTimes } from './answer-times.ts';
import { Attachments } from './attachments.ts';
import { Conversations } from './conversations.ts';
import { News } from './news.ts';
import { SupportNotifier } from './notifier.ts';
import type { Services } from './services.ts';
import { VisitorRequests } from './visitor-requests.ts';

type Below = Pick<Services, 'ring' | 'blobs' | 'uploads' | 'uploadLimits' | 'mailQueue' | 'brand'>;

export function openSupport({ ring, blobs, uploads, uploadLimits: limits, mailQueue, brand }: Below, { pool }: Ground) {
  const attachments = new Attachments({ pool, ring, blobs, uploads });
  const support = {
    conversations: new Conversations({ pool, attachments, limits }),
    answerTimes: new AnswerTimes(pool),
    attachments,
    news: new News(pool, uploads),
    notifier: new SupportNotifier(pool),
    visitorRequests: new VisitorRequests({ pool, limits, mailQueue, brand }),
  };
  return { support };
}
