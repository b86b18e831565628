import { type Letter, paragraphs } from '../notifications/mail/mails.ts';

export interface ClosedFacts {
  readonly market: string;
  readonly side: 'long' | 'short';
  /** The closed size and, below, the average price ('-' if nothing was closed), each with the code of its coin. */
  readonly size: string;
  readonly price: string;
  readonly reason: string;
}

export const positionClosedMail =
  (brand: string, { market, side, size, price, reason }: ClosedFacts): Letter =>
  ({ say }) => {
    const named = say(`side.${side}`);
    return {
      subject: say('closed.subject', { brand, side: named, market }),
      text: paragraphs(
        say('closed.text', { size, side: named, market, price }),
        say('closed.reason', { reason }),
        say('closed.end'),
      ),
    };
  };
