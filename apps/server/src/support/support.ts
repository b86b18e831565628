import type { AnswerTimes } from './conversations/answer-times.ts';
import type { Attachments } from './conversations/attachments.ts';
import type { Conversations } from './conversations/conversations.ts';
import type { SupportNotifier } from './conversations/notifier.ts';
import type { News } from './news/news.ts';
import type { OutsideNews } from './outside-news/outside-news.ts';
import type { Promotions } from './promotions/promotions.ts';
import type { VisitorChats } from './visitors/visitor-chats.ts';
import type { VisitorRequests } from './visitors/visitor-requests.ts';

/** Communication between operators, clients and visitors. */
export interface Support {
  readonly conversations: Conversations;
  readonly answerTimes: AnswerTimes;
  readonly attachments: Attachments;
  readonly news: News;
  readonly outsideNews: OutsideNews;
  readonly promotions: Promotions;
  readonly notifier: SupportNotifier;
  readonly visitorChats: VisitorChats;
  readonly visitorRequests: VisitorRequests;
}
