import type { Mail } from '../../providers/mail/mail.ts';
import { utcTime } from './letter-frame.ts';

/** What a message says, without whom it goes to. */
export type Letter = Pick<Mail, 'subject' | 'text' | 'code'>;

/** A name that was typed, as letters quote it: one line, whatever it holds, so that nobody writes a paragraph of ours. */
export const quoted = (name: string): string => `“${oneLine(name)}”`;
export const oneLine = (name: string): string => name.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim();

const codeLetter = (brand: string, code: string, purpose: string): Letter => ({
  subject: `${code} is your ${brand} verification code`,
  text: `Your code to ${purpose} is ${code}. It expires in 10 minutes.\n\nIf you did not request this code, you can ignore this message.`,
  code,
});

/** Of a code that only someone signed in can ask for. */
const accountCodeLetter = (brand: string, code: string, purpose: string): Letter => ({
  subject: `${code} is your ${brand} verification code`,
  text: `Your code to ${purpose} is ${code}. It expires in 10 minutes.\n\nIf you did not request this code, someone else is signed in to your account: end all other sessions in the security center and change your password.`,
  code,
});

export const signUpCodeLetter = (brand: string, code: string) => codeLetter(brand, code, `open a ${brand} account`);

export const accountPasswordCodeLetter = (brand: string, code: string) =>
  accountCodeLetter(brand, code, 'change your account password');

export const transactionPasswordCodeLetter = (brand: string, code: string) =>
  accountCodeLetter(brand, code, 'set a new transaction password');

export const passkeyRemovalCodeLetter = (brand: string, code: string) =>
  accountCodeLetter(brand, code, 'remove a passkey without its device');

export const antiPhishingCodeLetter = (brand: string, code: string) =>
  accountCodeLetter(brand, code, 'set your anti-phishing code');

export const resetCodeLetter = (brand: string, code: string) => codeLetter(brand, code, 'choose a new password');

const notMe =
  'If this was not you, end all other sessions in the security center, change your passwords and contact support.';

export const accountPasswordChangedLetter = (brand: string, heldUntilMs: number): Letter => ({
  subject: `Your ${brand} password was changed`,
  text: `Your account password was changed, and all other sessions were ended. For your safety, withdrawals are on hold until ${utcTime(heldUntilMs)}.\n\n${notMe}`,
});

export const transactionPasswordChangedLetter = (brand: string, heldUntilMs: number): Letter => ({
  subject: `Your ${brand} transaction password was changed`,
  text: `Your transaction password was changed. For your safety, withdrawals are on hold until ${utcTime(heldUntilMs)}.\n\n${notMe}`,
});

export const mobileConnectedLetter = (brand: string, mobileNumber: string): Letter => ({
  subject: `A mobile number was connected to your ${brand} account`,
  text: `The number ending in ${mobileNumber.slice(-4)} is now connected to your account.\n\n${notMe}`,
});

export const antiPhishingSetLetter = (brand: string): Letter => ({
  subject: `Your ${brand} anti-phishing code was set`,
  text: `From now on every message from us includes your anti-phishing code, as shown above. The only exceptions are answers to support requests sent without signing in, because anyone can write those in your name. Any other message without the code is not from us.\n\n${notMe}`,
});

interface ResetNews {
  readonly heldUntilMs: number;
  /** In words, such as 'the passkey “Phone”'. */
  readonly ended: readonly string[];
  readonly standing: readonly string[];
}

export const passwordResetLetter = (brand: string, { heldUntilMs, ended, standing }: ResetNews): Letter => ({
  subject: `Your ${brand} password was reset`,
  text: [
    `A new password was set with a code sent to this address. All sessions were ended, and for your safety withdrawals are on hold until ${utcTime(heldUntilMs)}.`,
    ...(ended.length === 0
      ? []
      : [`Sign-in methods added in the last 30 days were removed as well: ${ended.join(', ')}.`]),
    ...(standing.length === 0
      ? []
      : [
          `These sign-in methods still work: ${standing.join(', ')}. Remove any that are not yours in the security center.`,
        ]),
    notMe,
  ].join('\n\n'),
});

/** To whom a message to support named, who may not have written it: it repeats nothing of that message. */
export const visitorAnswerLetter = (
  brand: string,
  { id, atMs, answer }: { readonly id: number; readonly atMs: number; readonly answer: string },
): Letter => ({
  subject: `${brand} support: answer to request ${id}`,
  text: `${answer}\n\nThis answers request ${id} of ${utcTime(atMs)}, which was sent without signing in and gave this email address. If you did not send it, you can ignore this message.\n\nWe never ask for passwords, codes or keys.`,
});

export const newSignInLetter = (brand: string): Letter => ({
  subject: `New sign-in to your ${brand} account`,
  text: `Someone signed in to your account from a new device.\n\n${notMe}`,
});

export const welcomeLetter = (brand: string): Letter => ({
  subject: `Welcome to ${brand}`,
  text: `Your account is open.\n\nBefore you deposit: set up an authenticator or a passkey in the security center, and choose an anti-phishing code, which every message from us will then include.`,
});

export const authenticatorRemovedLetter = (brand: string, heldUntilMs: number): Letter => ({
  subject: `The authenticator was removed from your ${brand} account`,
  text: `Sign-in no longer requires an authenticator code. For your safety, withdrawals are on hold until ${utcTime(heldUntilMs)}.\n\n${notMe}`,
});

export const transactionPasswordSetLetter = (brand: string): Letter => ({
  subject: `A transaction password was set for your ${brand} account`,
  text: `Orders and withdrawals now require it.\n\n${notMe}`,
});

export const waysInChangedLetter = (brand: string, what: string): Letter => ({
  subject: `Your ${brand} security settings were changed`,
  text: `${what}\n\n${notMe}`,
});
