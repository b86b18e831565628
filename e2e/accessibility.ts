import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Look {
  /** Only what these find, where some are named. */
  readonly rules?: readonly string[];
  /** Only this part of the page: what stands around it is the same on every page. */
  readonly within?: string;
}

/** What axe finds on the open page that keeps people out, one line each. */
export async function seriousFindings(page: Page, { rules, within }: Look = {}): Promise<string[]> {
  // No page has frames: axe need not open a page of its own to put their findings together. And what passed is not looked at.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  const { violations } = await (rules
    ? axe.withRules([...rules])
    : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
  ).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`));
}

/** The same page in the other theme: the tokens hang on this one attribute, and of axe's rules only contrast on them. */
export async function contrastFindings(page: Page, theme: 'dark' | 'light', within?: string): Promise<string[]> {
  const show = async (scheme: string) => {
    await page.locator('html').evaluate((html, value) => html.setAttribute('data-mantine-color-scheme', value), scheme);
    await coloursStand(page);
  };
  await show(theme === 'dark' ? 'light' : 'dark');
  const findings = await seriousFindings(page, { rules: ['color-contrast'], ...(within && { within }) });
  await show(theme);
  return findings.map((finding) => `in the other theme: ${finding}`);
}

/** Colours pass over into each other, and one passing starts the next: they stand when nothing has moved for some frames. */
async function coloursStand(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let framesOfRest = 0;
        const look = () => {
          framesOfRest = document.getAnimations().length === 0 ? framesOfRest + 1 : 0;
          if (framesOfRest === 5) resolve();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
        // What moves for good would never let them stand.
        setTimeout(resolve, 3_000);
      }),
  );
}
