import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { deposit, newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { headingOf, notFoundHeading, walkSite } from './site.ts';

test.setTimeout(300_000);

/** The findings on the open page that keep people out, one line each; only those of `rules` where some are named. */
async function seriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules
    ? axe.withRules([...rules])
    : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
  ).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`));
}

/** The same page in the other theme: the tokens hang on this one attribute, and of axe's rules only contrast on them. */
async function contrastFindings(page: Page, theme: 'dark' | 'light'): Promise<string[]> {
  const show = (scheme: string) =>
    page.locator('html').evaluate((html, value) => html.setAttribute('data-mantine-color-scheme', value), scheme);
  await show(theme === 'dark' ? 'light' : 'dark');
  // Colours that pass over into each other have arrived by then.
  await page.waitForTimeout(300);
  const findings = await seriousFindings(page, ['color-contrast']);
  await show(theme);
  return findings.map((finding) => `in the other theme: ${finding}`);
}

for (const who of ['visitor', 'client'] as const) {
  test(`every page is open to everyone, in both themes: ${who}`, async ({ page, request }, { project }) => {
    if (who === 'client') {
      const person = await openAccount(request, newPerson());
      await deposit(request, person, 'USDT', '1000');
      await signIn(page, person);
    }
    const theme = project.name === 'phone' ? 'light' : 'dark';
    await page.addInitScript((scheme) => {
      localStorage.setItem('vitrine.preferences', JSON.stringify({ scheme }));
    }, theme);
    const notFound = await notFoundHeading(page);
    const findings: string[] = [];
    await walkSite(page, 'every kind', async ({ path, foundOn }) => {
      if ((await headingOf(page)) === notFound) findings.push(`${path}, linked from ${foundOn}, leads nowhere`);
      // Sign-in and sign-up are white in both themes.
      const isWhite = /^\/sign(in|up)/.test(new URL(page.url()).pathname);
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', isWhite ? 'light' : theme);
      const found = await seriousFindings(page);
      if (!isWhite) found.push(...(await contrastFindings(page, theme)));
      findings.push(...found.map((finding) => `${path}: ${finding}`));
    });
    expect(findings).toEqual([]);
  });
}
