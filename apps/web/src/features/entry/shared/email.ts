type EmailProblem = 'emailRequired' | 'emailInvalid';

/** The error of an email address, as far as a browser can check: empty, or not of the form a@b. */
export function emailProblem(text: string): EmailProblem | undefined {
  const email = text.trim();
  if (!email) return 'emailRequired';
  return /^[^\s@]+@[^\s@]+$/.test(email) ? undefined : 'emailInvalid';
}
