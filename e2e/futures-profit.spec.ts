import type { Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { contrastFindings, seriousFindings } from './accessibility.ts';
import { deposit, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

test.setTimeout(240_000);

const NAME = 'SOL-USDT-PERP';

type Pnl = Calls['GET /api/v3/pnl']['response'];
type Snapshot = Calls['GET /api/v3/wallet-snapshot']['response'];

async function post(page: Page, path: string, data: object): Promise<void> {
  const headers = { origin: process.env.VITRINE_BASE_URL ?? '' };
  const answer = await page.request.post(path, { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function get<Response>(page: Page, path: string): Promise<Response> {
  const answer = await page.request.get(path);
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as Response;
}

/** The amount as the pages show it: truncated to two decimals. */
const shown = (amount: string): string => amount.replace(/(\.\d\d)\d*$/, '$1');

test('the profit of a position is in the wallet’s total, in profit and loss, in the statement and in the yearly report', {
  tag: '@desk',
}, async ({ page }) => {
  const person = await openAccount(page.request);
  await deposit(page.request, person, 'USDT', '5000');
  await signIn(page, person);
  const password = { transaction_password: person.transactionPassword };
  const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '5000' };
  await post(page, '/api/v3/futures/transfer', { ...form, ...password });
  const order = { name: NAME, side: 'long', trade_type: 'market', number_of_order: '5', ...password };
  await post(page, '/api/v3/futures/accept-risks', {});
  await post(page, '/api/v3/futures/orders', { ...order, effect: 'open' });

  await test.step('the overview’s total includes the unrealized profit, and the page says so', async () => {
    await page.goto('/wallet');
    await expect(page.getByText(/^incl\. [+−][\d.,]+ unrealized$/)).toBeVisible();
    await expect(page.getByText(/margin, deposits awaiting confirmations and the unrealized profit/)).toBeVisible();
    const { total, available, frozen, unrealized } = await get<Snapshot>(page, '/api/v3/wallet-snapshot');
    expect(Number(available) + Number(frozen) + Number(unrealized)).toBeCloseTo(Number(total), 6);
    expect(Number(unrealized)).not.toBe(0);
  });

  await test.step('the futures tab shows the profit in parts and day by day', async () => {
    await page.goto('/wallet?tab=future');
    await page.getByText('Profit and loss', { exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Futures profit and loss' })).toBeVisible();
    const { futures } = await get<Pnl>(page, '/api/v3/pnl');
    const fees = futures.series.at(-1)?.fees ?? '';
    expect(Number(fees)).toBeGreaterThan(0);
    const days = page.getByRole('row').filter({ hasText: `−${shown(fees)}` });
    await expect(days.first()).toBeVisible();
    expect([...(await seriousFindings(page)), ...(await contrastFindings(page, 'dark'))]).toEqual([]);
  });

  await post(page, '/api/v3/futures/orders', { ...order, effect: 'close' });
  const today = new Date().toISOString().slice(0, 10);
  const path = `/api/v3/period-statement?from=${today}&to=${today}`;
  const statement = () => get<Calls['GET /api/v3/period-statement']['response']>(page, path);
  await expect.poll(async () => (await statement()).futures[0]?.closed).toBe(1);
  const [market] = (await statement()).futures;
  const [usdt] = (await statement()).rows;
  expect(Number(usdt?.closing)).toBeCloseTo(5000 + Number(market?.net), 6);

  await test.step('the statement lists the market, with a file of its own', async () => {
    await page.goto('/history/statement');
    await expect(page.getByRole('heading', { name: 'Futures', exact: true })).toBeVisible();
    await expect(page.getByText(NAME).first()).toBeVisible();
    // There is no column 'Futures PnL' if the price has not moved.
    await expect(page.getByRole('columnheader', { name: 'Realized profit' })).toBeVisible();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).last().click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^statement-futures-/);
    expect([...(await seriousFindings(page)), ...(await contrastFindings(page, 'dark'))]).toEqual([]);
  });

  await test.step('the yearly report adds up the year, and lists the closed position', async () => {
    await page.goto('/history/yearly-report');
    await expect(page.getByRole('heading', { name: /^Futures in \d{4}$/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Closed positions' })).toBeVisible();
    await expect(page.getByText('Long', { exact: true })).toBeVisible();
    await expect(page.getByText(/^[+−]?[\d.,]+$/).first()).toBeVisible();
    expect([...(await seriousFindings(page)), ...(await contrastFindings(page, 'dark'))]).toEqual([]);
  });
});
