import { currentTotpCode } from '../auth/factors/totp.ts';
import { PASSWORD, type TestExchange, type TestResponse, TestStaff } from './test-exchange.ts';

const console_ = (path: string) => `/api/v3/console/${path}`;

/** One administrator requests a change of access, and another approves it. Returns the resulting approval. */
export async function together(
  [asker, approver]: readonly [TestStaff, TestStaff],
  path: 'staff/create' | 'staff/roles' | 'staff/reinvite',
  body: object,
): Promise<TestResponse> {
  const { status, body: asked } = await asker.post(console_(path), { reason: 'a test', ...body });
  if (status !== 200) throw new Error(`the request for approval was refused: ${JSON.stringify(asked)}`);
  return approver.post(console_('approvals/approve'), { id: asked.approval });
}

/** The token of the newest invitation mailed to this address. */
export async function invitationToken({ visitor }: TestExchange, email: string): Promise<string | undefined> {
  const messages: { text: string }[] = (await visitor.get(`/sandbox/messages?to=${email}`)).body;
  return messages.map(({ text }) => /welcome#([\w-]{43})/.exec(text)?.[1]).find(Boolean);
}

/**
 * Accepts an invitation: sets a password, enrolls an authenticator and signs in. The member's first day, without the
 * right to request or approve changes, is not over yet.
 */
export async function takeUp(exchange: TestExchange, email: string): Promise<TestStaff> {
  const post = (path: string, body: object) => exchange.visitor.post(console_(path), body);
  const token = await invitationToken(exchange, email);
  const welcome = await post('welcome', { token, password: PASSWORD, password_confirmation: PASSWORD });
  const { ticket, otpauth } = welcome.body;
  const entered = await post('enrol', { ticket, code: await currentTotpCode(secretOf(otpauth)) });
  const { token: session, staff } = entered.body;
  return new TestStaff(exchange.exchange, staff.id, email, session);
}

/** Decodes the secret in an otpauth link, which contains the secret's characters in base 32. */
export function secretOf(otpauth: string): string {
  const key = new URL(otpauth).searchParams.get('secret') ?? '';
  const bits = [...key].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return (bits.join('').match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');
}
