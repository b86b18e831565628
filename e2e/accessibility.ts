import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    /** Defined once axe has been injected into the page. */
    axe?: { run(within: string, options: RunOptions): Promise<AxeResults> };
  }
}

interface Look {
  /** Checks only these rules, if given. */
  readonly rules?: readonly string[];
  /** Skips these rules, which are slow and are applied to the same page elsewhere. */
  readonly without?: readonly string[];
  /** Checks only this part of the page, as the frame around it is the same on every page. */
  readonly within?: string;
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** The serious and critical axe findings on the open page, one line each. */
export async function seriousFindings(
  page: Page,
  { rules, without = [], within = 'html' }: Look = {},
): Promise<string[]> {
  const runOnly: RunOptions['runOnly'] =
    rules === undefined ? { type: 'tag', values: WCAG } : { type: 'rule', values: [...rules] };
  // The options save time: no page has iframes, the results of passed rules are not needed, and only rules that are not
  // used here read style sheets (`preload`).
  const left = { rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) };
  const options: RunOptions = { runOnly, ...left, resultTypes: ['violations'], iframes: false, preload: false };
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeSource);
  const violations = await page.evaluate(
    async ([within, options]) => {
      if (window.axe === undefined) throw new Error('axe was not loaded into the page');
      return (await window.axe.run(within, options)).violations;
    },
    [within, options] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`));
}

/**
 * Checks the contrast of the open page in the theme other than `theme`, which it shows again afterwards. No other rule
 * needs to be checked in both, because the themes differ only in colors.
 */
export async function contrastFindings(page: Page, theme: 'dark' | 'light', within?: string): Promise<string[]> {
  await showTheme(page, theme === 'dark' ? 'light' : 'dark');
  const findings = await seriousFindings(page, { rules: ['color-contrast'], ...(within && { within }) });
  await showTheme(page, theme);
  return findings.map((finding) => `in the other theme: ${finding}`);
}

/** Switches the theme without color transitions. */
async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((scheme) => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    const before = document.adoptedStyleSheets;
    document.adoptedStyleSheets = [...before, still];
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    // Computes the styles before transitions are allowed again, so that none run.
    for (const element of document.querySelectorAll('*')) getComputedStyle(element).color;
    document.adoptedStyleSheets = before;
  }, theme);
}
