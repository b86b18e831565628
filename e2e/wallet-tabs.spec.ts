import type { Page, WebSocketRoute } from '@playwright/test';
import { deposit, newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { installWallet } from './wallet.ts';

async function transfer(page: Page, to: 'FUTURE' | 'FUNDING', amount: string, password: string): Promise<void> {
  const answer = await page.request.post('/api/v3/futures/transfer', {
    data: { coin_name: 'USDT', from: 'SPOT', to, transfer_amount: amount, transaction_password: password },
    headers: { origin: process.env.VITRINE_BASE_URL ?? '' },
  });
  expect(await answer.json()).toMatchObject({ message: 'success' });
}

test('the overview’s total covers all accounts, and each row links to its part of the wallet', async ({ page }) => {
  await installWallet(page);
  const person = await openAccount(page.request, newPerson());
  await deposit(page.request, person, 'USDT', '1000');
  await signIn(page, person);
  await transfer(page, 'FUNDING', '250.5', person.transactionPassword);
  await transfer(page, 'FUTURE', '100', person.transactionPassword);

  const valued: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/v3\/(wallet-snapshot|wallets\/|overview|pnl|top-assets)/.test(pathname)) valued.push(pathname);
  });
  await page.goto('/wallet');
  await expect(page.getByText('1,000.0000').first()).toBeVisible();
  for (const [account, total] of [
    ['Spot', '649.5000'],
    ['Funding', '250.5000'],
    ['Futures', '100.0000'],
    ['Earn', '0.0000'],
  ] as const) {
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: account, exact: true }) });
    await expect(row.getByText(total)).toBeVisible();
  }
  // All cards on the page take their values from one response.
  expect(new Set(valued)).toEqual(new Set(['/api/v3/wallet-snapshot']));

  await page.locator('#main').getByRole('listitem').getByRole('link', { name: 'Funding', exact: true }).click();
  await expect(page).toHaveURL(/\/wallet\?tab=funding$/);
  await expect(page.getByText('250.50').first()).toBeVisible();

  await page.goto('/wallet?tab=future');
  await expect(page.getByText('Your open positions appear here.')).toBeVisible();
  await expect(page.getByText('Margin balance 100.00 USDT, including unrealized PnL of 0.00')).toBeVisible();
  await expect(page.getByText('No Records Found')).toBeVisible();

  await page.goto('/wallet?tab=earn');
  await expect(page.getByText('No subscriptions yet')).toBeVisible();
  await page.getByText('Product', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Subscribe USDT' })).toBeVisible();

  await page.goto('/wallet?tab=no-such-tab');
  await expect(page.getByText('1,000.0000').first()).toBeVisible();
});

test('the browser’s own wallet shows its address and balance, and none of it is stored', { tag: '@desk' }, async ({
  page,
}) => {
  const address = await installWallet(page);
  const person = await openAccount(page.request, newPerson());
  await signIn(page, person);
  await page.goto('/wallet?tab=web3');
  await expect(page.getByText('No wallet is connected')).toBeVisible();
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click();
  await expect(page.getByText('1.250000')).toBeVisible();
  await expect(page.getByText(address.slice(0, 4), { exact: true })).toBeVisible();
  await expect(page.getByText('This wallet is not linked to your account.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No wallet is connected')).toBeVisible();
});

test('a browser wallet’s balance on another network is not shown as ETH, and its network can be changed', {
  tag: '@desk',
}, async ({ page }) => {
  await installWallet(page);
  await page.addInitScript(() => localStorage.setItem('test-wallet-network', '0x38'));
  const person = await openAccount(page.request, newPerson());
  await signIn(page, person);
  await page.goto('/wallet?tab=web3');
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click();
  await expect(page.getByText('Your wallet is set to another network')).toBeVisible();
  await expect(page.getByText('1.250000')).toBeHidden();
  await page.getByRole('button', { name: 'Switch to Ethereum' }).click();
  await expect(page.getByText('1.250000')).toBeVisible();
  await page.locator('#main').getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(/\/history/);
});

test('the wallet polls only while the stream is down @desk', async ({ page }) => {
  const person = await openAccount(page.request, newPerson());
  await deposit(page.request, person, 'USDT', '1000');
  await signIn(page, person);

  let isDown = false;
  let received = 0;
  const open = new Set<WebSocketRoute>();
  // Without workers, the page opens its connection itself, so that the test can cut it.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'));
  await page.routeWebSocket(/\/stream$/, (socket) => {
    if (isDown) return void socket.close();
    open.add(socket);
    const server = socket.connectToServer();
    server.onMessage((message) => {
      received += 1;
      socket.send(message);
    });
  });
  let asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/v3\/(wallets\/|wallet-snapshot$|wallet\/statement$)/.test(pathname)) asked.push(pathname);
  });
  /** Advances the page's clock by half a minute, in steps that let stream messages arrive. */
  const halfMinute = async () => {
    for (let step = 0; step < 6; step++) {
      const before = received;
      await page.clock.runFor(5_000);
      await expect.poll(() => received).toBeGreaterThan(before);
    }
  };

  await page.clock.install();
  await page.goto('/wallet?tab=spot');
  await expect(page.getByText('1,000.0000').first()).toBeVisible();
  await halfMinute();
  asked = [];
  await halfMinute();
  expect(asked).toEqual([]);

  isDown = true;
  for (const socket of open) await socket.close();
  for (let times = 0; times < 3; times++) {
    asked = [];
    await expect(async () => {
      await page.clock.runFor(5_000);
      expect(asked).toContain('/api/v3/wallets/spot');
    }).toPass();
  }

  isDown = false;
  const before = received;
  await expect(async () => {
    await page.clock.runFor(5_000);
    expect(received).toBeGreaterThan(before);
  }).toPass();
  await halfMinute();
  asked = [];
  await halfMinute();
  expect(asked).toEqual([]);
});

test('the top bar’s Deposit button shows the ways to fund the account', { tag: '@desk' }, async ({ page }) => {
  await signIn(page, await openAccount(page.request, newPerson()));
  await page.goto('/wallet');
  const open = () => page.getByRole('banner').getByRole('button', { name: 'Deposit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fund' });
  await open();
  await expect(dialog.getByRole('link', { name: /^P2P Trading/ })).toHaveAttribute('href', '/page-unavailable');
  await dialog.getByRole('link', { name: /^Deposit Crypto/ }).click();
  await expect(page).toHaveURL(/\/wallet\/deposit$/);
  await expect(dialog).toBeHidden();
});
