import type { Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { deposit, newPerson, openAccount, type Person, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

async function someoneWith(page: Page, coins: Readonly<Record<string, string>>): Promise<Person> {
  const person = await openAccount(page.request, newPerson());
  for (const [coin, amount] of Object.entries(coins)) await deposit(page.request, person, coin, amount);
  await signIn(page, person);
  return person;
}

type Entry = Calls['GET /api/v3/wallets/spot']['response']['wallet'][number];

/** The available amounts of a coin in the spot, future and funding wallets. */
async function balances(page: Page, coin: string): Promise<string[]> {
  return Promise.all(
    ['spot', 'future', 'funding'].map(async (wallet) => {
      const answer = await page.request.get(`/api/v3/wallets/${wallet}`);
      const entries = ((await answer.json()) as { wallet: Entry[] }).wallet;
      return entries.find(({ name }) => name === coin)?.available ?? '';
    }),
  );
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm transfer' });

test('a coin goes to the funding wallet and back, to the last unit, and the password is requested only once', {
  tag: '@desk',
}, async ({ page }) => {
  const person = await someoneWith(page, { USDT: '1000' });
  await page.goto('/wallet');
  await page.getByRole('link', { name: 'Transfer', exact: true }).last().click();
  await expect(page).toHaveURL(/\/wallet\/transfer$/);

  await test.step('links from a coin’s row and a wallet’s card preselect the fields', async () => {
    await page.goto('/transfer?coin=USDT&type=FUNDING');
    await expect(page).toHaveURL(/\/wallet\/transfer\?coin=USDT&type=FUNDING$/);
    await expect(page.getByRole('combobox', { name: 'To' })).toHaveValue('FUNDING');
    await expect(page.getByText('Available 1,000 USDT')).toBeVisible();
  });

  await test.step('an amount above the balance is refused before anything is sent', async () => {
    await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeDisabled();
    await page.getByRole('textbox', { name: 'Amount' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByText('Amount is required')).toBeVisible();
    await page.getByRole('textbox', { name: 'Amount' }).fill('1000.01');
    await expect(page.getByText('Insufficient balance in spot wallet')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Transfer 1,000/ })).toBeDisabled();
  });

  await test.step('a wrong password is reported under its field; the right one moves the coin', async () => {
    await page.getByRole('textbox', { name: 'Amount' }).fill('250.5');
    await page.getByRole('button', { name: 'Transfer 250.5 USDT' }).click();
    const password = dialogOf(page).getByRole('textbox', { name: 'Transaction password' });
    const submit = dialogOf(page).getByRole('button', { name: 'Transfer 250.5 USDT' });
    await submit.click();
    await expect(dialogOf(page).getByText('Password is required')).toBeVisible();
    await password.fill('Not-this-lantern-9');
    await submit.click();
    await expect(dialogOf(page).getByText('Wrong transaction password')).toBeVisible();
    await password.fill(person.transactionPassword);
    await dialogOf(page).getByRole('checkbox', { name: 'Remember for 15 minutes' }).check();
    await Promise.all([
      expect(page.getByText('250.5 USDT moved from Spot to Funding')).toBeVisible(),
      expect(page.getByText('Confirmations from the exchange’s own nodes: 1 of 1')).toBeVisible(),
      submit.click(),
    ]);
    await expect(page).toHaveURL(/\/wallet$/);
    expect(await balances(page, 'USDT')).toEqual(['749.500000', '0.000000', '250.500000']);
  });

  await test.step('back with Max: the password is remembered, and one more click suffices', async () => {
    await page.goto('/wallet/transfer?coin=USDT&type=FUNDING');
    await page.getByRole('button', { name: 'Change direction' }).click();
    await page.getByRole('button', { name: 'Max', exact: true }).click();
    await page.getByRole('button', { name: 'Transfer 250.5 USDT' }).click();
    await expect(dialogOf(page).getByText(/Your transaction password is remembered until/)).toBeVisible();
    await dialogOf(page).getByRole('button', { name: 'Transfer 250.5 USDT' }).click();
    await expect(page).toHaveURL(/\/wallet$/);
    expect(await balances(page, 'USDT')).toEqual(['1000.000000', '0.000000', '0.000000']);
  });
});

test('another coin is found by its name, and goes to the future wallet', { tag: '@desk' }, async ({ page }) => {
  const person = await someoneWith(page, { ETH: '2' });
  await page.goto('/wallet/transfer');
  await page.getByRole('button', { name: 'Coin: BTC. Choose another' }).click();
  const search = page.getByRole('dialog').getByRole('searchbox', { name: 'Search coins' });
  await search.fill('no such coin');
  await expect(page.getByText('No coins found')).toBeVisible();
  await search.fill('ethereum');
  await page.getByRole('dialog').getByRole('button', { name: /^ETH/ }).first().click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.12345678');
  await page.getByRole('button', { name: 'Transfer 0.12345678 ETH' }).click();
  await dialogOf(page).getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
  await dialogOf(page).getByRole('button', { name: 'Transfer 0.12345678 ETH' }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  expect(await balances(page, 'ETH')).toEqual(['1.87654322', '0.12345678', '0.00000000']);
});
