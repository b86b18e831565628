import { type Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

/**
 * Notifies clients of announcements and answers, deletes old visitor conversations, reads the external news feed,
 * deletes files that no message has claimed, and re-encrypts files sealed with an older key.
 */
export const duties = ({ support, log }: Services): readonly Duty[] => [
  new Loop({
    name: 'support notifications',
    everyMs: 2_000,
    cycle: () => support.notifier.run(),
    isFirstLater: true,
    log,
  }),
  new Loop({ name: 'visitor chats', everyMs: 3_600_000, cycle: () => support.visitorChats.deleteOld(), log }),
  ...(support.outsideNews.source
    ? [new Loop({ name: 'outside news', everyMs: 900_000, cycle: () => support.outsideNews.refresh(), log })]
    : []),
  new Loop({ name: 'attachments', everyMs: 3_600_000, cycle: () => support.attachments.keep(), log }),
];
