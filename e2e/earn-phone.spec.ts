import type { Page } from '@playwright/test';
import { someoneWithUsdt } from './exchange.ts';
import { expect, test } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('on a phone, a client locks USDT, rents a miner, creates a plan and subscribes to an offer', {
  tag: '@phone',
}, async ({ page }) => {
  const person = await someoneWithUsdt(page);

  await test.step('USDT is locked for 60 days', async () => {
    await page.goto('/wallet/simple_earn');
    await page.getByRole('button', { name: 'Subscribe USDT' }).click();
    await dialog(page)
      .getByRole('radio', { name: /^60 days/ })
      .check();
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('1000');
    await dialog(page)
      .getByRole('checkbox', { name: /I lose all interest/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Subscribe 1,000 USDT' }).click();
    await expect(dialog(page).getByText('Investment successful')).toBeVisible();
    await expect(page).toHaveURL(/\/home$/);
  });

  await test.step('a miner is rented', async () => {
    await page.goto('/wallet/miner');
    await page.getByRole('button', { name: 'Rent TRX, 90 days' }).click();
    await dialog(page)
      .getByRole('checkbox', { name: /^I pay/ })
      .check();
    await dialog(page).getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
    // The plan then needs no password.
    await dialog(page).getByRole('checkbox', { name: 'Remember for 15 minutes' }).check();
    await dialog(page)
      .getByRole('button', { name: /^Rent for/ })
      .click();
    await expect(page.getByText(/Running, Day 0 of 90/)).toBeVisible();
  });

  await test.step('a plan is created', async () => {
    await page.goto('/wallet/auto_invest');
    await page.getByRole('textbox', { name: 'Amount per period' }).fill('100');
    await page.getByRole('button', { name: /^Create plan, 100 USDT/ }).click();
    await dialog(page)
      .getByRole('button', { name: /^Create plan/ })
      .click();
    await expect(page.getByText('Plan created')).toBeVisible();
  });

  await test.step('an offer to buy low is subscribed', async () => {
    await page.goto('/wallet/earn');
    await page.getByRole('radiogroup', { name: 'Direction' }).getByText('Buy low').click();
    await page
      .getByRole('button', { name: /^Subscribe Buy low BTC at/ })
      .first()
      .click();
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('500');
    await dialog(page)
      .getByRole('checkbox', { name: /I accept both outcomes/ })
      .check();
    await dialog(page)
      .getByRole('button', { name: /^Subscribe/ })
      .click();
    await expect(dialog(page)).toBeHidden();
  });

  const balance = await page.request.get('/api/v3/wallet-balance?name=USDT');
  expect((await balance.json()).wallet.available).toBe('3482.000000');
});
