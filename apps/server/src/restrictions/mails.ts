import type { RestrictionKind, RestrictionReason } from '@vitrine/contract';
import { type Letter, oneLine, paragraphs } from '../notifications/mail/mails.ts';

interface RestrictionFacts {
  readonly kind: RestrictionKind;
  readonly reason: RestrictionReason;
  readonly rule: string;
  readonly endsAtMs: number;
}

export const restrictionSetMail =
  (brand: string, { kind, reason, rule, endsAtMs }: RestrictionFacts): Letter =>
  ({ say, time }) => {
    const isFreeze = kind === 'freeze';
    return {
      subject: say('restriction.subject', { brand }),
      text: paragraphs(
        say(`restriction.${kind}`),
        `${say('common.reason', { reason: say(`restrictionReason.${reason}`) })} ${oneLine(rule)}`,
        say(isFreeze ? 'restriction.endsFreeze' : 'restriction.ends', { time: time(endsAtMs) }),
        say(isFreeze ? 'restriction.appealFreeze' : 'restriction.appeal'),
      ),
    };
  };

export const restrictionEndedMail =
  (brand: string, { kind }: Pick<RestrictionFacts, 'kind'>): Letter =>
  ({ say }) => ({ subject: say('restrictionEnded.subject', { brand }), text: say(`restrictionEnded.${kind}`) });

export const objectionAnsweredMail =
  (brand: string, isKept: boolean, answer: string): Letter =>
  ({ say }) => ({
    subject: say('appeal.subject', { brand }),
    text: paragraphs(say(isKept ? 'appeal.kept' : 'appeal.ended'), answer),
  });
