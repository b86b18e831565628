import { type Letter, paragraphs } from './mails.ts';

/** The figures in the email about a reversed purchase. Amounts in USDT come without the unit, other amounts with it. */
export interface TakenBackWords {
  readonly amount: string;
  readonly charge: string;
  readonly returned: string;
  /** What the client still owes; '0' if nothing. */
  readonly owed: string;
  readonly cause: 'refunded' | 'reversed' | 'dispute_lost';
}

export const takenBackMail =
  (brand: string, purchase: number, { amount, charge, returned, owed, cause }: TakenBackWords): Letter =>
  ({ say }) => ({
    subject: say('takenBack.subject', { brand, amount }),
    text: paragraphs(
      say(`takenBack.${cause}`, { charge, purchase, returned }),
      say('takenBack.deducted', { amount }),
      owed === '0' ? '' : say('takenBack.owed', { owed }),
      say('takenBack.contact'),
    ),
  });
