/**
 * Matches the addresses that the auth library accepts. Any other address must be refused before a code is sent to it.
 */
const FORM = /^(?=[^@]{1,64}@)(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/;

/** The form in which addresses are stored and compared. Undefined if the text is not an email address. */
export const normaliseEmail = (text: string): string | undefined => {
  const email = text.trim().toLowerCase();
  return email.length <= 254 && FORM.test(email) ? email : undefined;
};

/** Gmail ignores dots before the @ and has two domains. */
const GMAIL = /^(gmail|googlemail)\.com$/;

/**
 * The mailbox to which a normalized address probably belongs: a suffix after a plus sign is ignored. Used only to count
 * attempts per mailbox. It does not identify an account, because two addresses of one mailbox can have separate
 * accounts.
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const mailbox = name.replace(/(.)\+.*$/, '$1');
  return GMAIL.test(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}
