import type { Letter } from './letters.ts';

/** Amounts of USDT without its name, of money with it. */
export interface TakenBackWords {
  readonly amount: string;
  readonly charge: string;
  readonly returned: string;
  /** Still owed; '0' where nothing is. */
  readonly owed: string;
  readonly cause: keyof typeof because;
}

const because = {
  refunded: 'it was refunded',
  reversed: 'PayPal or your bank reversed the payment',
  dispute_lost: 'the dispute about the payment was decided for the payer',
} as const;

export const takenBackLetter = (
  brand: string,
  purchase: number,
  { amount, charge, returned, owed, cause }: TakenBackWords,
): Letter => ({
  subject: `${brand} has taken ${amount} USDT of a purchase back`,
  text: [
    `Of the ${charge} that PayPal charged for your purchase no. ${purchase}, ${returned} went back to the payer: ${because[cause]}.`,
    `The USDT that this money had bought is therefore taken back: ${amount} USDT from your spot wallet. It stands in your history as a purchase taken back, and counts as no sale.`,
    owed === '0' ? '' : `${owed} USDT are still owed, and are taken when your spot wallet has them.`,
    'If the money did not come back to you, or you think that this is wrong, write to our support.',
  ]
    .filter((part) => part !== '')
    .join('\n\n'),
});
