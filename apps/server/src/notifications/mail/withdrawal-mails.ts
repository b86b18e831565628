import { utcTime } from '../../kit/utc-time.ts';
import { type MailContent, quoted } from './mails.ts';

/** A withdrawal as emails describe it. Amounts include their coin. */
export interface MailedWithdrawal {
  readonly amount: string;
  readonly fee: string;
  readonly arrives: string;
  readonly network: string;
  readonly address: string;
}

/** The address in groups of four characters, as the page shows it. */
const grouped = (address: string): string => address.replace(/(.{4})(?=.)/g, '$1 ');

const facts = ({ amount, fee, arrives, network, address }: MailedWithdrawal): string =>
  `To: ${grouped(address)}\n\nNetwork: ${network}\n\nAmount: ${amount}. Network fee: ${fee}. The recipient receives ${arrives}.`;

const compare =
  'Check that the address matches the one shown in the receiving wallet. Once sent, a withdrawal cannot be reversed.';
const notYou =
  'If you did not request this code, or someone else told you to request it, do not use the code or share it with anyone. End all other sessions in the security center and change your passwords.';

export const withdrawalCodeMail =
  (withdrawal: MailedWithdrawal) =>
  (brand: string, code: string): MailContent => ({
    subject: `${code} is your ${brand} code to withdraw ${withdrawal.amount}`,
    text: `Your code to withdraw ${withdrawal.amount} is ${code}. It expires in 10 minutes and works only for this withdrawal.\n\n${facts(withdrawal)}\n\n${compare}\n\n${notYou}`,
    code,
  });

/** Reports a withdrawal that needed no emailed code. */
export const withdrawalRequestedMail = (brand: string, withdrawal: MailedWithdrawal): MailContent => ({
  subject: `${brand}: one-step withdrawal of ${withdrawal.amount}`,
  text: `A withdrawal to one of your saved addresses was confirmed without an emailed code.\n\n${facts(withdrawal)}\n\nIf this was not you, cancel the withdrawal immediately and change your passwords.`,
});

export const withdrawalRefusedMail = (
  brand: string,
  withdrawal: MailedWithdrawal,
  reason: string,
  note: string,
): MailContent => ({
  subject: `Your ${brand} withdrawal of ${withdrawal.amount} was not completed`,
  text: [
    `Your withdrawal was not completed. The full amount is back in your spot wallet.`,
    `Reason: ${reason}.`,
    note === '' ? '' : `Note from our staff: ${quoted(note)}`,
    facts(withdrawal),
  ]
    .filter((part) => part !== '')
    .join('\n\n'),
});

export const addressCodeMail =
  (network: string, address: string) =>
  (brand: string, code: string): MailContent => ({
    subject: `${code} is your ${brand} code to save an address`,
    text: `Your code to save a withdrawal address is ${code}. It expires in 10 minutes and works only for this address.\n\nAddress: ${grouped(address)}\n\nNetwork: ${network}\n\n${notYou}`,
    code,
  });

export const addressSavedMail = (brand: string, network: string, address: string, label: string): MailContent => ({
  subject: `${brand}: a withdrawal address was saved`,
  text: `The address ${quoted(label)} was added to your saved addresses. For the first 24 hours, it is still treated as a new address: one-step withdrawal does not apply to it, and while your address whitelist is on, you cannot withdraw to it. This gives you time to notice if someone else added it.\n\nAddress: ${grouped(address)}\n\nNetwork: ${network}\n\nIf this was not you, remove the address, end all other sessions in the security center and change your passwords.`,
});

export const oneStepMail = (brand: string, fromMs: number): MailContent => ({
  subject: `${brand}: one-step withdrawal will be turned on`,
  text: `From ${utcTime(fromMs)}, withdrawals to your saved addresses will not require an emailed code, up to the 24-hour limit for one-step withdrawals. Until then, you can cancel this change in the security center.\n\nIf this was not you, cancel the change, end all other sessions in the security center and change your passwords.`,
});

export const onlySavedOffMail = (brand: string, untilMs: number): MailContent => ({
  subject: `${brand}: address whitelist will be turned off`,
  text: `From ${utcTime(untilMs)}, withdrawals can also be sent to addresses that are not saved, with an emailed code. Until then, the whitelist stays on, and you can choose to keep it on in the security center.\n\nIf this was not you, keep the whitelist on, end all other sessions in the security center and change your passwords.`,
});
