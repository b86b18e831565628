import { randomUUID } from 'node:crypto';
import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { authenticatorCode, currentStep, oldestStep } from './authenticator.ts';

/** A member of staff, with their password and authenticator key. */
export interface StaffPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly key: string;
  /** The 30-second step (RFC 6238) of the newest code used: each code works only once. */
  lastStep: number;
}

const baseUrl = () => process.env.VITRINE_BASE_URL ?? '';
const BUSY_TRIES = 10;

/** Makes a console call; repeats it while it is refused as busy, because all workers share one IP address. */
async function call(request: APIRequestContext, name: string, data: object, headers: Record<string, string> = {}) {
  const send = () => request.post(`/api/v3/console/${name}`, { data, headers: { origin: baseUrl(), ...headers } });
  let answer = await send();
  for (let tries = 1; tries < BUSY_TRIES && answer.status() === 503; tries += 1) {
    await new Promise((passed) => setTimeout(passed, 500));
    answer = await send();
  }
  return answer;
}

/** The sandbox's administrators with the keys of their authenticators, which the server prints when it starts. */
const demoKeys = {
  administrator: 'ONQW4ZDCN54CAYLENVUW42LTORZGC5DPOIQHG5DBMZTA',
  administrator2: 'ONQW4ZDCN54CAYLENVUW42LTORZGC5DPOIZCA43UMFTGM',
} as const;

/**
 * A demo administrator's token, valid for the whole run. Each code works once: tries the codes of the previous and the
 * current time step and, if other sign-ins have used both, waits for the next step.
 */
async function administratorToken(request: APIRequestContext, stem: keyof typeof demoKeys): Promise<string> {
  let token = '';
  await expect(async () => {
    const first = { email: `${stem}@console.example`, password: `${stem}-runs-the-show` };
    const { ticket } = await (await call(request, 'login', first)).json();
    for (const ahead of [-1, 0]) {
      const second = { ticket, code: authenticatorCode(demoKeys[stem], ahead) };
      const answer = await call(request, 'second-factor', second);
      if (answer.ok()) token = cookieOf(answer);
      if (token !== '') return;
    }
    expect(token, 'an authenticator code that has not been used before').not.toBe('');
  }).toPass({ timeout: 100_000, intervals: [31_000] });
  return token;
}

/** The session token in a response's cookie; response bodies do not contain it. */
const cookieOf = (answer: APIResponse): string =>
  decodeURIComponent(/__Host-vitrine-console=([^;]+)/.exec(answer.headers()['set-cookie'] ?? '')?.[1] ?? '');

/** Signs both demo administrators in, once for all workers: granting access needs both of them. */
export async function signInAdministrators(request: APIRequestContext): Promise<void> {
  for (const stem of stems) process.env[tokenName(stem)] = await administratorToken(request, stem);
}

const stems = ['administrator', 'administrator2'] as const;
const tokenName = (stem: keyof typeof demoKeys) => `VITRINE_${stem.toUpperCase()}`;
const authorizationOf = (stem: keyof typeof demoKeys) => ({
  authorization: `Bearer ${process.env[tokenName(stem)] ?? ''}`,
});

/** Approves another administrator's request. */
async function approveAs(request: APIRequestContext, stem: keyof typeof demoKeys, id: number): Promise<void> {
  const answer = await call(request, 'approvals/approve', { id }, authorizationOf(stem));
  expect((await answer.json()).approval.state).toBe('done');
}

/**
 * The path of the link in the newest invitation emailed to this address. Waits for it: the email may arrive after the
 * response.
 */
export async function invitationPath(request: APIRequestContext, email: string): Promise<string> {
  let path = '';
  await expect(async () => {
    const messages = (await (await request.get('/sandbox/messages', { params: { to: email } })).json()) as {
      text: string;
    }[];
    path = messages.map(({ text }) => /\/console\/welcome#[\w-]{43}/.exec(text)?.[0]).find(Boolean) ?? '';
    expect(path, `an invitation for ${email}`).not.toBe('');
  }).toPass({ timeout: 20_000 });
  return path;
}

/**
 * Creates members of staff through the API, whom no other test uses: both administrators give them access, and they
 * enroll an authenticator. The 24 hours before new staff can make and approve requests are skipped.
 */
export async function newStaff(
  request: APIRequestContext,
  stem: keyof typeof demoKeys,
  ...people: readonly (readonly string[])[]
): Promise<StaffPerson[]> {
  const made: StaffPerson[] = [];
  for (const roles of people) {
    const id = randomUUID().slice(0, 8);
    const person = { name: `Staff ${id}`, email: `${id}@console.example`, password: `Pelican-orchard-${id}` };
    const form = { name: person.name, email: person.email, roles, reason: 'for a test' };
    const asked = await call(request, 'staff/create', form, authorizationOf(stem));
    await approveAs(
      request,
      stem === 'administrator' ? 'administrator2' : 'administrator',
      (await asked.json()).approval,
    );
    const invitation = (await invitationPath(request, person.email)).split('#')[1];
    const words = { token: invitation, password: person.password, password_confirmation: person.password };
    const welcomed = await call(request, 'welcome', words);
    expect(welcomed.status(), await welcomed.text()).toBe(200);
    const { ticket, key } = await welcomed.json();
    const enrolling = { ...person, key, lastStep: 0 };
    const enrolled = await call(request, 'enrol', { ticket, code: await freshCode(enrolling) });
    expect(enrolled.status(), await enrolled.text()).toBe(200);
    expect((await request.post('/sandbox/staff', { data: { email: person.email } })).ok()).toBe(true);
    made.push(enrolling);
  }
  return made;
}

/**
 * The oldest code that this person has not used. The server accepts the codes of the previous and the current step: if
 * both have been used, waits for the next step.
 */
export async function freshCode(person: StaffPerson): Promise<string> {
  person.lastStep = Math.max(person.lastStep + 1, oldestStep());
  while (person.lastStep > currentStep()) await new Promise((passed) => setTimeout(passed, 500));
  return authenticatorCode(person.key, person.lastStep - currentStep());
}

/** Signs a browser in to the console. */
export async function signInStaff(context: BrowserContext, person: StaffPerson): Promise<void> {
  const { email, password } = person;
  const { ticket } = await (await call(context.request, 'login', { email, password })).json();
  const answer = await call(context.request, 'second-factor', { ticket, code: await freshCode(person) });
  expect(answer.status(), await answer.text()).toBe(200);
}

/**
 * Approves the request that `article` shows on the page of approvals, and waits until it has been executed: the list may
 * show earlier requests that were approved.
 */
export async function approveShown(page: Page, article: Locator): Promise<void> {
  await article.getByRole('button', { name: 'Approve' }).click();
  const response = page.waitForResponse((each) => each.url().endsWith('/console/approvals/approve'));
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  expect((await response).status()).toBe(200);
  await expect(page.getByText('Approved and applied').first()).toBeVisible();
}
