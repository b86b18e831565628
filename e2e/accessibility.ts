import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    /** There once it has been put into the page. */
    axe?: { run(within: string, options: RunOptions): Promise<AxeResults> };
  }
}

interface Look {
  /** Only what these find, where some are named. */
  readonly rules?: readonly string[];
  /** Not what these find: they take time, and have been asked about the same page elsewhere. */
  readonly without?: readonly string[];
  /** Only this part of the page: what stands around it is the same on every page. */
  readonly within?: string;
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** What axe finds on the open page that keeps people out, one line each. */
export async function seriousFindings(
  page: Page,
  { rules, without = [], within = 'html' }: Look = {},
): Promise<string[]> {
  const runOnly: RunOptions['runOnly'] =
    rules === undefined ? { type: 'tag', values: WCAG } : { type: 'rule', values: [...rules] };
  // No page has frames; what passed is not looked at; and style sheets are read by a rule that is not among these.
  const left = { rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) };
  const options: RunOptions = { runOnly, ...left, resultTypes: ['violations'], iframes: false, preload: false };
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeSource);
  const violations = await page.evaluate(
    async ([within, options]) => {
      if (window.axe === undefined) throw new Error('axe is not in the page');
      return (await window.axe.run(within, options)).violations;
    },
    [within, options] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`));
}

/** The same page in the other theme: the tokens hang on this one attribute, and of axe's rules only contrast on them. */
export async function contrastFindings(page: Page, theme: 'dark' | 'light', within?: string): Promise<string[]> {
  await showTheme(page, theme === 'dark' ? 'light' : 'dark');
  const findings = await seriousFindings(page, { rules: ['color-contrast'], ...(within && { within }) });
  await showTheme(page, theme);
  return findings.map((finding) => `in the other theme: ${finding}`);
}

/** Without the passing of one colour into the next: they stand at once. */
async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((scheme) => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    const before = document.adoptedStyleSheets;
    document.adoptedStyleSheets = [...before, still];
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    // Styles are computed before the transitions are allowed again: nothing is left for them to do.
    for (const element of document.querySelectorAll('*')) getComputedStyle(element).color;
    document.adoptedStyleSheets = before;
  }, theme);
}
