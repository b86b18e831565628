import { type RestrictionKind, type RestrictionReason, restrictionReasonTexts } from '@vitrine/contract';
import { type MailContent, oneLine } from '../notifications/mail/mails.ts';

interface RestrictionFacts {
  readonly kind: RestrictionKind;
  readonly reason: RestrictionReason;
  readonly rule: string;
  readonly endsAtMs: number;
}

const setWords: Readonly<Record<RestrictionKind, string>> = {
  freeze:
    'Your account has been frozen. Open orders have been cancelled, all sessions have been ended, and you cannot sign in.',
  withdraw: 'Withdrawals from your account are temporarily disabled.',
  trade:
    'Trading is temporarily disabled for your account. Open orders have been cancelled, except take-profit and stop-loss orders on futures positions.',
};
const endedWords: Readonly<Record<RestrictionKind, string>> = {
  freeze: 'Your account is no longer frozen. You can sign in again.',
  withdraw: 'The restriction on withdrawals from your account has ended.',
  trade: 'The restriction on trading with your account has ended.',
};
const howToObject: Readonly<Record<RestrictionKind, string>> = {
  freeze:
    'To appeal, enter your email and password on the sign-in page. You will remain signed out, but an appeal form will open.',
  withdraw: 'To appeal, sign in and open Restrictions in your account.',
  trade: 'To appeal, sign in and open Restrictions in your account.',
};

const nouns: Readonly<Record<RestrictionKind, string>> = {
  freeze: 'freeze',
  withdraw: 'restriction',
  trade: 'restriction',
};

const dateText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const restrictionSetMail = (brand: string, { kind, reason, rule, endsAtMs }: RestrictionFacts): MailContent => ({
  subject: `Your ${brand} account is restricted`,
  text: [
    setWords[kind],
    `Reason: ${restrictionReasonTexts[reason]}. ${oneLine(rule)}`,
    `The ${nouns[kind]} ends no later than ${dateText(endsAtMs)}, unless two members of our staff extend it.`,
    howToObject[kind],
  ].join('\n\n'),
});

export const restrictionEndedMail = (brand: string, { kind }: Pick<RestrictionFacts, 'kind'>): MailContent => ({
  subject: `A restriction on your ${brand} account has ended`,
  text: endedWords[kind],
});

export const objectionAnsweredMail = (brand: string, isKept: boolean, answer: string): MailContent => ({
  subject: `${brand} responded to your appeal`,
  text: [
    isKept
      ? 'We have reviewed your appeal against the restriction on your account. The restriction remains in place.'
      : 'We have reviewed your appeal against the restriction on your account. The restriction has ended.',
    answer,
  ].join('\n\n'),
});
