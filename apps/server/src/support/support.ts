import type { AnswerTimes } from './answer-times.ts';
import type { Attachments } from './attachments.ts';
import type { Conversations } from './conversations.ts';
import type { News } from './news.ts';
import type { SupportNotifier } from './notifier.ts';
import type { VisitorRequests } from './visitor-requests.ts';

/** What operators and clients say to each other. */
export interface Support {
  readonly conversations: Conversations;
  readonly answerTimes: AnswerTimes;
  readonly attachments: Attachments;
  readonly news: News;
  readonly notifier: SupportNotifier;
  readonly visitorRequests: VisitorRequests;
}
