import type { Page } from '@playwright/test';
import { seriousFindings } from './accessibility.ts';
import { passHours, test } from './clock-server.ts';
import { type Person, someoneWithUsdt } from './exchange.ts';
import { expect } from './fixtures.ts';

test.setTimeout(240_000);

const dialog = (page: Page) => page.getByRole('dialog');

/** Confirms with the transaction password, which also unlocks the session for later requests. */
async function confirm(page: Page, person: Person, act: RegExp): Promise<void> {
  const password = dialog(page).getByRole('textbox', { name: 'Transaction password' });
  await password.fill(person.transactionPassword);
  await dialog(page).getByRole('checkbox').check();
  await dialog(page).getByRole('button', { name: act }).click();
}

test('a plan is created, runs, is edited, paused and stopped', async ({ page }) => {
  await page.goto('/wallet/auto_invest');
  await expect(page).toHaveURL(/\/signin/);
  const person = await someoneWithUsdt(page);
  await page.goto('/wallet/earn');
  await page.getByRole('region', { name: 'Products' }).getByRole('link', { name: 'Auto-Invest' }).click();
  await expect(page).toHaveURL(/\/wallet\/auto_invest$/);

  await test.step('the form shows what is missing, and Max fills in the balance', async () => {
    await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeDisabled();
    const amount = page.getByRole('textbox', { name: 'Amount per period' });
    await amount.pressSequentially('12a.5x');
    await expect(amount).toHaveValue('12.5');
    await page.getByRole('button', { name: 'Max' }).click();
    await expect(amount).toHaveValue('5000');
    await amount.fill('1');
    await expect(page.getByText(/^Amount must be at least/)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search coin' }).fill('nothing like it');
    await expect(page.getByText('No matches')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search coin' }).fill('bitc');
    await page.getByRole('button', { name: /^BTC/ }).click();
  });

  await test.step('each cycle shows its day fields', async () => {
    await page.getByText('Monthly', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Date of the month' }).selectOption('31');
    await expect(page.getByText('In a shorter month, on its last day')).toBeVisible();
    await page.getByText('Weekly', { exact: true }).click();
    await page.getByText('Wed', { exact: true }).click();
    await expect(page.getByText('Repeats on: Wednesday, 00:00 UTC')).toBeVisible();
    await page.getByText('Daily', { exact: true }).click();
  });

  await test.step('the backtest of a year uses the markets’ own prices', async () => {
    await page.getByRole('textbox', { name: 'Amount per period' }).fill('100');
    await expect(page.getByRole('img', { name: /^Value of the coins bought/ })).toBeVisible();
    await expect(page.getByText(/365 runs × 100 USDT/)).toBeVisible();
    await expect(page.getByText('hypothetical')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('the plan is created', async () => {
    await page.getByRole('button', { name: 'Create plan, 100 USDT · Daily' }).click();
    await expect(dialog(page).getByText('every day, 00:00 UTC')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await confirm(page, person, /^Create plan/);
    await expect(page.getByText('Plan created')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit BTC' })).toBeVisible();
    await expect(page.getByText('No runs yet')).toBeVisible();
  });

  await test.step('a day later, its run is in the history', async () => {
    await passHours(page, 25);
    await page.reload();
    await expect(page.getByText(/ BTC at .*, fee /)).toBeVisible();
    await expect(page.getByText('1 run', { exact: true }).first()).toBeVisible();
    const { wallet } = await (await page.request.get('/api/v3/wallet-balance?name=BTC')).json();
    expect(Number(wallet.available)).toBeGreaterThan(0);
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('it is edited, paused and stopped', async () => {
    await page.getByRole('button', { name: 'Edit BTC' }).click();
    await expect(page.getByRole('heading', { name: 'Edit BTC' })).toBeVisible();
    const amount = page.getByRole('textbox', { name: 'Amount per period' });
    await expect(amount).toHaveValue('100');
    await amount.fill('50');
    await page.getByRole('textbox', { name: 'Name (optional)' }).fill('Daily bitcoin');
    await page.getByRole('button', { name: 'Save plan, 50 USDT · Daily' }).click();
    await dialog(page)
      .getByRole('button', { name: /^Save plan/ })
      .click();
    await expect(page.getByText('Plan saved')).toBeVisible();
    await page.getByRole('button', { name: 'Pause Daily bitcoin' }).click();
    await expect(page.getByText('Paused', { exact: true })).toBeVisible();
    await passHours(page, 50);
    await page.getByRole('button', { name: 'Resume Daily bitcoin' }).click();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Stop Daily bitcoin' }).click();
    await dialog(page).getByRole('button', { name: 'Stop plan' }).click();
    await expect(page.getByText('No plans')).toBeVisible();
    const { runs } = await (await page.request.get('/api/v3/auto-invest/history')).json();
    expect(runs).toHaveLength(1);
  });
});

test('a portfolio needs weights that add up to 100, and a run without balance is skipped and reported', async ({
  page,
}) => {
  const person = await someoneWithUsdt(page);
  await page.goto('/wallet/auto_invest');
  await page.getByText('Portfolio', { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Amount per period' }).fill('6000');
  await page.getByRole('textbox', { name: 'Weight of BTC in percent' }).fill('50');
  await expect(page.getByText('Weights add up to 90%, not 100%')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Weights must add up to 100%' })).toBeDisabled();
  await page.getByRole('button', { name: 'Add coin' }).click();
  await dialog(page).getByRole('searchbox', { name: 'Search coin' }).fill('sol');
  await dialog(page).getByRole('button', { name: /^SOL/ }).click();
  await expect(page.getByRole('textbox', { name: 'Weight of SOL in percent' })).toHaveValue('10');
  await expect(page.getByText('Weights add up to 100%')).toBeVisible();
  await page.getByText('1 Hour', { exact: true }).click();
  await page.getByRole('button', { name: 'Create plan, 6,000 USDT · 1 Hour' }).click();
  await confirm(page, person, /^Create plan/);
  await expect(page.getByText('Plan created')).toBeVisible();
  await passHours(page, 1);
  await page.reload();
  await expect(page.getByText('not enough balance').first()).toBeVisible();
  await page.goto('/account/notifications');
  await expect(page.getByText('Auto-Invest run skipped')).toBeVisible();
});
