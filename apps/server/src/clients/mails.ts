import type { MailContent } from '../notifications/mail/mails.ts';

export interface ClosedFacts {
  readonly market: string;
  readonly side: 'long' | 'short';
  /** The closed size and, below, the average price ('-' if nothing was closed), each with the code of its coin. */
  readonly size: string;
  readonly price: string;
  readonly reason: string;
}

const sides = { long: 'long', short: 'short' } as const;

export const positionClosedMail = (brand: string, { market, side, size, price, reason }: ClosedFacts): MailContent => ({
  subject: `${brand} closed your ${sides[side]} position in ${market}`,
  text: [
    `Two members of our staff have closed ${size} of your ${sides[side]} position in ${market} at market, at an average price of ${price}. While your account is restricted, you cannot close positions yourself.`,
    `Reason for closing this position: ${reason}`,
    'The margin and the profit or loss of the closed part are in your futures wallet.',
  ].join('\n\n'),
});
