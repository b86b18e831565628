/** The form addresses are kept and compared in. Undefined where it cannot be one. */
export const normaliseEmail = (text: string): string | undefined => {
  const email = text.trim().toLowerCase();
  return email.length <= 254 && /^[^\s@<>"(),;:\\[\]]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(email) ? email : undefined;
};

/** Mail providers that do not look at points before the @. */
const POINTLESS = /^(gmail|googlemail)\.com$/;

/**
 * Where mail to a normalised address arrives, as far as one can tell: what follows a plus is the reader's own business. For
 * counting only; two addresses of one mailbox may open two accounts.
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const mailbox = name.replace(/(.)\+.*$/, '$1');
  return `${POINTLESS.test(domain) ? mailbox.replaceAll('.', '') : mailbox}@${domain}`;
}
