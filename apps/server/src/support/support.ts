import type { AnswerTimes } from './conversations/answer-times.ts';
import type { Attachments } from './conversations/attachments.ts';
import type { Conversations } from './conversations/conversations.ts';
import type { SupportNotifier } from './conversations/notifier.ts';
import type { News } from './news/news.ts';
import type { VisitorRequests } from './visitors/visitor-requests.ts';

/** Communication between operators and clients. */
export interface Support {
  readonly conversations: Conversations;
  readonly answerTimes: AnswerTimes;
  readonly attachments: Attachments;
  readonly news: News;
  readonly notifier: SupportNotifier;
  readonly visitorRequests: VisitorRequests;
}
