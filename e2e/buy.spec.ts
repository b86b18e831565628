import type { Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { seriousFindings } from './accessibility.ts';
import { newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { openFilters } from './histories.ts';

type Entry = Calls['GET /api/v3/wallets/spot']['response']['wallet'][number];

async function usdtOf(page: Page): Promise<string | undefined> {
  const { wallet } = (await (await page.request.get('/api/v3/wallets/spot')).json()) as { wallet: Entry[] };
  return wallet.find(({ name }) => name === 'USDT')?.coin_value;
}

/** Enters an amount and opens the dialog with its total. */
async function getReady(page: Page, currency: string, amount: string): Promise<void> {
  await page.locator('#main').getByText(currency, { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'You pay' }).fill(amount);
  await expect(page.getByRole('textbox', { name: 'You receive' })).toHaveValue(/^\d+\.\d{6}$/);
  await page.getByRole('button', { name: "I'm Ready to Pay" }).click();
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pay with PayPal' });

/** Goes from the dialog to the sandbox's simulated provider, and answers there as the payer. */
async function answerAtProvider(page: Page, total: string, answer: RegExp): Promise<void> {
  await dialog(page)
    .getByRole('button', { name: `Pay ${total} with PayPal` })
    .click();
  await expect(page).toHaveURL(/\/sandbox\/payment\//);
  await expect(page.getByText('This is a simulated page that stands in for PayPal.')).toBeVisible();
  await expect(page.getByText(total, { exact: true })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: answer }).click();
  await expect(page).toHaveURL(/\/wallet\/buy\?/);
}

test('a visitor sees the price, is asked to sign in to pay, and comes back with the amount', { tag: '@desk' }, async ({
  page,
  request,
}) => {
  const person = await openAccount(request, newPerson());
  await page.goto('/wallet/buy');
  await expect(page.getByText('Our price is 5% above the market')).toBeVisible();
  await expect(page.getByText('1.05 USD', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'You pay' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Amount is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'You pay' }).fill('0.5');
  await expect(page.getByText('Amount must be at least 1.00 USD')).toBeVisible();
  await expect(page.getByRole('button', { name: "I'm Ready to Pay" })).toBeDisabled();
  await getReady(page, 'PHP', '5870');
  await expect(dialog(page).getByText('100.00 USD')).toBeVisible();
  await expect(dialog(page).getByText('95.238095 USDT')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await dialog(page).getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email address').fill(person.email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/wallet\/buy\?currency=PHP&amount=5870$/);
  await expect(page.getByRole('textbox', { name: 'You pay' })).toHaveValue('5870');
  await expect(page.getByRole('textbox', { name: 'You receive' })).toHaveValue('95.238095');
});

test('a client pays, is credited exactly, and finds the purchase in the history', async ({ page }) => {
  await signIn(page, await openAccount(page.request, newPerson()));
  await page.goto('/wallet?tab=spot');
  await page.getByRole('link', { name: 'Buy', exact: true }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/wallet\/buy$/);
  await getReady(page, 'MYR', '1000');
  await answerAtProvider(page, '242.14 USD', /^Pay 242\.14 USD$/);

  // 1,000 MYR ÷ (4.13 MYR per USDT × 1.05 for our markup), rounded down.
  const alert = page.getByRole('alert').filter({ hasText: 'Payment successful!' });
  await expect(alert.getByText('230.600714 USDT is in your spot wallet.')).toBeVisible();
  expect(await usdtOf(page)).toBe('230.600714');
  expect(await seriousFindings(page)).toEqual([]);

  await test.step('reloading the page credits nothing twice', async () => {
    await page.reload();
    await expect(alert).toBeVisible();
    expect(await usdtOf(page)).toBe('230.600714');
  });

  await test.step('the purchases tab lists the purchase with its price', async () => {
    await page.goto('/wallet/transactions?tab=purchase');
    const list = page.getByRole('tabpanel');
    await expect(list.getByText('230.600714 USDT')).toBeVisible();
    await expect(list.getByText('for 1,000 MYR')).toBeVisible();
    await page
      .getByRole('button', { name: /Details of USDT/ })
      .or(list.getByRole('button').filter({ hasText: '230.600714' }))
      .first()
      .click();
    const details = page.getByRole('dialog', { name: 'Transaction details' });
    await expect(details.getByText('4.3365 MYR')).toBeVisible();
    await expect(details.getByText('242.14 USD')).toBeVisible();
    await page.keyboard.press('Escape');
    await openFilters(page);
    await page.getByLabel('Status').selectOption('pending');
    await expect(page.getByText('No transactions match these filters.')).toBeVisible();
    await page.getByLabel('Status').selectOption('completed');
    await expect(list.getByText('230.600714 USDT')).toBeVisible();
  });
});

test('a declined payment and one cancelled by the payer credit nothing and say so', {
  tag: '@desk',
}, async ({ page }) => {
  await signIn(page, await openAccount(page.request, newPerson()));
  await page.goto('/wallet/buy');
  await getReady(page, 'USD', '50');
  await answerAtProvider(page, '50.00 USD', /decline/);
  const failed = page.getByRole('alert').filter({ hasText: 'Payment failed!' });
  await expect(failed.getByText('PayPal or your bank declined the payment of 50.00 USD.')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await failed.getByRole('link', { name: 'Buy again' }).click();

  await expect(page.getByRole('textbox', { name: 'You pay' })).toHaveValue('50');
  await getReady(page, 'USD', '20');
  await answerAtProvider(page, '20.00 USD', /^Cancel/);
  await expect(page.getByRole('alert').filter({ hasText: 'Payment cancelled' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'You pay' })).toHaveValue('20');
  expect(await usdtOf(page)).toBe('0.000000');

  await page.goto('/history?tab=purchase&state=cancelled');
  const list = page.getByRole('tabpanel');
  await expect(list.getByText('Failed', { exact: true })).toBeVisible();
  await expect(list.getByText('Waiting for payment')).toHaveCount(0);
});

test('another client’s purchase cannot be viewed', { tag: '@desk' }, async ({ page }) => {
  await signIn(page, await openAccount(page.request, newPerson()));
  await page.goto('/wallet/buy?purchase=1000000');
  await expect(page.getByRole('alert').filter({ hasText: 'This purchase does not exist' })).toBeVisible();
});
