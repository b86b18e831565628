/** The storage key of the email entered on the front page, for the sign-up form in the same tab. */
const KEY = 'vitrine.sign-up-email';

export function writeSignUpEmail(email: string): void {
  try {
    sessionStorage.setItem(KEY, email.trim());
  } catch {
    // Without storage, the email must be entered again.
  }
}

/** The email entered on the front page; empty if there is none. */
export function readSignUpEmail(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}
