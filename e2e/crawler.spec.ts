import type { Page } from '@playwright/test';
import { newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { headingOf, kindOf, notFoundHeading, walkSite } from './site.ts';

test.setTimeout(300_000);
test.skip(
  ({ isMobile }) => isMobile,
  'the links of phones are walked together with the look at each page, in axe.spec.ts',
);

async function expectNoDeadLink(page: Page, leastKinds: number): Promise<void> {
  const notFound = await notFoundHeading(page);
  const dead: string[] = [];
  const pages = await walkSite(page, 'every page', async ({ path, foundOn }) => {
    if ((await headingOf(page)) === notFound) dead.push(`${path}, linked from ${foundOn}`);
  });
  expect(dead, 'links that lead nowhere').toEqual([]);
  const kinds = new Set(pages.map(kindOf));
  test.info().annotations.push({ type: 'pages', description: [...kinds].join(' ') });
  expect(kinds.size, 'kinds of pages reached').toBeGreaterThanOrEqual(leastKinds);
}

test('no link leads a visitor nowhere', async ({ page }) => {
  await expectNoDeadLink(page, 4);
});

test('no link leads a client nowhere', async ({ page, request }) => {
  await signIn(page, await openAccount(request, newPerson()));
  await expectNoDeadLink(page, 4);
});
