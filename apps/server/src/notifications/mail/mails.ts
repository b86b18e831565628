import { utcTime } from '../../kit/utc-time.ts';
import type { Mail } from '../../providers/mail/mail.ts';

/** The content of an email, without its recipient. */
export type MailContent = Pick<Mail, 'subject' | 'text' | 'code'>;

/** A user-supplied name as emails quote it: always one line, so that nobody can add a paragraph to our text. */
export const quoted = (name: string): string => `“${oneLine(name)}”`;
export const oneLine = (name: string): string => name.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim();

const codeMail = (brand: string, code: string, purpose: string): MailContent => ({
  subject: `${code} is your ${brand} verification code`,
  text: `Your verification code to ${purpose} is ${code}. It expires in 10 minutes.\n\nIf you did not request this code, you can ignore this message.`,
  code,
});

/** An email with a code that only a signed-in client can request. */
const accountCodeMail = (brand: string, code: string, purpose: string): MailContent => ({
  subject: `${code} is your ${brand} verification code`,
  text: `Your verification code to ${purpose} is ${code}. It expires in 10 minutes.\n\nIf you did not request this code, someone else is signed in to your account: end all other sessions in the security center and change your password.`,
  code,
});

export const signUpCodeMail = (brand: string, code: string) => codeMail(brand, code, `open a ${brand} account`);

export const accountPasswordCodeMail = (brand: string, code: string) =>
  accountCodeMail(brand, code, 'change your account password');

export const transactionPasswordCodeMail = (brand: string, code: string) =>
  accountCodeMail(brand, code, 'set a new transaction password');

export const passkeyRemovalCodeMail = (brand: string, code: string) =>
  accountCodeMail(brand, code, 'remove a lost passkey');

export const antiPhishingCodeMail = (brand: string, code: string) =>
  accountCodeMail(brand, code, 'set your anti-phishing code');

export const resetCodeMail = (brand: string, code: string) => codeMail(brand, code, 'choose a new password');

const notMe =
  'If this was not you, end all other sessions in the security center, change your passwords and contact support.';

export const accountPasswordChangedMail = (brand: string, heldUntilMs: number): MailContent => ({
  subject: `Your ${brand} password was changed`,
  text: `Your account password was changed, and all other sessions were ended. For your security, withdrawals are on hold until ${utcTime(heldUntilMs)}.\n\n${notMe}`,
});

export const transactionPasswordChangedMail = (brand: string, heldUntilMs: number): MailContent => ({
  subject: `Your ${brand} transaction password was changed`,
  text: `Your transaction password was changed. For your security, withdrawals are on hold until ${utcTime(heldUntilMs)}.\n\n${notMe}`,
});

export const mobileConnectedMail = (brand: string, mobileNumber: string): MailContent => ({
  subject: `A mobile number was connected to your ${brand} account`,
  text: `The number ending in ${mobileNumber.slice(-4)} is now connected to your account.\n\n${notMe}`,
});

export const antiPhishingSetMail = (brand: string): MailContent => ({
  subject: `Your ${brand} anti-phishing code was set`,
  text: `From now on, every email from us includes your anti-phishing code, as shown above. The only exceptions are replies to support requests sent without signing in, because anyone can enter your email address in such a request. Any other email without the code is not from us.\n\n${notMe}`,
});

interface ResetNews {
  readonly heldUntilMs: number;
  /** In words, such as 'the passkey “Phone”'. */
  readonly removed: readonly string[];
  readonly remaining: readonly string[];
}

export const passwordResetMail = (brand: string, { heldUntilMs, removed, remaining }: ResetNews): MailContent => ({
  subject: `Your ${brand} password was reset`,
  text: [
    `A new account password was set with a code sent to this email address. All sessions were ended. For your security, withdrawals are on hold until ${utcTime(heldUntilMs)}.`,
    ...(removed.length === 0
      ? []
      : [`Sign-in methods added in the last 30 days were removed as well: ${removed.join(', ')}.`]),
    ...(remaining.length === 0
      ? []
      : [
          `These sign-in methods still work: ${remaining.join(', ')}. If any of them are not yours, remove them in the security center.`,
        ]),
    notMe,
  ].join('\n\n'),
});

/**
 * Sent to the email address given in a message to support. The owner of the address may not have written the message,
 * so none of its text is repeated.
 */
export const visitorAnswerMail = (
  brand: string,
  { id, atMs, answer }: { readonly id: number; readonly atMs: number; readonly answer: string },
): MailContent => ({
  subject: `${brand} support: reply to request ${id}`,
  text: `${answer}\n\nThis is a reply to request ${id}, which someone sent on ${utcTime(atMs)} without signing in, giving this email address. If that was not you, you can ignore this message.\n\nWe never ask for passwords, codes or keys.`,
});

export const newSignInMail = (brand: string): MailContent => ({
  subject: `New sign-in to your ${brand} account`,
  text: `Someone signed in to your account from a new device.\n\n${notMe}`,
});

export const welcomeMail = (brand: string): MailContent => ({
  subject: `Welcome to ${brand}`,
  text: `Your account is open.\n\nBefore you deposit, set up an authenticator or a passkey in the security center, and choose an anti-phishing code. Our emails to you will then include the code.`,
});

export const authenticatorRemovedMail = (brand: string, heldUntilMs: number): MailContent => ({
  subject: `The authenticator was removed from your ${brand} account`,
  text: `Sign-in no longer requires an authenticator code. For your security, withdrawals are on hold until ${utcTime(heldUntilMs)}.\n\n${notMe}`,
});

export const transactionPasswordSetMail = (brand: string): MailContent => ({
  subject: `A transaction password was set for your ${brand} account`,
  text: `Orders and withdrawals now require this password.\n\n${notMe}`,
});

export const securityChangedMail = (brand: string, what: string): MailContent => ({
  subject: `Your ${brand} security settings were changed`,
  text: `${what}\n\n${notMe}`,
});
