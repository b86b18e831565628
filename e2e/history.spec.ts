import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { contrastFindings, seriousFindings } from './accessibility.ts';
import { deposit, newPerson, openAccount, type Person, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { openFilters } from './histories.ts';

/** Calls the API as the person's own page would. */
const callOf = (page: Page) => async (path: string, body: object) => {
  const answer = await page.request.post(path, { data: body, headers: { origin: process.env.VITRINE_BASE_URL ?? '' } });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.headers()['x-log-position'] ?? '';
};

/** Makes `buys` small market purchases of bitcoin, and sells some of it. */
async function trade(page: Page, person: Person, buys: number): Promise<void> {
  const call = callOf(page);
  const order = {
    name: 'BTCUSDT',
    trade_type: 'market',
    transaction_password: person.transactionPassword,
    remember: true,
  };
  for (let n = 0; n < buys; n += 1)
    await call('/api/v2/my-order', { ...order, delegate_type: 'BUY', number_of_order: '0.001' });
  const position = await call('/api/v2/my-order', { ...order, delegate_type: 'SELL', number_of_order: '0.0015' });
  // Waits until the server's histories include these orders. The page does not know of orders placed outside it, so its
  // own requests would not wait for them.
  const read = await page.request.get('/api/v3/ledger', { headers: { 'x-min-position': position } });
  expect(read.status(), await read.text()).toBe(200);
}

const text = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');

test.beforeEach(async ({ page, request }) => {
  test.setTimeout(120_000);
  const person = await openAccount(request, newPerson());
  await deposit(request, person, 'USDT', '5000');
  await signIn(page, person);
  await trade(page, person, 11);
});

test('a client finds a trade, pages both ways, filters, and downloads the list', async ({ page }) => {
  await page.goto('/wallet/transactions?tab=buy');
  await expect(page).toHaveURL(/\/history\?tab=buy$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  const list = page.getByRole('tabpanel');
  const rows = list.getByText('BTC/USDT', { exact: true }).and(list.locator('b'));
  await expect(rows).toHaveCount(10);
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Older' })).toBeDisabled();
  await page.getByRole('button', { name: 'Newer' }).click();
  await expect(rows).toHaveCount(10);
  expect([...(await seriousFindings(page)), ...(await contrastFindings(page, 'dark'))]).toEqual([]);

  // The filters are in the URL, and apply to the exported file as well.
  await openFilters(page);
  await page.getByLabel('Status').selectOption('cancelled');
  await expect(page.getByText('No Transactions', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/state=cancelled/);
  await page.getByRole('button', { name: 'Show all transactions' }).click();
  await expect(rows).toHaveCount(10);
  await page.getByLabel('Status').selectOption('cancelled');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(10);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await text(await saved);
  expect(csv.trimEnd().split('\r\n')).toHaveLength(12);
  expect(csv).toContain('BTCUSDT,BUY,MARKET');

  await rows.first().click();
  const details = page.getByRole('dialog', { name: 'Transaction details' });
  await expect(details.getByText('Average price')).toBeVisible();
  await expect(details.getByText('Filled').first()).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
});

test('every list of the history opens, and says so if it is empty', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/history');
  await expect(page.getByRole('tabpanel').getByText('5,000.00 USDT')).toBeVisible();
  for (const tab of ['Withdrawal', 'Purchases', 'Convert', 'Transfer']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByText('No Transactions', { exact: true })).toBeVisible();
  }
  await page.getByRole('tab', { name: 'All ledger entries' }).click();
  await openFilters(page);
  await page.getByLabel('Entry type').selectOption('fee');
  const list = page.getByRole('tabpanel');
  await expect(list.getByText('Trading fee · Spot')).toHaveCount(10);
  await page.getByRole('button', { name: /^Dates/ }).click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}/);
  await expect(list.getByText('Trading fee · Spot')).toHaveCount(10);
  // A link with filters of other lists, which this list and its file ignore.
  await page.goto('/history?tab=deposit&state=filled&wallet=spot&cause=fee');
  await expect(list.getByText('5,000.00 USDT')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await text(await saved)).trimEnd().split('\r\n')).toHaveLength(1 + 1);
  await page.goto('/history?from=2026-02-02&to=2026-02-01');
  await expect(page.getByRole('alert').getByText('The start date is after the end date.')).toBeVisible();
});

test('a statement and a yearly report add up, and can be downloaded', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/history/statement');
  await expect(page.getByText('Traded in').first()).toBeVisible();
  await expect(page.getByText('0.0095', { exact: true }).first()).toBeVisible();
  const statement = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect(await text(await statement)).toContain('BTC,0.00000000,0.00000000');
  expect(await seriousFindings(page)).toEqual([]);

  await page.goto('/history/yearly-report');
  await expect(page.getByRole('heading', { name: '2 lots' })).toBeVisible();
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await text(await report)).trimEnd().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual([
    ['BTC', '0.00100000'],
    ['BTC', '0.00050000'],
  ]);
  expect(await seriousFindings(page)).toEqual([]);
});

test('a coin’s page shows the balance, its cost and its transactions; an unknown coin is not found', {
  tag: '@desk',
}, async ({ page }) => {
  await page.goto('/wallet/btc');
  await expect(page.getByRole('heading', { level: 1, name: 'BTC wallet' })).toBeVisible();
  await expect(page.getByText('0.0095', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Average cost', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /BTC\/USDT/ })).toHaveAttribute('href', '/trades/trade-chart/BTC');
  await page.getByRole('tab', { name: 'Deposit' }).click();
  await expect(page.getByText('No Transactions', { exact: true })).toBeVisible();
  expect([...(await seriousFindings(page)), ...(await contrastFindings(page, 'dark'))]).toEqual([]);
  await page.goto('/wallet/NOSUCH');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('the wallet shows the profit of today and of recent days', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/wallet');
  const profit = page.getByRole('region', { name: 'Profit and loss' });
  await expect(profit.getByRole('img', { name: /Profit over the last 30 days/ })).toBeVisible();
  await profit.getByText('7 days').click();
  await expect(profit.getByRole('img', { name: /Profit over the last 7 days/ })).toBeVisible();
  await expect(page.getByText('5,000.00', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Hide balances' }).click();
  await expect(profit.getByRole('img')).toHaveCount(0);
});
