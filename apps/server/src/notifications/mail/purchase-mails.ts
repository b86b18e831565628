import type { MailContent } from './mails.ts';

/** The figures in the email about a reversed purchase. Amounts in USDT come without the unit, other amounts with it. */
export interface TakenBackWords {
  readonly amount: string;
  readonly charge: string;
  readonly returned: string;
  /** What the client still owes; '0' if nothing. */
  readonly owed: string;
  readonly cause: keyof typeof because;
}

const because = {
  refunded: 'was refunded to the payer',
  reversed: 'was returned to the payer because PayPal or the payer’s bank reversed the payment',
  dispute_lost: 'was returned to the payer because the payment dispute was resolved in the payer’s favor',
} as const;

export const takenBackMail = (
  brand: string,
  purchase: number,
  { amount, charge, returned, owed, cause }: TakenBackWords,
): MailContent => ({
  subject: `${brand} reversed a purchase: ${amount} USDT deducted`,
  text: [
    `PayPal charged ${charge} for your purchase #${purchase}. Of this, ${returned} ${because[cause]}.`,
    `We therefore deducted ${amount} USDT from your spot wallet. The deduction appears in your history as a reversed purchase and does not count as a sale.`,
    owed === '0' ? '' : `You still owe ${owed} USDT, which we may deduct from your spot wallet later.`,
    'If you have not received the refund, or you think this is wrong, contact support.',
  ]
    .filter((part) => part !== '')
    .join('\n\n'),
});
