/** What the library that keeps accounts takes; everything else has to be refused before a code is sent to it. */
const FORM = /^(?=[^@]{1,64}@)(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/;

/** The form in which addresses are stored and compared. Undefined where the text cannot be one. */
export const normaliseEmail = (text: string): string | undefined => {
  const email = text.trim().toLowerCase();
  return email.length <= 254 && FORM.test(email) ? email : undefined;
};

/** A mail provider that does not look at points before the @, and delivers by two names. */
const GMAIL = /^(gmail|googlemail)\.com$/;

/**
 * Where mail to a normalised address arrives, as far as is known: what follows a plus is ignored. For
 * counting only; two addresses of one mailbox may open two accounts.
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const mailbox = name.replace(/(.)\+.*$/, '$1');
  return GMAIL.test(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}
