/** Addresses that the auth library accepts; others must be refused before a code is sent to them. */
const FORM = /^(?=[^@]{1,64}@)(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/;

/** The form in which addresses are stored and compared. Undefined if the text is not an email address. */
export const normaliseEmail = (text: string): string | undefined => {
  const email = text.trim().toLowerCase();
  return email.length <= 254 && FORM.test(email) ? email : undefined;
};

/** A mail provider that ignores dots before the @, and has two domains. */
const GMAIL = /^(gmail|googlemail)\.com$/;

/**
 * The mailbox of a normalised address, as far as is known: a suffix after a plus sign is ignored. Only for
 * counting; two addresses of one mailbox may open two accounts.
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const mailbox = name.replace(/(.)\+.*$/, '$1');
  return GMAIL.test(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}
