import type { MailContent } from '../notifications/mail/mails.ts';

export interface ClosedFacts {
  readonly market: string;
  readonly side: 'long' | 'short';
  /** The closed size with its coin, and the average price with its coin. */
  readonly size: string;
  readonly price: string;
  readonly reason: string;
}

const sides = { long: 'long', short: 'short' } as const;

export const positionClosedMail = (brand: string, { market, side, size, price, reason }: ClosedFacts): MailContent => ({
  subject: `${brand} closed a position of yours`,
  text: [
    `While your account is restricted, you cannot close positions yourself. Two members of our staff have therefore closed ${size} of your ${sides[side]} position in ${market} at market, at an average price of ${price}.`,
    `Reason: ${reason}`,
    'The margin and the profit or loss of what was closed are in your futures wallet.',
  ].join('\n\n'),
});
