import type { Browser, Page, TestInfo } from '@playwright/test';
import { languages } from '@vitrine/contract/languages';
import { deposit, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { clippedTexts } from './overflow.ts';
import { headingOf } from './site.ts';

/** A page in a browser whose own language is `locale`. */
async function pageIn(browser: Browser, locale: string, { project }: TestInfo): Promise<Page> {
  const { viewport, isMobile, hasTouch } = project.use;
  const size = { ...(viewport && { viewport }), ...(isMobile && { isMobile }), ...(hasTouch && { hasTouch }) };
  const context = await browser.newContext({ ...size, locale, timezoneId: 'UTC', reducedMotion: 'reduce' });
  return context.newPage();
}

const expectLanguage = (page: Page, language: string) => expect(page.locator('html')).toHaveAttribute('lang', language);
const isPhone = (info: TestInfo) => info.project.name === 'phone';

test('the browser’s language applies until another is chosen in the menu', async ({ browser }, info) => {
  const page = await pageIn(browser, 'de-AT', info);
  await page.goto('/markets/prices');
  await expect(page.getByRole('link', { name: 'Registrieren' }).first()).toBeVisible();
  await expectLanguage(page, 'de');
  if (isPhone(info)) await page.getByRole('button', { name: 'Menü' }).click();
  await page.getByRole('combobox', { name: 'Sprache' }).first().selectOption('日本語');
  await expectLanguage(page, 'ja');
  await expect(page.getByRole('link', { name: '新規登録' }).first()).toBeVisible();
  await page.goto('/fee-rate');
  await expect(page.getByRole('link', { name: '新規登録' }).first()).toBeVisible();
  await page.context().close();
});

test('a language that the app does not have falls back to English, and Hong Kong reads traditional Chinese', async ({
  browser,
}, info) => {
  const french = await pageIn(browser, 'fr-FR', info);
  await french.goto('/about');
  await expectLanguage(french, 'en');
  await french.context().close();
  const hongKong = await pageIn(browser, 'zh-HK', info);
  await hongKong.goto('/about');
  await expectLanguage(hongKong, 'zh-TW');
  await hongKong.context().close();
});

test('the language belongs to the account: another browser has it too, with its numbers', async ({
  browser,
  request,
}, info) => {
  const person = await openAccount(request);
  const first = await pageIn(browser, 'en-US', info);
  await signIn(first, person);
  await first.goto('/settings');
  await first.locator('#main').getByRole('combobox', { name: 'Language' }).selectOption('Español');
  await expect(first.locator('#main').getByRole('combobox', { name: 'Idioma' })).toBeVisible();
  await expect(first.getByText('66.548,50 USDT')).toBeVisible();
  await first.context().close();

  const second = await pageIn(browser, 'ja-JP', info);
  await signIn(second, person);
  await second.goto('/settings');
  await expect(second.locator('#main').getByRole('combobox', { name: 'Idioma' })).toBeVisible();
  await expectLanguage(second, 'es');
  await second.context().close();
});

test('an amount is typed and shown with the decimal sign of the language', async ({ browser, request }, info) => {
  const person = await openAccount(request);
  const page = await pageIn(browser, 'de-DE', info);
  await signIn(page, person);
  await page.goto('/wallet/convert');
  const amount = page.locator('input[inputmode="decimal"]').first();
  await amount.click();
  await page.keyboard.type('1250.5');
  await expect(amount).toHaveValue('1250,5');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('.');
  // The caret is still after the sign.
  await page.keyboard.type('7');
  await expect(amount).toHaveValue('1250,75');
  await page.context().close();
});

const PAGES = [
  '/',
  '/home',
  '/markets/prices',
  '/trades/spot/BTC',
  '/trades/futures/BTC',
  '/wallet',
  '/wallet/deposit',
  '/wallet/withdraw',
  '/history',
  '/account/security',
];

// The others with ALL_LANGUAGES=1: their texts are shorter, or as long as in English.
const shown = process.env.ALL_LANGUAGES === '1' ? languages : (['de', 'ja'] as const);

for (const language of shown) {
  test(`on a phone, no text of the main pages is cut off in ${language}`, async ({ browser, request }, info) => {
    test.skip(!isPhone(info), 'the width of a phone');
    const person = await openAccount(request);
    await deposit(request, person, 'USDT', '1000');
    const page = await pageIn(browser, language, info);
    const found: string[] = [];
    for (const path of PAGES) {
      if (path === PAGES[1]) await signIn(page, person);
      await page.goto(path);
      await headingOf(page);
      found.push(...(await clippedTexts(page)).map((each) => `${path} ${each}`));
    }
    expect(found).toEqual([]);
    await page.context().close();
  });
}

test('a text that is cut off, outside the window or covered is found', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en"><body style="margin:0;width:390px">
    <div style="width:60px;overflow:hidden;white-space:nowrap">A text that is much too long</div>
    <div style="position:absolute;top:100px;left:calc(100vw - 10px);white-space:nowrap">Outside</div>
    <p style="position:absolute;top:200px">First</p><p style="position:absolute;top:200px">Second</p></body></html>`);
  const found = await clippedTexts(page);
  expect(found).toEqual([
    expect.stringMatching(/^cut off by \d+ px: "A text that is much too long"/),
    expect.stringMatching(/^outside the window: "Outside"/),
    expect.stringMatching(/^covers "First": "Second"/),
    expect.stringMatching(/wider than the window$/),
  ]);
});
