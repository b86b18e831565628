import type { Ground } from '../kit/ground.ts';
import { AnswerTimes } from './conversations/answer-times.ts';
import { Attachments } from './conversations/attachments.ts';
import { Conversations } from './conversations/conversations.ts';
import { SupportNotifier } from './conversations/notifier.ts';
import { News } from './news/news.ts';
import { type NewsFeedSettings, OutsideNews } from './outside-news/outside-news.ts';
import { Promotions } from './promotions/promotions.ts';
import type { Services } from './services.ts';
import { VisitorChats } from './visitors/visitor-chats.ts';
import { VisitorRequests } from './visitors/visitor-requests.ts';

type Below = Pick<Services, 'ring' | 'blobs' | 'uploads' | 'uploadLimits' | 'mailQueue' | 'brand' | 'log'>;

interface SupportSettings {
  readonly secret: string;
  readonly newsFeed: NewsFeedSettings | undefined;
  readonly promotionHosts: readonly string[];
}

export function openSupport(
  { ring, blobs, uploads, uploadLimits: limits, mailQueue, brand, log }: Below,
  { pool }: Ground,
  { secret, newsFeed, promotionHosts }: SupportSettings,
) {
  const attachments = new Attachments({ pool, ring, blobs, uploads, log });
  const support = {
    conversations: new Conversations({ pool, attachments, limits }),
    answerTimes: new AnswerTimes(pool),
    attachments,
    news: new News(pool, uploads),
    outsideNews: new OutsideNews(pool, newsFeed),
    promotions: new Promotions(pool, uploads, promotionHosts),
    notifier: new SupportNotifier(pool),
    visitorChats: new VisitorChats({ pool, limits, secret }),
    visitorRequests: new VisitorRequests({ pool, limits, mailQueue, brand }),
  };
  return { support };
}
