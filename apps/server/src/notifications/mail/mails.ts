import type { Texts } from '../../kit/texts.ts';
import { utcTime } from '../../kit/utc-time.ts';
import type { Mail } from '../../providers/mail/mail.ts';

/** The content of an email, without its recipient. */
export type MailContent = Pick<Mail, 'subject' | 'text' | 'code'>;

/** An email that is written when the language of its reader is known. */
export type Letter = (texts: Texts) => MailContent;

/** A user-supplied name as emails quote it: always one line, so that nobody can add a paragraph to our text. */
export const quoted = (name: string): string => `“${oneLine(name)}”`;
export const oneLine = (name: string): string => name.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim();

/** Paragraphs of an email; empty ones are left out. */
export const paragraphs = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

type Purpose = 'signUp' | 'accountPassword' | 'transactionPassword' | 'passkeyRemoval' | 'antiPhishing' | 'reset';

/** An email with a code. If only a signed-in client can request it, it says what an unexpected one means. */
const codeMail =
  (brand: string, code: string, purpose: Purpose, unexpected: 'ignore' | 'someoneElse'): Letter =>
  ({ say }) => ({
    subject: say('code.subject', { brand, code }),
    text: paragraphs(
      say('code.text', { purpose: say(`purpose.${purpose}`, { brand }), code }),
      say(`code.${unexpected}`),
    ),
    code,
  });

export const signUpCodeMail = (brand: string, code: string) => codeMail(brand, code, 'signUp', 'ignore');

export const accountPasswordCodeMail = (brand: string, code: string) =>
  codeMail(brand, code, 'accountPassword', 'someoneElse');

export const transactionPasswordCodeMail = (brand: string, code: string) =>
  codeMail(brand, code, 'transactionPassword', 'someoneElse');

export const passkeyRemovalCodeMail = (brand: string, code: string) =>
  codeMail(brand, code, 'passkeyRemoval', 'someoneElse');

export const antiPhishingCodeMail = (brand: string, code: string) =>
  codeMail(brand, code, 'antiPhishing', 'someoneElse');

export const resetCodeMail = (brand: string, code: string) => codeMail(brand, code, 'reset', 'ignore');

export const accountPasswordChangedMail =
  (brand: string, heldUntilMs: number): Letter =>
  ({ say, time }) => ({
    subject: say('accountPasswordChanged.subject', { brand }),
    text: paragraphs(say('accountPasswordChanged.text', { time: time(heldUntilMs) }), say('common.notMe')),
  });

export const transactionPasswordChangedMail =
  (brand: string, heldUntilMs: number): Letter =>
  ({ say, time }) => ({
    subject: say('transactionPasswordChanged.subject', { brand }),
    text: paragraphs(say('transactionPasswordChanged.text', { time: time(heldUntilMs) }), say('common.notMe')),
  });

export const mobileConnectedMail =
  (brand: string, mobileNumber: string): Letter =>
  ({ say }) => ({
    subject: say('mobileConnected.subject', { brand }),
    text: paragraphs(say('mobileConnected.text', { end: mobileNumber.slice(-4) }), say('common.notMe')),
  });

export const antiPhishingSetMail =
  (brand: string): Letter =>
  ({ say }) => ({
    subject: say('antiPhishingSet.subject', { brand }),
    text: paragraphs(say('antiPhishingSet.text'), say('common.notMe')),
  });

/** A way to sign in without a password, with the name that its owner gave it. */
interface NamedMethod {
  readonly kind: 'passkey' | 'google' | 'wallet';
  readonly label: string;
}

interface ResetNews {
  readonly heldUntilMs: number;
  readonly removed: readonly NamedMethod[];
  readonly remaining: readonly NamedMethod[];
}

export const passwordResetMail =
  (brand: string, { heldUntilMs, removed, remaining }: ResetNews): Letter =>
  ({ say, time, list }) => {
    const methods = (all: readonly NamedMethod[]) =>
      list(
        all.map(({ kind, label }) =>
          say(`method.${kind}`, { name: kind === 'passkey' ? quoted(label) : oneLine(label) }),
        ),
      );
    return {
      subject: say('passwordReset.subject', { brand }),
      text: paragraphs(
        say('passwordReset.text', { time: time(heldUntilMs) }),
        removed.length === 0 ? '' : say('passwordReset.removed', { methods: methods(removed) }),
        remaining.length === 0 ? '' : say('passwordReset.remaining', { methods: methods(remaining) }),
        say('common.notMe'),
      ),
    };
  };

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

export const newSignInMail =
  (brand: string): Letter =>
  ({ say }) => ({
    subject: say('newSignIn.subject', { brand }),
    text: paragraphs(say('newSignIn.text'), say('common.notMe')),
  });

export const welcomeMail =
  (brand: string): Letter =>
  ({ say }) => ({ subject: say('welcome.subject', { brand }), text: say('welcome.text') });

export const authenticatorRemovedMail =
  (brand: string, heldUntilMs: number): Letter =>
  ({ say, time }) => ({
    subject: say('authenticatorRemoved.subject', { brand }),
    text: paragraphs(say('authenticatorRemoved.text', { time: time(heldUntilMs) }), say('common.notMe')),
  });

export const transactionPasswordSetMail =
  (brand: string): Letter =>
  ({ say }) => ({
    subject: say('transactionPasswordSet.subject', { brand }),
    text: paragraphs(say('transactionPasswordSet.text'), say('common.notMe')),
  });

/** `what` writes what was changed. */
export const securityChangedMail =
  (brand: string, what: (texts: Texts) => string): Letter =>
  (texts) => ({
    subject: texts.say('securityChanged.subject', { brand }),
    text: paragraphs(what(texts), texts.say('common.notMe')),
  });
