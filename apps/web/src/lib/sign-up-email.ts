/** The key of the email that was typed on the front page, for the sign-up form of the same tab. */
const KEY = 'vitrine.sign-up-email';

export function writeSignUpEmail(email: string): void {
  try {
    sessionStorage.setItem(KEY, email.trim());
  } catch {
    // Without storage, the email is typed again.
  }
}

/** The email that was typed on the front page; empty if none was. */
export function readSignUpEmail(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}
