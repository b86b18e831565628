import { expect, type Page, test } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { openAccount, signIn } from './exchange.ts';
import { chooseNetwork, mine } from './networks.ts';

test('a deposit can be followed from its first block to the wallet', { tag: '@desk' }, async ({ page, context }) => {
  const person = await openAccount(page.request);
  await signIn(page, person);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/wallet/deposit');
  await chooseNetwork(page, 'TRC20');
  await page.getByRole('button', { name: 'Generate Address' }).click();
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByText('Copied!')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  await expect(page.getByText('No Records Found')).toBeVisible();

  await page.getByLabel('Amount to send').fill('1234.5');
  await page.getByRole('button', { name: 'Send test coins' }).click();
  await mine(page.request, 'TRC20', 1);
  const progress = page.getByRole('progressbar', { name: 'Confirmations' });
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]/);
  await expect(page.getByText('Credited, not yet available', { exact: true })).toBeVisible();
  await mine(page.request, 'TRC20', 20);
  await expect(progress).toBeHidden();
  await page.getByText('1,234.50 USDT').first().click();
  const details = page.getByRole('dialog', { name: 'Deposit details' });
  await expect(details).toContainText('Completed');
  await expect(details).toContainText('Spot Wallet');
  await expect(details).toContainText(address);
  const { txid } = await newestDeposit(page);
  await expect(details.getByRole('link', { name: txid })).toHaveAttribute(
    'href',
    `https://explorer.example/tx/${txid}`,
  );

  await page.goto('/wallet?tab=spot');
  await expect(page.getByText('1,234.5').first()).toBeVisible();
});

test('each coin has its own networks, and networks of one kind share an address', async ({ page }) => {
  await signIn(page, await openAccount(page.request));
  await page.goto('/wallet/deposit');
  await page.getByRole('button', { name: /^Coin: USDT/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Bitcoin/ })
    .click();
  await expect(page.getByRole('button', { name: /^Network: Bitcoin/ })).toBeVisible();
  await page.getByRole('button', { name: /^Coin: BTC/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /USD Coin/ })
    .click();
  await chooseNetwork(page, 'ERC20');
  await page.getByRole('button', { name: 'Generate Address' }).click();
  const address = await page.getByText(/^0x[0-9a-fA-F]{40}$/).textContent();
  await chooseNetwork(page, 'BEP20');
  await expect(page.getByText(address ?? '')).toBeAttached();
});

async function newestDeposit(page: Page): Promise<Deposits['deposit'][number]> {
  const answer = await page.request.get('/api/v3/deposit-history');
  const [newest] = ((await answer.json()) as Deposits).deposit;
  if (newest === undefined) throw new Error('the deposit history is empty');
  return newest;
}

type Deposits = Calls['GET /api/v3/deposit-history']['response'];
