import type { Letter } from '../../notifications/mail/mails.ts';
import type { DualOutcome } from './dual-table.ts';

interface Words {
  readonly coin: string;
  readonly amount: string;
  readonly asset: string;
  readonly receives: string;
  readonly received: string;
  readonly strike: string;
  readonly price: string;
}

const texts = {
  returned: 'earn.dualReturned',
  converted: 'earn.dualConverted',
  unpriced: 'earn.dualUnpriced',
} as const;

export const settledMail =
  (brand: string, outcome: DualOutcome, words: Words): Letter =>
  ({ say }) => ({
    subject: say('earn.dualSubject', { brand, coin: words.coin }),
    text: say(texts[outcome], { ...words }),
  });
