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
  `To: ${grouped(address)}\n\nNetwork: ${network}. Amount ${amount}, minus the network fee of ${fee}: the recipient gets ${arrives}.`;

const compare = 'Compare the address with the one in your wallet. Once sent, nobody can reverse it.';
const told =
  'If someone told you to do this, or you did not request it, stop: nobody from us will ever ask for a code. End all other sessions in the security center and change your passwords.';

export const withdrawalCodeLetter =
  (withdrawal: LetterWithdrawal) =>
  (brand: string, code: string): Letter => ({
    subject: `${code} is your ${brand} code to withdraw ${withdrawal.amount}`,
    text: `Your code to withdraw ${withdrawal.amount} is ${code}. It expires in 10 minutes and works only for this withdrawal.\n\n${facts(withdrawal)}\n\n${compare}\n\n${told}`,
    code,
  });

/** For one that no code was mailed for. */
export const withdrawalRequestedLetter = (brand: string, withdrawal: LetterWithdrawal): Letter => ({
  subject: `${brand}: one-step withdrawal of ${withdrawal.amount}`,
  text: `A withdrawal to one of your saved addresses was confirmed without an emailed code.\n\n${facts(withdrawal)}\n\nIf this was not you, cancel it immediately and change your passwords.`,
});

export const withdrawalRefusedLetter = (
  brand: string,
  withdrawal: LetterWithdrawal,
  reason: string,
  note: string,
): Letter => ({
  subject: `${brand} refused your withdrawal of ${withdrawal.amount}`,
  text: [
    `Your withdrawal was not sent. The full amount is back in your spot wallet.`,
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
    text: `Your code to save a withdrawal address is ${code}. It expires in 10 minutes and works only for this address.\n\nAddress: ${grouped(address)}\n\nNetwork: ${network}\n\n${told}`,
    code,
  });

export const addressSavedLetter = (brand: string, network: string, address: string, label: string): Letter => ({
  subject: `${brand}: a withdrawal address was saved`,
  text: `The address ${quoted(label)} was saved. It can be used as a saved address after 24 hours.\n\nAddress: ${grouped(address)}\n\nNetwork: ${network}\n\nIf this was not you, remove it, end all other sessions in the security center and change your passwords.`,
});

export const oneStepLetter = (brand: string, fromMs: number): Letter => ({
  subject: `${brand}: one-step withdrawal was turned on`,
  text: `From ${utcTime(fromMs)}, withdrawals to your saved addresses need no emailed code. Until then nothing changes, and you can cancel this in the security center.\n\nIf this was not you, cancel it, end all other sessions in the security center and change your passwords.`,
});

export const onlySavedOffLetter = (brand: string, untilMs: number): Letter => ({
  subject: `${brand}: address whitelist was turned off`,
  text: `From ${utcTime(untilMs)}, withdrawals can go to any address, with an emailed code. Until then nothing changes, and you can turn the whitelist on again in the security center.\n\nIf this was not you, turn it on again, end all other sessions in the security center and change your passwords.`,
});
