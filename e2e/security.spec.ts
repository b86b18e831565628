import type { Locator, Page } from '@playwright/test';
import { newPerson, openAccount, outboxCode, type Person, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

const NEXT = 'Walnut-harbour-77';

/** Types the newest code sent to an email address or number since `sinceMs`. */
async function enterCode(page: Page, to: string, sinceMs: number): Promise<void> {
  const code = await outboxCode(page.request, to, sinceMs);
  await page.getByLabel('Digit 1', { exact: true }).click();
  await page.keyboard.type(code);
}

/** A new client, signed in, on a page of the security center. */
async function open(page: Page, path: string): Promise<Person> {
  const person = await openAccount(page.request, newPerson());
  await signIn(page, person);
  await page.goto(path);
  return person;
}

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('the security center shows the state of each setting, and the withdrawal limit is chosen there', async ({
  page,
}) => {
  const person = await open(page, '/account/security');
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await expect(page.getByText('of 4 enabled')).toBeVisible();
  await expect(row(page, 'Transaction password')).toContainText('Set');
  await expect(row(page, 'Anti-phishing code')).toContainText('Not set');
  await expect(row(page, 'One-step withdrawal')).toContainText('Not enabled');
  await expect(row(page, 'Address whitelist')).toContainText('Not enabled');
  await expect(row(page, 'Google account')).toContainText('Not connected');
  await expect(row(page, 'Crypto withdrawal limit')).toContainText('500 USDT');
  await page.getByRole('button', { name: 'Change the withdrawal limit' }).click();
  await page.getByText('1500 USDT', { exact: true }).click();
  await expect(
    page.getByText('A higher limit requires your account password and takes effect after 24 hours'),
  ).toBeVisible();
  await page.getByRole('dialog').getByLabel('Account password').fill(person.password);
  await page.getByRole('button', { name: 'Save 1500 USDT' }).click();
  await expect(page.getByText('Withdraw Limit Saved')).toBeVisible();
  await expect(row(page, 'Crypto withdrawal limit')).toContainText('At most 500 USDT per withdrawal');
  await expect(row(page, 'Crypto withdrawal limit')).toContainText('The limit rises to 1500 USDT');
});

test('one-step withdrawals take effect a day later and can be cancelled until then', { tag: '@desk' }, async ({
  page,
}) => {
  const person = await open(page, '/account/security');
  const choose = async (act: string) => {
    await page.getByRole('button', { name: `One-step withdrawal: ${act}` }).click();
    await page.getByRole('dialog').getByLabel('Transaction password').fill(person.transactionPassword);
    await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click();
  };
  await choose('Turn on');
  await expect(row(page, 'One-step withdrawal')).toContainText('Takes effect');
  await expect(row(page, 'One-step withdrawal')).toContainText('Not enabled');
  await choose('Keep it off');
  await expect(page.getByText('One-step withdrawal remains off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'One-step withdrawal: Turn on' })).toBeVisible();
});

test('the account password is changed: other browsers are signed out, and the old password stops working', {
  tag: '@desk',
}, async ({ page, browser }) => {
  const person = await open(page, '/account/change_password');
  const elsewhere = await browser.newPage();
  await signIn(elsewhere, person);
  await elsewhere.goto('/wallet');
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();

  const submit = page.getByRole('button', { name: 'Change password', exact: true });
  await submit.click();
  await expect(page.getByText('Field is required')).toHaveCount(4);

  await page.getByLabel('Old password').fill('not this one');
  await page.getByLabel('New password', { exact: true }).fill(NEXT);
  await page.getByLabel('Confirm new password').fill('Walnut-harbour-78');
  const sinceMs = Date.now();
  await page.getByRole('button', { name: 'Send code' }).click();
  await enterCode(page, person.email, sinceMs);
  await submit.click();
  await expect(page.getByText('Password does not match')).toBeVisible();
  await page.getByLabel('Confirm new password').fill(NEXT);
  await submit.click();
  await expect(page.getByText('Invalid Old Password')).toBeVisible();

  await page.getByLabel('Old password').fill(person.password);
  await page.getByLabel('New password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm new password').fill(person.password);
  await submit.click();
  await expect(page.getByText('Recently used password. Please make another.')).toBeVisible();

  await page.getByLabel('New password', { exact: true }).fill(NEXT);
  await page.getByLabel('Confirm new password').fill(NEXT);
  await submit.click();
  await expect(page.getByText('Password successfully changed')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await expect(page.getByText(/withdrawals are on hold until/)).toBeVisible();
  await expect(elsewhere).toHaveURL(/\/signin/);
  await elsewhere.close();

  const { baseURL } = test.info().project.use;
  const origin = process.env.VITRINE_BASE_URL ?? baseURL ?? '';
  const login = (password: string) =>
    page.request.post('/api/v3/login', { data: { username: person.email, password }, headers: { origin } });
  expect((await login(person.password)).status()).toBe(401);
  expect((await login(NEXT)).status()).toBe(200);
});

test('the transaction password is changed, and a forgotten one replaced', { tag: '@desk' }, async ({ page }) => {
  const person = await open(page, '/account/change_transaction_password');
  const change = page.getByRole('button', { name: 'Change transaction password' });
  const fill = async (old: string, label: string, next: string) => {
    await page.getByLabel(label, { exact: true }).fill(old);
    await page.getByLabel('New transaction password', { exact: true }).fill(next);
    await page.getByLabel('Confirm new transaction password').fill(next);
  };
  await fill('not this one', 'Old transaction password', NEXT);
  await change.click();
  await expect(page.getByText('Old password dont match')).toBeVisible();
  await fill(person.transactionPassword, 'Old transaction password', NEXT);
  await change.click();
  await expect(page.getByText('Password changed successfully')).toBeVisible();

  await page.goto('/account/change_transaction_password');
  await page.getByRole('button', { name: 'Forgot your transaction password?' }).click();
  await fill(person.password, 'Account password', 'Amber-lantern-93');
  const sinceMs = Date.now();
  await page.getByRole('button', { name: 'Send code' }).click();
  await enterCode(page, person.email, sinceMs);
  await page.getByRole('button', { name: 'Set new transaction password' }).click();
  await expect(page.getByText('Password changed successfully')).toBeVisible();
});

test('a mobile number is verified with the code sent to it, and a wrong code verifies nothing', {
  tag: '@desk',
}, async ({ page }) => {
  const person = await open(page, '/account/security/account_connections');
  const digits = String(Math.floor(Math.random() * 10_000)).padStart(4, '0');
  await page.getByRole('button', { name: 'Add number' }).click();
  await page.getByLabel('Account password').fill('not the password');
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('12');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible();
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(`415 555 ${digits}`);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('Wrong account password')).toBeVisible();
  await page.getByLabel('Account password').fill(person.password);
  const sinceMs = Date.now();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  const code = await outboxCode(page.request, `+1415555${digits}`, sinceMs);
  await page.getByLabel('Digit 1', { exact: true }).click();
  await page.keyboard.type(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Verification code does not match')).toBeVisible();
  await page.getByRole('button', { name: `Fill in ${code}` }).click();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(row(page, 'Mobile number')).toContainText('Connected');
  await expect(row(page, 'Mobile number')).toContainText(`+1415555${digits}`);
});

test('the anti-phishing code is set, and the next email includes it', { tag: '@desk' }, async ({ page }) => {
  const person = await open(page, '/account/security/anti_phishing');
  await page.getByRole('button', { name: 'Create code' }).click();
  const field = page.getByRole('textbox', { name: 'Your code' });
  await field.fill('blue heron!');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Please enter 4-20 characters, excluding special symbols')).toBeVisible();
  await field.fill('blueheron7');
  const sinceMs = Date.now();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(`Sent to ${person.email}`, { exact: false })).toBeVisible();
  await enterCode(page, person.email, sinceMs);
  await page.getByRole('button', { name: 'Set anti-phishing code' }).click();
  await expect(page.getByText('Anti-phishing code set')).toBeVisible();
  const messages = await (await page.request.get('/sandbox/messages', { params: { to: person.email } })).json();
  expect(messages[0].text).toMatch(/^Your anti-phishing code: blueheron7\n/);
  await page.goto('/account/security');
  await expect(row(page, 'Anti-phishing code')).toContainText('Set');
});

test('another browser’s session is listed and ended, which is recorded', { tag: '@desk' }, async ({
  page,
  browser,
}) => {
  const person = await open(page, '/account/security/app_authorization');
  const elsewhere = await browser.newPage();
  await signIn(elsewhere, person);
  await elsewhere.goto('/wallet');
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('This device')).toHaveCount(1);
  await expect(page.getByText('No apps or services have access.')).toBeVisible();
  await page.getByRole('button', { name: /^End the session on Chrome on / }).click();
  await expect(page.getByText('Session ended')).toBeVisible();
  await expect(page.getByRole('button', { name: /^End the session/ })).toHaveCount(0);
  await expect(elsewhere).toHaveURL(/\/signin/);

  await signIn(elsewhere, person);
  await page.goto('/account/security/events');
  await expect(page.getByRole('heading', { name: 'Session ended' })).toBeVisible();
  await page.getByRole('button', { name: /^Not you\? Session ended/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click();
  await expect(page.getByText('1 session ended')).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Change account password' })).toBeVisible();
  await elsewhere.close();
});

test('a burst of refused sign-ins is highlighted with advice; other events ask whether it was you only on hover', {
  tag: '@desk',
}, async ({ page }) => {
  const person = await openAccount(page.request, newPerson());
  const origin = process.env.VITRINE_BASE_URL ?? '';
  for (const password of ['Not-this-one-1', 'Not-this-one-2', 'Not-this-one-3']) {
    const data = { username: person.email, password };
    expect((await page.request.post('/api/v3/login', { data, headers: { origin } })).status()).toBe(401);
  }
  await signIn(page, person);
  await page.goto('/account/security/events');
  const events = page.getByRole('region', { name: 'Recent events' }).getByRole('listitem');
  const burst = events.filter({ hasText: 'Sign-in failed' });
  await expect(burst.getByRole('button', { name: 'Show all 3 events' })).toBeVisible();
  await expect(page.getByText(/^There were several failed attempts within an hour\./)).toHaveCount(1);
  const askOf = (row: Locator) => row.getByRole('button', { name: /^Not you/ });
  await expect(askOf(burst)).toHaveCSS('opacity', '1');
  const signedIn = events.filter({ has: page.getByRole('heading', { name: 'Signed in' }) }).first();
  await expect(askOf(signedIn)).toHaveCSS('opacity', '0');
  await signedIn.hover();
  await expect(askOf(signedIn)).toHaveCSS('opacity', '1');
  await askOf(burst).click();
  await expect(page.getByRole('dialog', { name: 'Not you?' })).toBeVisible();
});

test('the old URL redirects to the security center, and a visitor must sign in first', { tag: '@desk' }, async ({
  page,
}) => {
  await page.goto('/account/security/app_authorization');
  await expect(page).toHaveURL(/\/signin\?next=/);
  await open(page, '/security');
  await expect(page).toHaveURL(/\/account\/security$/);
});

// Desktop only, because phones have no keyboard.
test.describe('the security center by keyboard only', { tag: '@desk' }, () => {
  /** Presses Tab until the element has the focus. Waits for it first: keys are lost on a page that is still loading. */
  async function tabTo(target: Locator): Promise<void> {
    await expect(target).toBeAttached();
    for (let presses = 0; presses < 60; presses += 1) {
      await target.page().keyboard.press('Tab');
      if (await target.evaluate((node) => node === document.activeElement)) return;
    }
    throw new Error(`the keyboard did not reach ${target}`);
  }

  test('the menu leads to the security center; limit, anti-phishing code and password are set there', async ({
    page,
  }) => {
    const person = await open(page, '/wallet');
    await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
    await tabTo(page.getByRole('button', { name: 'Account', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('link', { name: 'Security', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();

    await tabTo(page.getByRole('button', { name: 'Change the withdrawal limit', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await tabTo(page.getByRole('radio', { name: '500 USDT', exact: true }));
    await page.keyboard.press('ArrowRight');
    await tabTo(page.getByRole('dialog').getByLabel('Account password', { exact: true }));
    await page.keyboard.type(person.password);
    await tabTo(page.getByRole('button', { name: 'Save 1000 USDT', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Withdraw Limit Saved')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change the withdrawal limit' })).toBeFocused();

    await page.goto('/account/security');
    await tabTo(page.getByRole('link', { name: 'Anti-phishing code', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('button', { name: 'Create code', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Your code' })).toBeFocused();
    await page.keyboard.type('blueheron7');
    let sinceMs = Date.now();
    await page.keyboard.press('Enter');
    await tabTo(page.getByLabel('Digit 1', { exact: true }));
    await page.keyboard.type(await outboxCode(page.request, person.email, sinceMs));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Anti-phishing code set')).toBeVisible();

    await page.goto('/account/security');
    await tabTo(page.getByRole('link', { name: 'Change account password', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page.getByLabel('Old password', { exact: true }));
    await page.keyboard.type(person.password);
    await tabTo(page.getByLabel('New password', { exact: true }));
    await page.keyboard.type(NEXT);
    await tabTo(page.getByLabel('Confirm new password', { exact: true }));
    await page.keyboard.type(NEXT);
    await tabTo(page.getByRole('button', { name: 'Send code', exact: true }));
    sinceMs = Date.now();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Digit 1', { exact: true })).toBeFocused();
    await page.keyboard.type(await outboxCode(page.request, person.email, sinceMs));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Password successfully changed')).toBeVisible();
  });
});
