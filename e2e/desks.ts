import type { Browser, Page, TestInfo } from '@playwright/test';
import { newStaff, signInStaff } from './staff.ts';

/**
 * Two operators with the console open, at desktop width in every project, and a third who reviews identities: someone
 * who reviewed a client's identity may not approve that client's withdrawals.
 */
export async function openDesks(browser: Browser, info: TestInfo) {
  const baseURL = process.env.VITRINE_BASE_URL ?? '';
  const contextOf = () => browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, isMobile: false });
  const contexts = [await contextOf(), await contextOf(), await contextOf()] as const;
  const administrator = info.project.name === 'phone' ? 'administrator2' : 'administrator';
  const people = await newStaff(contexts[0].request, administrator, ['compliance'], ['treasury'], ['compliance']);
  const pages: Page[] = [];
  for (const [index, context] of contexts.entries()) {
    const person = people[index];
    if (person === undefined) throw new Error('no staff member was created');
    await signInStaff(context, person);
    pages.push(await context.newPage());
  }
  const [compliance, treasury] = pages;
  if (compliance === undefined || treasury === undefined) throw new Error('no staff member is signed in');
  const reviewer = contexts[2].request;
  return { compliance, treasury, reviewer, close: () => Promise.all(contexts.map((context) => context.close())) };
}

export type Desks = Awaited<ReturnType<typeof openDesks>>;
