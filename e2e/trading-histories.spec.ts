import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { contrastFindings, seriousFindings } from './accessibility.ts';
import { deposit, openAccount, type Person, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { openFilters } from './histories.ts';

test.setTimeout(120_000);

type Tickers = Calls['GET /api/v3/futures/tickers']['response']['tickers'];

/** Calls the API as the person's own page would. Returns the log position. */
async function call(page: Page, path: string, body: object): Promise<string> {
  const answer = await page.request.post(path, { data: body, headers: { origin: process.env.VITRINE_BASE_URL ?? '' } });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return answer.headers()['x-log-position'] ?? '';
}

/** Waits until the histories include everything up to this log position. */
async function reached(page: Page, position: string): Promise<void> {
  const answer = await page.request.get('/api/v3/ledger', { headers: { 'x-min-position': position } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** A client who opened and closed a long position in BTC and a short one in ETH, and cancelled an order in BTC. */
async function futuresTrader(page: Page): Promise<void> {
  const person = await openAccount(page.request);
  await deposit(page.request, person, 'USDT', '5000');
  await signIn(page, person);
  const unlock = { transaction_password: person.transactionPassword, remember: true };
  const transfer = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '5000' };
  await call(page, '/api/v3/futures/transfer', { ...transfer, ...unlock });
  await call(page, '/api/v3/futures/accept-risks', {});
  const { tickers } = (await (await page.request.get('/api/v3/futures/tickers')).json()) as { tickers: Tickers };
  for (const [name, side, number_of_order] of [
    ['BTC-USDT-PERP', 'long', '0.01'],
    ['ETH-USDT-PERP', 'short', '0.1'],
  ] as const) {
    const order_per_unit = tickers.find((ticker) => ticker.name === name)?.last_price;
    const terms = { name, side, number_of_order, order_per_unit, max_slippage: 50_000 };
    await call(page, '/api/v3/futures/orders', { ...terms, effect: 'open', trade_type: 'market' });
    await call(page, '/api/v3/futures/positions/close', { ...terms, trade_type: 'market' });
  }
  const low = Math.round(Number(tickers.find(({ name }) => name === 'BTC-USDT-PERP')?.mark_price) * 0.95);
  await call(page, '/api/v3/futures/orders', {
    name: 'BTC-USDT-PERP',
    side: 'long',
    effect: 'open',
    trade_type: 'limit',
    number_of_order: '0.01',
    order_per_unit: String(low),
  });
  await reached(page, await call(page, '/api/v3/futures/orders/cancel-all', { name: 'BTC-USDT-PERP' }));
}

/** Exports the list shown; returns the lines of the file without the heading. */
async function exported(page: Page, fileName: string): Promise<string[]> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export list as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(fileName);
  const [heading, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(heading).toMatch(/^\uFEFFTime \(UTC\),/);
  return lines;
}

const openTab = async (page: Page, name: string): Promise<Locator> => {
  await page.getByRole('tab', { name, exact: true }).last().click();
  return page.getByRole('tabpanel', { name, exact: true }).last();
};

/** Chooses the last seven days in the calendar's presets. */
async function chooseLastDays(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Dates/ }).click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
}

test('a client filters, sorts and exports the histories of perpetual trading', { tag: '@desk' }, async ({ page }) => {
  await futuresTrader(page);
  await page.goto('/trades/futures/BTC');
  const trades = await openTab(page, 'Trades');
  const rows = (list: Locator) => list.locator('[data-side]');
  await expect(rows(trades)).toHaveCount(4);
  await openFilters(page);

  await test.step('the filters apply to the list and to the file', async () => {
    await trades.getByLabel('Market', { exact: true }).selectOption('BTCUSDT');
    await expect(rows(trades)).toHaveText(['BUY MORE', 'BUY MORE']);
    await trades.getByLabel('Open / close').selectOption('Close');
    await expect(rows(trades)).toHaveCount(1);
    const lines = await exported(page, 'vitrine-futures-trades.csv');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(',BTC-USDT-PERP,long,close,');
    await trades.getByLabel('Side').selectOption('SELL EMPTY');
    await expect(trades.getByText('No entries match these filters.')).toBeVisible();
    expect([...(await seriousFindings(page)), ...(await contrastFindings(page, 'dark'))]).toEqual([]);
    await trades.getByRole('button', { name: 'Clear filters' }).last().click();
    await trades.getByLabel('Role').selectOption('Market delisted');
    await expect(trades.getByText('No entries match these filters.')).toBeVisible();
    await trades.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(rows(trades)).toHaveCount(4);
  });

  await test.step('dates are chosen from presets, and the oldest rows may come first', async () => {
    await chooseLastDays(page);
    await expect(trades.getByRole('button', { name: /^Dates \(UTC\): \w{3} \d{1,2}, \d{4} to / })).toBeVisible();
    await expect(rows(trades)).toHaveText(['SELL EMPTY', 'SELL EMPTY', 'BUY MORE', 'BUY MORE']);
    await trades.getByLabel('Sort by time').selectOption('Oldest first');
    await expect(rows(trades)).toHaveText(['BUY MORE', 'BUY MORE', 'SELL EMPTY', 'SELL EMPTY']);
    const lines = await exported(page, 'vitrine-futures-trades.csv');
    expect(lines.map((line) => line.split(',')[2])).toEqual(['long', 'long', 'short', 'short']);
  });

  await test.step('filters stay when another list is opened, which may have others', async () => {
    const orders = await openTab(page, 'Order history');
    await expect(orders.getByLabel('Sort by time')).toHaveValue('oldest');
    await expect(rows(orders)).toHaveCount(5);
    await orders.getByLabel('Status').selectOption('Cancelled');
    await expect(rows(orders)).toHaveCount(1);
    const past = await openTab(page, 'Closed positions');
    await expect(rows(past)).toHaveText(['BUY MORE', 'SELL EMPTY']);
    const funding = await openTab(page, 'Funding');
    await expect(funding.getByText('No entries match these filters.')).toBeVisible();
    await funding.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(funding.getByText('Funding you paid or received appears here.')).toBeVisible();
  });

  await test.step('hiding other markets also hides them in the histories', async () => {
    await page.getByRole('tab', { name: /^Positions/ }).click();
    await page.getByRole('switch', { name: 'Hide other markets' }).click();
    const past = await openTab(page, 'Closed positions');
    await expect(past.getByLabel('Market', { exact: true })).toHaveValue('BTC-USDT-PERP');
    await expect(rows(past)).toHaveText(['BUY MORE']);
    await past.getByLabel('Market', { exact: true }).selectOption('ETHUSDT');
    await expect(rows(past)).toHaveText(['SELL EMPTY']);
    await past.getByLabel('Market', { exact: true }).selectOption('All markets');
    await expect(rows(past)).toHaveCount(2);
  });

  await test.step('a list that cannot be loaded says so, and can be retried', async () => {
    const path = '**/api/v3/futures/own-liquidations?*';
    await page.route(path, (route) => route.fulfill({ status: 429, json: { code: 'rate_limited', message: '' } }));
    const liquidations = await openTab(page, 'Liquidations');
    await expect(liquidations.getByText('The list could not be loaded')).toBeVisible();
    await page.unroute(path);
    await liquidations.getByRole('button', { name: 'Try again' }).click();
    await expect(liquidations.getByText('None of your positions has been liquidated.')).toBeVisible();
  });
});

/** A client who bought bitcoin, sold some of it, and cancelled an order. */
async function spotTrader(page: Page): Promise<void> {
  const person: Person = await openAccount(page.request);
  await deposit(page.request, person, 'USDT', '5000');
  await signIn(page, person);
  const unlock = { transaction_password: person.transactionPassword, remember: true };
  const order = { name: 'BTCUSDT', trade_type: 'market', ...unlock };
  await call(page, '/api/v2/my-order', { ...order, delegate_type: 'BUY', number_of_order: '0.002' });
  await call(page, '/api/v2/my-order', { ...order, delegate_type: 'SELL', number_of_order: '0.001' });
  const answer = await page.request.get('/api/v3/recent-trades', { params: { name: 'BTCUSDT' } });
  const { bids } = (await answer.json()) as Calls['GET /api/v3/recent-trades']['response'];
  const order_per_unit = String(Math.round(Number(bids[0]?.unit_price) * 0.97));
  const limit = { ...order, trade_type: 'limit', delegate_type: 'BUY', number_of_order: '0.001', order_per_unit };
  await call(page, '/api/v2/my-order', limit);
  await reached(page, await call(page, '/api/v3/orders/cancel-all', {}));
}

test('a client filters, sorts and exports the histories of spot trading', async ({ page }, { project }) => {
  await spotTrader(page);
  await page.goto('/trades/spot/BTC');
  if (project.name === 'phone') await page.getByRole('tab', { name: 'Orders', exact: true }).click();
  const orders = await openTab(page, 'Order history');
  const sides = (list: Locator) => list.locator('[data-side]');
  await expect(sides(orders)).toHaveText(['Buy', 'Sell', 'Buy']);
  await openFilters(page);
  await orders.getByLabel('Status').selectOption('Filled');
  await expect(sides(orders)).toHaveText(['Sell', 'Buy']);
  await test.step('an order opens with its trades and their ledger entries', async () => {
    await orders.getByRole('button', { name: 'Trades of the order: Sell BTC/USDT' }).click();
    const fills = orders.getByRole('region', { name: 'Trades of the order' });
    await expect(fills).toContainText(/Ledger entry\s*#[\d,]+/);
    await expect(fills.getByText('taker', { exact: false }).first()).toBeVisible();
    await expect(fills).toContainText('USDT');
    await orders.getByRole('button', { name: 'Trades of the order: Sell BTC/USDT' }).click();
    await expect(fills).toHaveCount(0);
  });
  await orders.getByLabel('Type').selectOption('Limit');
  await expect(orders.getByText('No entries match these filters.')).toBeVisible();
  await orders.getByLabel('Type').selectOption('Market');
  await expect(sides(orders)).toHaveText(['Sell', 'Buy']);
  await orders.getByLabel('Sort by time').selectOption('Oldest first');
  await expect(sides(orders)).toHaveText(['Buy', 'Sell']);
  const lines = await exported(page, 'vitrine-order-history.csv');
  expect(lines.map((line) => line.split(',').slice(1, 4))).toEqual([
    ['BTCUSDT', 'BUY', 'MARKET'],
    ['BTCUSDT', 'SELL', 'MARKET'],
  ]);

  const trades = await openTab(page, 'Trade history');
  await trades.getByLabel('Side').selectOption('Sell');
  await chooseLastDays(page);
  await expect(sides(trades).first()).toHaveText('Sell');
  const sold = await exported(page, 'vitrine-trade-history.csv');
  expect(sold.length).toBeGreaterThan(0);
  for (const line of sold) expect(line).toContain(',BTCUSDT,SELL,');
  expect(await seriousFindings(page)).toEqual([]);
});
