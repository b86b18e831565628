import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type BrowserContext, expect } from '@playwright/test';
import { authenticatorCode } from './authenticator.ts';

/** Someone who runs the exchange, with what they know and the key of their authenticator. */
export interface StaffPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly key: string;
  /** Steps of codes ahead of now that are used up: each code works once. */
  used: number;
}

const baseUrl = () => process.env.VITRINE_BASE_URL ?? '';
const call = (request: APIRequestContext, name: string, data: object, headers: Record<string, string> = {}) =>
  request.post(`/api/v3/console/${name}`, { data, headers: { origin: baseUrl(), ...headers } });

/** The sandbox's own administrators, one for each project; the keys stand in what the server prints at its start. */
const demoKeys = {
  administrator: 'ONQW4ZDCN54CAYLENVUW42LTORZGC5DPOIQHG5DBMZTA',
  administrator2: 'ONQW4ZDCN54CAYLENVUW42LTORZGC5DPOIZCA43UMFTGM',
} as const;

/** Kept: a session lasts longer than all tests. */
const tokens = new Map<string, Promise<string>>();

/** A demo administrator's token. Others may sign in with the same account at the same time: then the next code is due. */
async function administratorToken(request: APIRequestContext, stem: keyof typeof demoKeys): Promise<string> {
  let token = '';
  await expect(async () => {
    const first = { email: `${stem}@console.example`, password: `${stem}-runs-the-show` };
    const { ticket } = await (await call(request, 'login', first)).json();
    for (const ahead of [-1, 0, 1]) {
      const second = { ticket, code: authenticatorCode(demoKeys[stem], ahead) };
      const answer = await call(request, 'second-factor', second);
      if (answer.ok()) token = (await answer.json()).token;
      if (token !== '') return;
    }
    expect(token, 'a code that nobody has used').not.toBe('');
  }).toPass({ timeout: 100_000, intervals: [31_000] });
  return token;
}

/** The link of the newest invitation mailed to this address, as a path. */
export async function invitationPath(request: APIRequestContext, email: string): Promise<string> {
  const messages = (await (await request.get('/sandbox/messages', { params: { to: email } })).json()) as {
    text: string;
  }[];
  return messages.map(({ text }) => /\/console\/welcome#[\w-]{43}/.exec(text)?.[0]).find(Boolean) ?? '';
}

/** New members of staff by the calls alone, each enrolled and never signed in by anyone else. */
export async function newStaff(
  request: APIRequestContext,
  stem: keyof typeof demoKeys,
  ...people: readonly (readonly string[])[]
): Promise<StaffPerson[]> {
  const token = tokens.get(stem) ?? administratorToken(request, stem);
  tokens.set(stem, token);
  const authorization = `Bearer ${await token}`;
  const made: StaffPerson[] = [];
  for (const roles of people) {
    const id = randomUUID().slice(0, 8);
    const person = { name: `Staff ${id}`, email: `${id}@console.example`, password: `Pelican-orchard-${id}` };
    const form = { name: person.name, email: person.email, roles, reason: 'for a test' };
    expect((await call(request, 'staff/create', form, { authorization })).ok()).toBe(true);
    const invitation = (await invitationPath(request, person.email)).split('#')[1];
    const words = { token: invitation, password: person.password, password_confirmation: person.password };
    const { ticket, key } = await (await call(request, 'welcome', words)).json();
    expect((await call(request, 'enrol', { ticket, code: authenticatorCode(key, -1) })).ok()).toBe(true);
    made.push({ ...person, key, used: -1 });
  }
  return made;
}

/** A code that this person has not used yet; waits for the clock where the next would be too far ahead. */
export async function freshCode(person: StaffPerson): Promise<string> {
  if (person.used === 1) await new Promise((passed) => setTimeout(passed, 31_000));
  person.used = person.used === 1 ? 1 : person.used + 1;
  return authenticatorCode(person.key, person.used);
}

/** Signs a browser in to the console. */
export async function signInStaff(context: BrowserContext, person: StaffPerson): Promise<void> {
  const { email, password } = person;
  const { ticket } = await (await call(context.request, 'login', { email, password })).json();
  const answer = await call(context.request, 'second-factor', { ticket, code: await freshCode(person) });
  expect(answer.status(), await answer.text()).toBe(200);
}
