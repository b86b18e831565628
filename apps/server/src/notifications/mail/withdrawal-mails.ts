import type { WithdrawalRefusal } from '@vitrine/contract';
import type { Texts } from '../../kit/texts.ts';
import { type Letter, paragraphs, quoted } from './mails.ts';

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

const facts = ({ say }: Texts, { amount, fee, arrives, network, address }: MailedWithdrawal): string =>
  say('withdrawal.facts', { address: grouped(address), network, amount, fee, arrives });

export const withdrawalCodeMail =
  (withdrawal: MailedWithdrawal) =>
  (brand: string, code: string): Letter =>
  (texts) => {
    const { say } = texts;
    const { amount } = withdrawal;
    return {
      subject: say('withdrawalCode.subject', { code, brand, amount }),
      text: paragraphs(
        say('withdrawalCode.text', { amount, code }),
        facts(texts, withdrawal),
        say('withdrawal.compare'),
        say('withdrawal.notYou'),
      ),
      code,
    };
  };

/** Reports a withdrawal that needed no emailed code. */
export const withdrawalRequestedMail =
  (brand: string, withdrawal: MailedWithdrawal): Letter =>
  (texts) => ({
    subject: texts.say('withdrawalRequested.subject', { brand, amount: withdrawal.amount }),
    text: paragraphs(
      texts.say('withdrawalRequested.text'),
      facts(texts, withdrawal),
      texts.say('withdrawalRequested.notYou'),
    ),
  });

export const withdrawalRefusedMail =
  (brand: string, withdrawal: MailedWithdrawal, reason: WithdrawalRefusal, note: string): Letter =>
  (texts) => {
    const { say } = texts;
    return {
      subject: say('withdrawalRefused.subject', { brand, amount: withdrawal.amount }),
      text: paragraphs(
        say('withdrawalRefused.text'),
        say('common.reason', { reason: say(`withdrawalRefusal.${reason}`) }),
        note === '' ? '' : say('withdrawalRefused.note', { note: quoted(note) }),
        facts(texts, withdrawal),
      ),
    };
  };

export const addressCodeMail =
  (network: string, address: string) =>
  (brand: string, code: string): Letter =>
  ({ say }) => ({
    subject: say('addressCode.subject', { code, brand }),
    text: paragraphs(
      say('addressCode.text', { code }),
      say('address.facts', { address: grouped(address), network }),
      say('withdrawal.notYou'),
    ),
    code,
  });

export const addressSavedMail =
  (brand: string, network: string, address: string, label: string): Letter =>
  ({ say }) => ({
    subject: say('addressSaved.subject', { brand }),
    text: paragraphs(
      say('addressSaved.text', { label: quoted(label) }),
      say('address.facts', { address: grouped(address), network }),
      say('addressSaved.notYou'),
    ),
  });

export const oneStepMail =
  (brand: string, fromMs: number): Letter =>
  ({ say, time }) => ({
    subject: say('oneStep.subject', { brand }),
    text: paragraphs(say('oneStep.text', { time: time(fromMs) }), say('oneStep.notYou')),
  });

export const onlySavedOffMail =
  (brand: string, untilMs: number): Letter =>
  ({ say, time }) => ({
    subject: say('onlySavedOff.subject', { brand }),
    text: paragraphs(say('onlySavedOff.text', { time: time(untilMs) }), say('onlySavedOff.notYou')),
  });
