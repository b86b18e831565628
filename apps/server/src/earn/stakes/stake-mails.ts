import type { MailContent } from '../../notifications/mail/mails.ts';

interface Words {
  readonly coin: string;
  readonly days: string;
  readonly amount: string;
}

export const unlockedMail = (
  brand: string,
  { coin, days, amount, rest, at }: Words & { readonly rest: string; readonly at: string },
): MailContent => ({
  subject: `${brand}: early unlock of ${coin}`,
  text: [
    `You unlocked your ${days}-day ${coin} subscription early. ${amount} ${coin} is in your spot wallet now.`,
    `The remaining ${rest} ${coin} will be paid to your spot wallet on ${at}. The interest of the term is forfeited.`,
    'If this was not you, contact support immediately.',
  ].join('\n\n'),
});

export const paidOutMail = (
  brand: string,
  {
    coin,
    days,
    amount,
    interest,
    isRenewalRefused,
  }: Words & { readonly interest: string; readonly isRenewalRefused: boolean },
): MailContent => ({
  subject: `${brand}: your ${coin} subscription has ended`,
  text: [
    `The term of your ${days}-day ${coin} subscription has ended. ${amount} ${coin} and ${interest} ${coin} of interest were paid to your spot wallet.`,
    ...(isRenewalRefused ? ['It was not renewed, because the product is not open for this term at the moment.'] : []),
  ].join('\n\n'),
});
