import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on the open page that keeps people out, one line each; only what `rules` find where some are named. */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
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
export async function contrastFindings(page: Page, theme: 'dark' | 'light'): Promise<string[]> {
  const show = (scheme: string) =>
    page.locator('html').evaluate(async (html, value) => {
      html.setAttribute('data-mantine-color-scheme', value);
      // Colours that pass over into each other have arrived two frames later: the tests ask for no motion.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
    }, scheme);
  await show(theme === 'dark' ? 'light' : 'dark');
  const findings = await seriousFindings(page, ['color-contrast']);
  await show(theme);
  return findings.map((finding) => `in the other theme: ${finding}`);
}
