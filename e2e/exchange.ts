import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';

/** A person with an account, and their passwords. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly transactionPassword: string;
}

/** A person with an unused email address, who has no account yet. */
export function newPerson(): Person {
  return {
    email: `${randomUUID().slice(0, 13)}@example.com`,
    password: 'Pelican-orchard-58',
    transactionPassword: 'Quiet-lantern-41',
  };
}

/** Sends what the web app would send: JSON, with the page's own origin. */
async function post<Path extends string & keyof Posts>(
  request: APIRequestContext,
  path: Path,
  body: Posts[Path]['body'],
): Promise<Posts[Path]['response']> {
  const baseUrl = process.env.VITRINE_BASE_URL ?? '';
  const answer = await request.post(path, { data: body, headers: { origin: baseUrl } });
  expect(answer.status(), `POST ${path}: ${await answer.text()}`).toBe(200);
  return (await answer.json()) as Posts[Path]['response'];
}

type Posts = { [Call in keyof Calls as Call extends `POST ${infer Path}` ? Path : never]: Calls[Call] };

/**
 * The newest code sent to an address, read from the sandbox's messages. Waits for one that arrived at `sinceMs` or
 * later.
 */
export async function outboxCode(request: APIRequestContext, email: string, sinceMs = 0): Promise<string> {
  let code = '';
  await expect(async () => {
    const answer = await request.get('/sandbox/messages', { params: { to: email } });
    expect(answer.status()).toBe(200);
    const messages = (await answer.json()) as Calls['GET /sandbox/messages']['response'];
    code = messages.find((message) => message.at >= sinceMs && message.code !== '')?.code ?? '';
    expect(code, `a code for ${email}`).toMatch(/^\d{6}$/);
  }).toPass({ timeout: 10_000 });
  return code;
}

/** Opens an account through the API, for tests that are not about signing up. */
export async function openAccount(
  request: APIRequestContext,
  person: Person = newPerson(),
  referral?: string,
): Promise<Person> {
  await post(request, '/api/v2/send-code', { email: person.email });
  const answer = await post(request, '/api/v2/register', {
    code: await outboxCode(request, person.email),
    username: person.email,
    password: person.password,
    password_confirmation: person.password,
    transaction_password: person.transactionPassword,
    ...(referral === undefined ? {} : { referral }),
  });
  expect(answer.message).toBe('SUCCESS');
  return person;
}

/** Signs the browser in: the session cookie is set in the page's own context. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await post(page.request, '/api/v3/login', { username: person.email, password: person.password });
}

/** Sends a simulated chain transfer to a client and waits until it is credited and available. */
export async function deposit(request: APIRequestContext, person: Person, coin: string, amount: string): Promise<void> {
  await post(request, '/sandbox/deposits', { coin, amount, username: person.email });
}

/** A person with 5,000 USDT, signed in on the page. */
export async function someoneWithUsdt(page: Page): Promise<Person> {
  const person = await openAccount(page.request);
  await deposit(page.request, person, 'USDT', '5000');
  await signIn(page, person);
  return person;
}

/** Verifies a person's number with the code sent to it; only then can they sign in with it. */
export async function proveNumber(
  request: APIRequestContext,
  { password }: Person,
  mobile_number: string,
): Promise<void> {
  await post(request, '/api/v3/sendSMSCode', { type: 'REGISTER', mobile_number, password });
  const verification_code = await outboxCode(request, mobile_number);
  await post(request, '/api/v3/verify-mobile', { mobile_number, verification_code });
}
