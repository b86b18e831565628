import type { Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { seriousFindings } from './accessibility.ts';
import { deposit, newPerson, openAccount, outboxCode, type Person, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

/** A new address, to which nothing has ever been sent. */
const newAddress = (): string => privateKeyToAccount(generatePrivateKey()).address;

async function someoneWith(page: Page, usdt: string): Promise<Person> {
  const person = await openAccount(page.request, newPerson());
  await deposit(page.request, person, 'USDT', usdt);
  await signIn(page, person);
  return person;
}

const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Confirm withdrawal' });
const details = (page: Page) => page.getByRole('dialog', { name: 'Withdrawal', exact: true });

async function fillIn(page: Page, address: string, amount: string): Promise<void> {
  await page.getByRole('radio', { name: /^BNB Smart Chain/ }).check();
  await page.getByRole('textbox', { name: 'Address' }).fill(address);
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
}

/** Fills in the emailed code and the password, and confirms the address comparison. */
async function confirm(page: Page, person: Person, sinceMs: number): Promise<void> {
  const code = await outboxCode(page.request, person.email, sinceMs);
  await confirmation(page).getByRole('textbox', { name: 'Digit 1' }).pressSequentially(code);
  await confirmation(page).getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
  await confirmation(page).getByRole('checkbox', { name: 'I compared the address' }).check();
}

test('the withdrawal form rejects wrong input, and a confirmed withdrawal can be followed', async ({ page }) => {
  const person = await someoneWith(page, '900');
  const address = newAddress();
  await page.goto('/withdraw?coin=USDT');
  await expect(page).toHaveURL(/\/wallet\/withdraw\?coin=USDT$/);
  const act = page.getByRole('button', { name: /^Withdraw/ });

  await test.step('an address of another network disables the button, and the form says why', async () => {
    await fillIn(page, 'TSW8zpeDDMrbToXvQuVM2rEeFaJQfJJx7D', '120');
    await expect(page.getByText('This address does not match the currently selected primary network.')).toBeVisible();
    await expect(act).toBeDisabled();
  });

  await test.step('amounts outside the limits are reported while typing', async () => {
    await fillIn(page, address, '9.9');
    await expect(page.getByText('Amount must be greater than minimum withdrawable (10)')).toBeVisible();
    await fillIn(page, address, '900.01');
    await expect(page.getByText('Amount must be less than or equal to your balance (900)')).toBeVisible();
  });

  await test.step('a wrong code keeps the dialog open', async () => {
    await fillIn(page, address, '120');
    await page.getByRole('button', { name: 'Withdraw 120 USDT' }).click();
    await expect(confirmation(page).getByText('119.7 USDT')).toBeVisible();
    await confirmation(page).getByRole('textbox', { name: 'Digit 1' }).pressSequentially('000000');
    await confirmation(page).getByRole('textbox', { name: 'Transaction password' }).fill('Not-this-lantern-9');
    await confirmation(page).getByRole('checkbox', { name: 'I compared the address' }).check();
    await confirmation(page).getByRole('button', { name: 'Withdraw 120 USDT' }).click();
    await expect(page.getByText('Please check your Code, and Transaction Password and try again.')).toBeVisible();
  });

  await test.step('the dialog stays open until answered: neither Escape nor a click outside loses what was typed', async () => {
    await confirmation(page).getByRole('textbox', { name: 'Transaction password' }).fill('Half-typed-lantern');
    await page.keyboard.press('Escape');
    await page.mouse.click(2, 2);
    await expect(confirmation(page).getByRole('textbox', { name: 'Transaction password' })).toHaveValue(
      'Half-typed-lantern',
    );
    await confirmation(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(confirmation(page)).toHaveCount(0);
  });

  await test.step('the right code and password submit the withdrawal, and its progress is shown', async () => {
    const sinceMs = Date.now();
    await page.getByRole('button', { name: 'Withdraw 120 USDT' }).click();
    await expect(confirmation(page)).toBeVisible();
    await confirm(page, person, sinceMs);
    expect(await seriousFindings(page)).toEqual([]);
    await confirmation(page).getByRole('button', { name: 'Withdraw 120 USDT' }).click();
    await expect(page.getByText('Withdrawal request sent')).toBeVisible();
    await expect(details(page).getByText('Confirmed by you')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('the list shows the withdrawal, with its amount', async () => {
    await page.keyboard.press('Escape');
    const list = page.getByRole('region', { name: 'Recent withdrawals' });
    await expect(list.getByRole('button', { name: /^120\.00 USDT/ })).toBeVisible();
    const answer = await page.request.get('/api/v3/withdraw-history');
    const { withdraw } = (await answer.json()) as Calls['GET /api/v3/withdraw-history']['response'];
    expect(withdraw[0]).toMatchObject({ withdraw_address: address, gasfee: '0.300000', network: 'BEP20' });
  });

  await test.step('once the withdrawal is sent, its transaction links to the explorer', async () => {
    let txid = '';
    await expect(async () => {
      const answer = await page.request.get('/api/v3/withdraw-history');
      txid = ((await answer.json()) as Calls['GET /api/v3/withdraw-history']['response']).withdraw[0]?.txid ?? '';
      expect(txid).not.toBe('');
    }).toPass({ timeout: 60_000 });
    await page.getByRole('region', { name: 'Recent withdrawals' }).getByRole('button').first().click();
    const link = details(page).getByRole('link', { name: txid });
    await expect(link).toHaveAttribute('href', `https://explorer.example/tx/${txid}`);
  });

  await test.step('the profile says how much of the limit is used', async () => {
    await page.goto('/profile');
    await expect(page.getByText('120 used, 880 remaining')).toBeVisible();
    await expect(page.getByText('Regular', { exact: true }).first()).toBeVisible();
  });
});

test('an address is saved with an emailed code, is usable after a day, and the whitelist can be enabled', async ({
  page,
}) => {
  const person = await someoneWith(page, '900');
  const address = newAddress();
  await page.goto('/wallet/withdraw/addresses');
  await page.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add address' });
  await dialog.getByRole('combobox', { name: 'Network' }).selectOption('BEP20');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cold wallet');
  const sinceMs = Date.now();
  // On a slow connection, the email may arrive before the response: a code entered by then must not be lost.
  const isEntered = Promise.withResolvers<void>();
  await page.route('**/saved-addresses/send-code', async (route) => {
    const response = await route.fetch();
    await isEntered.promise;
    await route.fulfill({ response });
  });
  await dialog.getByRole('button', { name: 'Send code' }).click();
  const code = await outboxCode(page.request, person.email, sinceMs);
  await dialog.getByRole('textbox', { name: 'Digit 1' }).pressSequentially(code);
  isEntered.resolve();
  await expect(dialog.getByText(`Sent to ${person.email}`)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save Cold wallet' }).click();
  await expect(
    page.getByText('Cold wallet was added. For the first 24 hours it is still treated as a new address.'),
  ).toBeVisible();
  await expect(page.getByText(/^Counts as saved from/)).toBeVisible();

  await test.step('the address is renamed with the transaction password', async () => {
    await page.getByRole('button', { name: 'Rename Cold wallet' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename Cold wallet' });
    await rename.getByRole('textbox', { name: 'Name' }).fill('Vault');
    await expect(rename.getByRole('button', { name: 'Rename' })).toBeDisabled();
    await rename.getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
    await rename.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByRole('heading', { name: /^Vault/ })).toBeVisible();
  });

  await test.step('the whitelist is switched on, and refuses unsaved addresses', async () => {
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Address whitelist: Turn on' }).click();
    const choice = page.getByRole('dialog', { name: 'Address whitelist' });
    await choice.getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
    await choice.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByRole('button', { name: 'Address whitelist: Turn off' })).toBeVisible();
    await page.goto('/wallet/withdraw');
    await fillIn(page, newAddress(), '100');
    await page.getByRole('button', { name: 'Withdraw 100 USDT' }).click();
    await expect(page.getByText('You have chosen to withdraw to saved addresses only.')).toBeVisible();
    await page.getByRole('button', { name: 'Saved addresses' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Vault/ })
      .click();
    await expect(page.getByText('Saved as Vault')).toBeVisible();
    await page.getByRole('button', { name: 'Withdraw 100 USDT' }).click();
    await expect(page.getByText(/^This saved address can be used from/)).toBeVisible();
  });
});
