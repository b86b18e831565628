import type { Page } from '@playwright/test';
import { seriousFindings } from './accessibility.ts';
import { passDays, test } from './clock-server.ts';
import { someoneWithUsdt } from './exchange.ts';
import { expect } from './fixtures.ts';

test.setTimeout(240_000);

const available = async (page: Page, coin: string): Promise<string> =>
  (await (await page.request.get(`/api/v3/wallet-balance?name=${coin}`)).json()).wallet.available;

const dialog = (page: Page) => page.getByRole('dialog');

test('a miner is rented, pays its output, and appears on the live page', async ({ page }) => {
  await page.goto('/wallet/miner');
  await expect(page).toHaveURL(/\/signin/);
  const person = await someoneWithUsdt(page);

  await test.step('the page shows the cost and output of a rental', async () => {
    await page.goto('/wallet/miner');
    const card = page.getByRole('region', { name: 'TRX miner, 90 days' });
    await expect(card).toContainText('0.81 TRX per day');
    await expect(card).toContainText('18 USDT');
    await expect(card).toContainText('72.9 TRX');
    await expect(card).toContainText(/Day \d+ of 90|Does not break even at today’s price/);
    await expect(card).toContainText('promotional budget');
    await expect(card.getByText('Demo')).toBeVisible();
    await expect(page.getByText('No rentals yet')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('it is rented once the terms are accepted, with the transaction password', async () => {
    await page.getByRole('button', { name: 'Rent TRX, 90 days' }).click();
    const act = dialog(page).getByRole('button', { name: 'Rent for 18 USDT' });
    await expect(act).toBeDisabled();
    await expect(dialog(page).getByText('72.9 TRX')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog(page)
      .getByRole('checkbox', { name: /^I pay 18 USDT, which is not refundable, and receive 0\.81 TRX per day/ })
      .check();
    const password = dialog(page).getByRole('textbox', { name: 'Transaction password' });
    await password.fill('not the password');
    await act.click();
    await expect(dialog(page).getByText('Wrong transaction password')).toBeVisible();
    expect(await available(page, 'USDT')).toBe('5000.000000');
    await password.fill(person.transactionPassword);
    await act.click();
    await expect(page.getByText('Miner rented')).toBeVisible();
    await expect(page.getByText(/Running, Day 0 of 90/)).toBeVisible();
    expect(await available(page, 'USDT')).toBe('4982.000000');
  });

  await test.step('three days later, the output is in the spot wallet', async () => {
    await passDays(page, 4);
    expect(await available(page, 'TRX')).toBe('2.430000');
    await page.reload();
    await expect(page.getByText(/Running, Day 3 of 90/)).toBeVisible();
    await expect(page.getByText('+2.43').first()).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('the live page lists it as accruing, and the coins with their actions', async () => {
    await page.goto('/wallet/live');
    await expect(page.getByText('Mining in Progress...')).toBeVisible();
    await expect(page.getByText('Miner, 90 days')).toBeVisible();
    await expect(page.getByText('+2.43').first()).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'SELL TRX' }).click();
    await expect(page).toHaveURL(/\/wallet\/convert\?from=TRX&to=USDT$/);
    await expect(page.getByRole('heading', { name: 'Convert', exact: true })).toBeVisible();
    await page.goto('/wallet/live');
    await expect(page.getByRole('link', { name: 'TRADE TRX' })).toHaveAttribute('href', '/trades/trade-chart/TRX');
  });
});

test('a stake is created on the stake page, accrues on the live page, and a locked one is unlocked', async ({
  page,
}) => {
  await someoneWithUsdt(page);

  await test.step('nothing accrues at first', async () => {
    await page.goto('/wallet/live');
    await expect(page.getByText('Nothing is accruing').first()).toBeVisible();
    await page.getByRole('link', { name: 'Stake a coin' }).click();
    await expect(page).toHaveURL(/\/wallet\/stake$/);
  });

  await test.step('USDT is staked flexibly', async () => {
    await expect(page.getByText('up to 12% for 180 days').first()).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stake USDT' }).click();
    await expect(dialog(page).getByRole('radio', { name: /^Flexible/ })).toBeChecked();
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('1000');
    await dialog(page).getByRole('button', { name: 'Subscribe 1,000 USDT' }).click();
    await expect(dialog(page).getByText('Investment successful')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/wallet\/stake$/);
    await expect(page.getByRole('button', { name: 'Redeem USDT' })).toBeVisible();
  });

  await test.step('it accrues, and its list matches the API', async () => {
    await passDays(page, 2);
    const { earnStaking, usdtBalance } = await (await page.request.get('/api/v3/stake')).json();
    expect(earnStaking[0]).toMatchObject({ name: 'USDT', type: 'FLEXI_LOCK', balance: '1000.000000' });
    expect(usdtBalance).toBe(await available(page, 'USDT'));
    await page.goto('/wallet/live');
    await expect(page.getByText('Mining in Progress...')).toBeVisible();
    await expect(page.getByText('Stake, Flexible')).toBeVisible();
  });

  await test.step('a locked stake is unlocked with the initial payment of 30%', async () => {
    await page.goto('/wallet/stake');
    await page.getByRole('button', { name: 'Stake USDT' }).click();
    await dialog(page)
      .getByRole('radio', { name: /^30 days/ })
      .check();
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('100');
    await dialog(page)
      .getByRole('checkbox', { name: /I lose all interest/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Subscribe 100 USDT' }).click();
    await expect(dialog(page).getByText('Investment successful')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Unlock USDT' }).click();
    await expect(dialog(page).getByText('Initial payment: 30% × 100 USDT × 1 = 30 USDT')).toBeVisible();
    await dialog(page)
      .getByRole('checkbox', { name: /^I give up/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Unlock 100 USDT' }).click();
    await expect(page.getByText('30 USDT is in your spot wallet')).toBeVisible();
    await expect(page.getByText('Unlocked, remainder pending')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
  });
});
