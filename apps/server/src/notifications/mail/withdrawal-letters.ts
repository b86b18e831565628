import { utcTime } from './letter-frame.ts';
import { type Letter, quoted } from './letters.ts';

/** A withdrawal as letters name it. Amounts with their coin. */
export interface LetterWithdrawal {
  readonly amount: string;
  readonly fee: string;
  readonly arrives: string;
  readonly network: string;
  readonly address: string;
}

/** In groups of four, as the page shows it. */
const grouped = (address: string): string => address.replace(/(.{4})(?=.)/g, '$1 ');

const facts = ({ amount, fee, arrives, network, address }: LetterWithdrawal): string =>
  `To: ${grouped(address)}\n\nNetwork: ${network}. Amount ${amount}, less the network fee of ${fee}: ${arrives} arrives.`;

const compare = 'Compare the address with your wallet’s own screen. Once sent, nobody can call it back.';
const told =
  'If somebody told you to do this, or you did not ask for it, stop: nobody from us will ever ask for a code. End all other sessions in the security centre and change your passwords.';

export const withdrawalCodeLetter =
  (withdrawal: LetterWithdrawal) =>
  (brand: string, code: string): Letter => ({
    subject: `${code} is your ${brand} code to withdraw ${withdrawal.amount}`,
    text: `Your code to withdraw ${withdrawal.amount} is ${code}. It is valid for ten minutes, and for this withdrawal alone.\n\n${facts(withdrawal)}\n\n${compare}\n\n${told}`,
    code,
  });

/** For one that no code was mailed for. */
export const withdrawalRequestedLetter = (brand: string, withdrawal: LetterWithdrawal): Letter => ({
  subject: `${brand}: withdrawal of ${withdrawal.amount} in one step`,
  text: `A withdrawal to one of your saved addresses was confirmed without a mailed code.\n\n${facts(withdrawal)}\n\nIf this was not you, cancel it at once and change your passwords.`,
});

export const withdrawalRefusedLetter = (
  brand: string,
  withdrawal: LetterWithdrawal,
  reason: string,
  note: string,
): Letter => ({
  subject: `${brand} has refused your withdrawal of ${withdrawal.amount}`,
  text: [
    `Your withdrawal was not sent. All of it is back in your spot wallet.`,
    `Reason: ${reason}.`,
    note === '' ? '' : quoted(note),
    facts(withdrawal),
  ]
    .filter((part) => part !== '')
    .join('\n\n'),
});

export const addressCodeLetter =
  (network: string, address: string) =>
  (brand: string, code: string): Letter => ({
    subject: `${code} is your ${brand} code to save an address`,
    text: `Your code to save a withdrawal address is ${code}. It is valid for ten minutes, and for this address alone.\n\nAddress: ${grouped(address)}\n\nNetwork: ${network}\n\n${told}`,
    code,
  });

export const addressSavedLetter = (brand: string, network: string, address: string, label: string): Letter => ({
  subject: `${brand}: a withdrawal address was saved`,
  text: `The address ${quoted(label)} was saved. As a saved address it can be used after 24 hours.\n\nAddress: ${grouped(address)}\n\nNetwork: ${network}\n\nIf this was not you, remove it, end all other sessions in the security centre and change your passwords.`,
});

export const oneStepLetter = (brand: string, fromMs: number): Letter => ({
  subject: `${brand}: one-step withdrawal was switched on`,
  text: `Withdrawals to your saved addresses will need no mailed code from ${utcTime(fromMs)}. Until then nothing changes, and you can cancel it in the security centre.\n\nIf this was not you, cancel it, end all other sessions in the security centre and change your passwords.`,
});

export const onlySavedOffLetter = (brand: string, untilMs: number): Letter => ({
  subject: `${brand}: withdrawals only to saved addresses was switched off`,
  text: `From ${utcTime(untilMs)} withdrawals will go to any address, with a mailed code. Until then nothing changes, and you can switch it on again in the security centre.\n\nIf this was not you, switch it on again, end all other sessions in the security centre and change your passwords.`,
});
