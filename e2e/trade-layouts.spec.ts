import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { deposit, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

const COIN = 'AVAX';

test('a person builds their own layout and finds it on another device', { tag: '@desk' }, async ({
  page,
  browser,
  request,
}) => {
  const person = await openAccount(request);
  await signIn(page, person);
  await page.goto(`/trades/spot/${COIN}`);
  const panel = (id: string) => page.locator(`[data-panel="${id}"]`);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Layout' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };

  await test.step('Grid has a list of markets, and an overview next to the chart', async () => {
    await expect(panel('markets').getByRole('option', { name: /AVAX\/USDT/ })).toHaveAttribute('aria-current', 'true');
    await panel('chart').getByRole('button', { name: 'Overview' }).click();
    await expect(panel('chart').getByRole('heading', { name: 'Avalanche' })).toBeVisible();
    await expect(panel('chart').getByText('All-time high', { exact: true })).toBeVisible();
    await expect(panel('chart').getByText('Your taker fee')).toBeVisible();
    await panel('chart').getByRole('button', { name: 'Chart', exact: true }).click();
  });

  await test.step('Simple has chart, book and form; fees and rules open in a dialog', async () => {
    await choose('Simple');
    await expect(page.locator('[data-panel]')).toHaveCount(3);
    await expect(panel('simple').getByText('Last 20 candles')).toBeVisible();
    await page.getByRole('button', { name: 'Fees and rules' }).click();
    const rules = page.getByRole('dialog', { name: 'Fees and rules' });
    await expect(rules.getByText('Your maker fee')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('Full has a form for each side', async () => {
    await choose('Full');
    await expect(panel('buy').getByRole('button', { name: `Buy ${COIN}` })).toBeVisible();
    await expect(panel('sell').getByRole('button', { name: `Sell ${COIN}` })).toBeVisible();
    await page.keyboard.press('s');
    await expect(panel('sell').getByRole('textbox', { name: 'Amount' })).toBeFocused();
  });

  const dialog = page.getByRole('dialog', { name: 'Customize layout' });
  await test.step('panels are removed and added by keyboard, and the result is saved by name', async () => {
    await choose('Grid');
    await pressUntilFocused(page, 'Tab', page.getByRole('button', { name: 'Layout' }));
    await page.keyboard.press('Enter');
    await pressUntilFocused(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Customize layout…' }));
    await page.keyboard.press('Enter');
    await pressUntilFocused(page, 'Tab', dialog.getByRole('checkbox', { name: 'Trades' }));
    await page.keyboard.press('Space');
    await pressUntilFocused(page, 'Tab', dialog.getByRole('checkbox', { name: 'Coin information' }));
    await page.keyboard.press('Space');
    await expect(panel('tape')).toHaveCount(0);
    await expect(panel('coin')).toHaveCount(1);
    await pressUntilFocused(page, 'Tab', dialog.getByRole('textbox', { name: 'Name of the layout' }));
    await page.keyboard.type('Two lists');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Layout Two lists saved')).toBeVisible();
  });

  await test.step('a file restores the layout, and one of another version is refused', async () => {
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save to file' }).click();
    const file = await (await saving).path();
    await dialog.getByRole('checkbox', { name: 'Coin information' }).uncheck();
    await expect(panel('coin')).toHaveCount(0);
    const input = dialog.locator('input[type="file"]');
    const buffer = Buffer.from((await readFile(file, 'utf8')).replace('"vitrine_layout": 1', '"vitrine_layout": 9'));
    await input.setInputFiles({ name: 'newer.json', mimeType: 'application/json', buffer });
    await expect(dialog.getByRole('alert')).toHaveText(
      'This layout file has version 9, but only version 1 is supported.',
    );
    await expect(panel('coin')).toHaveCount(0);
    await input.setInputFiles(file);
    await expect(panel('coin')).toHaveCount(1);
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  const placeOf = (of: Page, id: string) =>
    of.locator(`[data-panel="${id}"]`).evaluate((element: HTMLElement) => element.style.gridArea);
  await test.step('panels are resized and moved by keyboard', async () => {
    const saved = async (id: string) => {
      const { preferences } = await (await page.request.get('/api/v3/preferences')).json();
      return preferences.spot_layout?.moved.medium.find(({ i }: { i: string }) => i === id);
    };
    await pressUntilFocused(page, 'Tab', page.getByRole('button', { name: /^Move markets/i }));
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => (await saved('markets'))?.w).toBe(5);
    const { x } = await saved('coin');
    // The first of two quick changes reaches the server late; it must not replace the second one.
    await page.route(
      '**/api/v3/preferences',
      async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await route.continue();
      },
      { times: 1 },
    );
    await pressUntilFocused(page, 'Tab', page.getByRole('button', { name: /^Move coin information/i }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await saved('coin')).x).toBe(x + 2);
  });

  await test.step('another device has the same panels in the same places, and the saved layout', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const other = await context.newPage();
    await signIn(other, person);
    await other.goto(`/trades/spot/${COIN}`);
    await expect(other.locator('[data-panel="coin"]')).toBeVisible();
    await expect(other.locator('[data-panel="tape"]')).toHaveCount(0);
    expect(await placeOf(other, 'markets')).toMatch(/ \/ span 5$/);
    for (const id of ['markets', 'chart', 'coin']) expect(await placeOf(other, id)).toBe(await placeOf(page, id));
    await other.getByRole('button', { name: 'Layout' }).click();
    await expect(other.getByRole('menuitem', { name: 'Two lists' })).toBeVisible();
    await context.close();
  });

  await test.step('Reset layout restores the default panels', async () => {
    await choose('Reset layout');
    await expect(panel('tape')).toBeVisible();
    await expect(panel('coin')).toHaveCount(0);
  });

  await test.step('Wide is the default from 1800 px', async () => {
    await page.setViewportSize({ width: 1900, height: 1000 });
    await expect(panel('coin')).toBeVisible();
    await expect(panel('depth')).toBeVisible();
    await page.getByRole('button', { name: 'Layout' }).click();
    await expect(page.getByRole('menuitem', { name: 'Wide' })).toBeVisible();
    await page.keyboard.press('Escape');
  });
});

test('the chart page shows five rows per page, has a dialog for buying, and switches coins without a reload', {
  tag: '@desk',
}, async ({ page, request }) => {
  const person = await openAccount(request);
  await deposit(request, person, 'USDT', '1000');
  await signIn(page, person);
  await page.goto('/trades/trade-chart');
  await expect(page).toHaveURL('/trades/trade-chart/BTC');
  const markets = page.locator('[data-panel="markets"]');

  await test.step('a pair is found in the list, and shown without a reload', async () => {
    await markStaysInPage(page);
    await markets.getByRole('combobox', { name: 'Search coins' }).fill('avalanche');
    await markets.getByRole('option', { name: /AVAX\/USDT/ }).click();
    await expect(page).toHaveURL(`/trades/trade-chart/${COIN}`);
    await expect(page.getByRole('heading', { name: /^AVAX\/USDT/ })).toBeVisible();
    await expect(page.locator('[data-panel="trade"]').getByRole('button', { name: `Buy ${COIN}` })).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as Marked).marked)).toBe(true);
  });

  await test.step('the page offers its own intervals, and starts with one minute', async () => {
    const intervals = page.getByRole('group', { name: 'Time frame' });
    await expect(intervals.getByRole('button')).toHaveText(['1m', '5m', '1h', '4h', '1d', '']);
    await expect(intervals.getByRole('button', { name: '1m', exact: true })).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('buys in a dialog', async () => {
    await page
      .locator('[data-panel="trade"]')
      .getByRole('button', { name: `Buy ${COIN}` })
      .click();
    const form = page.getByRole('dialog', { name: `Trade ${COIN}` });
    await form.getByRole('button', { name: 'Market', exact: true }).click();
    await form.getByRole('textbox', { name: 'Total' }).fill('100');
    await form.getByRole('button', { name: /^Buy AVAX for 100/ }).click();
    const question = page.getByRole('dialog', { name: `Buy ${COIN}` });
    await question.getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
    await question.getByRole('button', { name: /^Buy AVAX for 100/ }).click();
    await expect(page.getByText(/^Bought [\d.]+ AVAX at /)).toBeVisible();
    await expect(form).toHaveCount(0);
  });

  await test.step('a price clicked in the book opens the form with it', async () => {
    const ask = page.locator('[data-panel="book"] [data-side="asks"] [data-index="0"] [data-cell="price"]');
    await expect(ask).not.toHaveText('');
    await ask.click();
    const form = page.getByRole('dialog', { name: `Trade ${COIN}` });
    await expect(form.getByRole('button', { name: 'Buy', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(form.getByRole('textbox', { name: 'Price' })).not.toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
  });
});

/** Presses a key until the element has the focus. */
async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target}`);
}

type Marked = { marked?: boolean };

const markStaysInPage = (page: Page) =>
  page.evaluate(() => {
    (window as unknown as Marked).marked = true;
  });
