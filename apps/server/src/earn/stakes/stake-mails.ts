import { type Letter, paragraphs } from '../../notifications/mail/mails.ts';

interface Words {
  readonly coin: string;
  readonly days: string;
  readonly amount: string;
}

export const unlockedMail =
  (
    brand: string,
    { coin, days, amount, rest, atMs }: Words & { readonly rest: string; readonly atMs: number },
  ): Letter =>
  ({ say, time }) => ({
    subject: say('earn.unlockedSubject', { brand, coin }),
    text: say('earn.unlocked', { coin, days, amount, rest, time: time(atMs) }),
  });

export const paidOutMail =
  (
    brand: string,
    {
      coin,
      days,
      amount,
      interest,
      isRenewalRefused,
    }: Words & { readonly interest: string; readonly isRenewalRefused: boolean },
  ): Letter =>
  ({ say }) => ({
    subject: say('earn.paidOutSubject', { brand, coin }),
    text: paragraphs(
      say('earn.paidOut', { coin, days, amount, interest }),
      isRenewalRefused ? say('earn.notRenewed') : '',
    ),
  });
