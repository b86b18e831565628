import type { Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { units } from './amounts.ts';
import { deposit, newPerson, openAccount, type Person, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

type Convert = Calls['GET /api/v3/convert/history']['response']['converts'][number];
type Entry = Calls['GET /api/v3/wallets/spot']['response']['wallet'][number];

async function someoneWith(page: Page, coins: Readonly<Record<string, string>>): Promise<Person> {
  const person = await openAccount(page.request, newPerson());
  for (const [coin, amount] of Object.entries(coins)) await deposit(page.request, person, coin, amount);
  await signIn(page, person);
  return person;
}

async function entryOf(page: Page, coin: string): Promise<Entry> {
  const { wallet } = (await (await page.request.get('/api/v3/wallets/spot')).json()) as { wallet: Entry[] };
  const entry = wallet.find(({ name }) => name === coin);
  if (!entry) throw new Error(`the wallet has no ${coin}`);
  return entry;
}

async function historyOf(page: Page): Promise<Convert[]> {
  return ((await (await page.request.get('/api/v3/convert/history')).json()) as { converts: Convert[] }).converts;
}

/** The sum of the conversions must equal the wallet's balance, to the last unit. */
async function expectExact(page: Page, deposited: Readonly<Record<string, string>>, coins: readonly string[]) {
  await expect(async () => {
    const done = await historyOf(page);
    for (const coin of coins) {
      let left = units(deposited[coin] ?? '0');
      for (const { from, to, amount, receives } of done) {
        if (from === coin) left -= units(amount);
        if (to === coin) left += units(receives);
      }
      expect([coin, units((await entryOf(page, coin)).coin_value)]).toEqual([coin, left]);
    }
  }).toPass({ timeout: 10_000 });
}

const confirmation = (page: Page) => page.getByRole('dialog', { name: /^Confirm/ });

test('USDT is converted to BTC at the quote and back with Max, to the last unit', { tag: '@desk' }, async ({
  page,
}) => {
  const person = await someoneWith(page, { USDT: '5000' });
  await page.goto('/trades/spot/BTC');
  await page.locator('#main').getByRole('link', { name: 'Convert', exact: true }).click();
  await expect(page).toHaveURL(/\/wallet\/convert\?to=BTC$/);
  await expect(page.getByText('Available 5,000 USDT')).toBeVisible();

  await test.step('too small and too large amounts are rejected before sending', async () => {
    await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeDisabled();
    await page.getByRole('textbox', { name: 'From' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByText('Amount is required')).toBeVisible();
    await page.getByRole('textbox', { name: 'From' }).fill('0.5');
    await expect(page.getByText(/^Amount must be greater than minimum buy amount \(\d/)).toBeVisible();
    await page.getByRole('textbox', { name: 'From' }).fill('5001');
    await expect(page.getByText('Insufficient balance (5000 USDT)')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Convert 5,001 USDT to BTC' })).toBeDisabled();
  });

  await test.step('the quote counts down and is renewed', async () => {
    await page.getByRole('textbox', { name: 'From' }).fill('1000');
    await expect(page.getByText(/^Valid for \d s/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'To' })).toHaveValue(/^0\.01\d+$/);
    await expect(page.getByText('or nothing is converted (0.5% slippage)')).toBeVisible();
  });

  await test.step('a wrong password is reported under its field; the right one converts and opens the home page', async () => {
    await page.getByRole('button', { name: 'Convert 1,000 USDT to BTC' }).click();
    const submit = confirmation(page).getByRole('button', { name: 'Convert 1,000 USDT to BTC' });
    const password = confirmation(page).getByRole('textbox', { name: 'Transaction password' });
    await password.fill('Not-this-lantern-9');
    await submit.click();
    await expect(confirmation(page).getByText('Wrong transaction password')).toBeVisible();
    await password.fill(person.transactionPassword);
    await confirmation(page).getByRole('checkbox', { name: 'Remember for 15 minutes' }).check();
    await Promise.all([expect(page.getByText(/USDT converted to 0\.01\d+ BTC$/)).toBeVisible(), submit.click()]);
    await expect(page).toHaveURL(/\/home$/);
    await expectExact(page, { USDT: '5000' }, ['USDT', 'BTC']);
  });

  await test.step('the whole amount is converted back; the history shows both conversions', async () => {
    await page.goto('/convert');
    await expect(page).toHaveURL(/\/wallet\/convert$/);
    await page.getByRole('button', { name: 'Swap the coins' }).click();
    await page.getByRole('button', { name: 'Max', exact: true }).click();
    await page.getByRole('button', { name: /^Convert 0\.01\d+ BTC to USDT/ }).click();
    await confirmation(page)
      .getByRole('button', { name: /^Convert 0\.01/ })
      .click();
    await expect(page).toHaveURL(/\/home$/);
    expect((await entryOf(page, 'BTC')).coin_value).toBe('0.00000000');
    await expectExact(page, { USDT: '5000' }, ['USDT', 'BTC']);
    await page.goto('/wallet/convert');
    await expect(page.getByText(/1 BTC = [\d,.]+ USDT/)).toHaveCount(2);
  });
});

test('one coin is converted to another through the picker, in one step', async ({ page }) => {
  const person = await someoneWith(page, { BTC: '0.5' });
  await page.goto('/wallet/convert?from=BTC&to=ETH');
  await page.getByRole('button', { name: 'To: ETH. Choose another' }).click();
  const picker = page.getByRole('dialog');
  await picker.getByRole('searchbox', { name: 'Search coins' }).fill('solana');
  await picker.getByRole('button', { name: /^SOL/ }).click();

  await test.step('the button does not move when the quote arrives, so that a click does not miss it', async () => {
    const isAimed = Promise.withResolvers<void>();
    await page.route('**/api/v3/convert/quote', async (route) => {
      await isAimed.promise;
      await route.continue();
    });
    await page.getByRole('textbox', { name: 'From' }).fill('0.01000055');
    const button = page.getByRole('button', { name: 'Convert 0.01000055 BTC to SOL' });
    await expect(button).toBeEnabled();
    const before = await button.boundingBox();
    isAimed.resolve();
    await expect(page.getByText(/^Valid for \d s/)).toBeVisible();
    expect(await button.boundingBox()).toEqual(before);
    await page.unroute('**/api/v3/convert/quote');
  });

  await page.getByRole('button', { name: 'Convert 0.01000055 BTC to SOL' }).click();
  await confirmation(page).getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
  await confirmation(page).getByRole('button', { name: 'Convert 0.01000055 BTC to SOL' }).click();
  await expect(page).toHaveURL(/\/home$/);
  expect(await historyOf(page)).toHaveLength(1);
  await expectExact(page, { BTC: '0.5' }, ['BTC', 'SOL']);
});

test('a limit conversion stays open with its amount on hold, is cancelled, and another executes at its price', {
  tag: '@desk',
}, async ({ page }) => {
  const person = await someoneWith(page, { USDT: '2000' });
  await page.goto('/wallet/convert');
  const fill = async (price: string) => {
    await page.getByRole('textbox', { name: 'From' }).fill('1000');
    await expect(page.getByText(/^Now [\d,.]+ USDT, fee included/)).toBeVisible();
    await page.getByRole('textbox', { name: 'When 1 BTC costs at most' }).fill(price);
    await page.getByRole('button', { name: /^Place limit: 1,000 USDT/ }).click();
  };
  await page.getByText('Limit', { exact: true }).click();

  await test.step('a limit conversion far from the market stays open', async () => {
    await fill('1000');
    await confirmation(page).getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
    await confirmation(page).getByRole('checkbox', { name: 'Remember for 15 minutes' }).check();
    await confirmation(page)
      .getByRole('button', { name: /^Place limit/ })
      .click();
    await expect(page.getByText(/^1,000 USDT reserved until .+ · converts to at least 1 BTC$/)).toBeVisible();
    expect(await entryOf(page, 'USDT')).toMatchObject({ available: '1000.000000', freeze_value: '1000.000000' });
  });

  await test.step('cancelling releases the amount', async () => {
    await page.getByText('Open (1)').click();
    await page.getByRole('button', { name: 'Cancel the conversion of 1,000 USDT to BTC' }).click();
    await expect(page.getByText('1,000 USDT released')).toBeVisible();
    expect(await entryOf(page, 'USDT')).toMatchObject({ available: '2000.000000', freeze_value: '0.000000' });
  });

  await test.step('a limit conversion at a price that the order books offer is executed', async () => {
    await fill('900000');
    await expect(confirmation(page).getByText('1 BTC = 900,000 USDT')).toBeVisible();
    await confirmation(page)
      .getByRole('button', { name: /^Place limit/ })
      .click();
    await expect(confirmation(page)).toHaveCount(0);
    await expect.poll(async () => (await historyOf(page)).length, { timeout: 15_000 }).toBe(1);
    await expectExact(page, { USDT: '2000' }, ['USDT', 'BTC']);
    expect((await historyOf(page))[0]).toMatchObject({ kind: 'limit', from: 'USDT', to: 'BTC' });
    await page.getByText('Ended', { exact: true }).click();
    await expect(page.getByText('Converted', { exact: false }).first()).toBeVisible();
  });
});
