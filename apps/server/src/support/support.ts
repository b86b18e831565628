import type { Attachments } from './attachments.ts';
import type { Conversations } from './conversations.ts';
import type { News } from './news.ts';
import type { Telling } from './telling.ts';

/** What operators and clients say to each other. */
export interface Support {
  readonly conversations: Conversations;
  readonly attachments: Attachments;
  readonly news: News;
  readonly telling: Telling;
}
