import type { Page } from '@playwright/test';
import { authenticatorCode, formerCode } from './authenticator.ts';
import { newPerson, openAccount, outboxCode, type Person, proveNumber, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { installWallet } from './wallet.ts';

async function enterEmail(page: Page, email: string): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Next' }).click();
}

async function enterPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

const expectWallet = (page: Page) => expect(page).toHaveURL(/\/wallet$/, { timeout: 15_000 });

/** Phone number and password: the last step of sign-up. */
async function finishSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Phone number').fill('2015550123');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expectWallet(page);
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies({ name: '__Host-vitrine' });
}

async function throughGoogle(page: Page, email: string): Promise<void> {
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Sandbox sign-in provider' })).toBeVisible();
  await page.getByLabel('Another email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function throughWallet(page: Page): Promise<void> {
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Browser wallet' }).click();
  await page.getByRole('button', { name: 'Test Wallet' }).click();
}

test.describe('sign-in with a password', () => {
  test('an unknown email and a wrong password show errors, and the right one leads to the wallet', {
    tag: '@desk',
  }, async ({ page, request }) => {
    const person = await openAccount(request);
    await enterEmail(page, 'nobody@example.com');
    await expect(page.getByText('Email not found')).toBeVisible();
    await page.getByLabel('Email address').fill(person.email);
    await page.keyboard.press('Enter');
    await enterPassword(page, 'short');
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
    await enterPassword(page, 'not the password');
    await expect(page.getByText('Login Failed')).toBeVisible();
    await expect(page.getByText('Wrong email or password')).toBeVisible();
    await enterPassword(page, person.password);
    await expectWallet(page);
  });

  test('a pasted password is hidden until it is shown, and its owner signs out from the menu', {
    tag: '@desk',
  }, async ({ page, request }) => {
    const person = await openAccount(request);
    await page.goto('/signin');
    const name = page.getByLabel('Email address');
    await name.fill(person.password);
    await name.selectText();
    await name.press('ControlOrMeta+C');
    await name.fill(person.email);
    await page.getByRole('button', { name: 'Next' }).click();
    const password = page.getByLabel('Password', { exact: true });
    await password.press('ControlOrMeta+V');
    await expect(password).toHaveValue(person.password);
    await expect(password).toHaveAttribute('type', 'password');
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await password.press('Enter');
    await expectWallet(page);
    await page.getByRole('button', { name: /^(Account|Menu)$/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/signin$/);
    await page.goto('/wallet');
    await expect(page).toHaveURL(/\/signin/);
  });

  test('a person signs up in three steps with a referral code, and signs in by phone', async ({ page, request }) => {
    const person = newPerson();
    const phone = `201555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
    await page.goto(`/signup/${'FRIEND42-'.repeat(8)}`);
    await page.getByLabel('Email address').fill(person.email);
    await expect(page.getByRole('button', { name: 'Send code' })).toBeDisabled();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Digit 1 of 6').click();
    await page.keyboard.type(await outboxCode(request, person.email));
    await page.getByLabel('Phone number').fill(phone);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Register' }).click();
    await expectWallet(page);
    await proveNumber(page.request, person, `+1${phone}`);
    await signOut(page);
    await page.goto('/signin');
    await page.getByRole('tab', { name: 'Phone' }).click();
    await page.getByLabel('Phone number').fill('12345');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Please enter a valid phone number')).toBeVisible();
    await page.getByLabel('Phone number').fill(phone);
    await page.getByRole('button', { name: 'Next' }).click();
    await enterPassword(page, person.password);
    await expectWallet(page);
  });

  test('a forgotten password is replaced with an emailed code', { tag: '@desk' }, async ({ page, request }) => {
    const person = await openAccount(request);
    const password = 'Otter-meadow-73';
    await enterEmail(page, person.email);
    const askedMs = Date.now() - 1000;
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
    const code = await outboxCode(request, person.email, askedMs);
    const wrong = code === '000000' ? '000001' : '000000';
    await dialog.getByLabel(/^Digit 1/).click();
    await page.keyboard.type(wrong);
    await expect(dialog.getByText('Code do not Match')).toBeVisible();
    await dialog.getByLabel(/^Digit 1/).click();
    await page.keyboard.type(code);
    await dialog.getByLabel('New password', { exact: true }).fill(password);
    await dialog.getByLabel('Confirm new password').fill('another one');
    await dialog.getByRole('button', { name: 'Save password' }).click();
    await expect(dialog.getByText('Password does not match')).toBeVisible();
    await dialog.getByLabel('Confirm new password').fill(password);
    await dialog.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Password successfully changed')).toBeVisible();
    await enterPassword(page, password);
    await expectWallet(page);
  });
});

test('the frame around a page appears before the session is known, and a wrong guess is corrected', {
  tag: '@desk',
}, async ({ page }) => {
  const bell = page.getByRole('banner').getByLabel(/^Notifications/);
  const signUp = page.getByRole('banner').getByRole('link', { name: 'Sign Up' });
  let gate = Promise.resolve();
  await page.route('**/api/v3/session', async (route) => {
    await gate;
    // This call fails if the page was left in the meantime.
    await route.continue().catch(() => undefined);
  });
  /** Opens a page whose session request is held until the returned function is called. */
  const openHeld = async (path: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.goto('about:blank');
    gate = promise;
    await page.goto(path);
    return resolve;
  };
  await signIn(page, await openAccount(page.request));
  await page.goto('/markets/prices');
  await expect(bell).toBeVisible();

  let answer = await openHeld('/wallet');
  await expect(bell).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Wallet' }).getByRole('link', { name: 'Spot' })).toBeVisible();
  await expect(page.getByText('0.0000').first()).toBeHidden();
  answer();
  await expect(page.getByText('0.0000').first()).toBeVisible();

  await page.goto('about:blank');
  await page.context().clearCookies();
  answer = await openHeld('/markets/prices');
  await expect(bell).toBeVisible();
  answer();
  await expect(signUp).toBeVisible();
  await expect(bell).toBeHidden();
  answer = await openHeld('/markets/prices');
  await expect(signUp).toBeVisible();
  answer();
});

test('an authenticator is set up in the security center and required at sign-in', { tag: '@desk' }, async ({
  page,
  request,
}) => {
  const person = await openAccount(request);
  await signIn(page, person);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Account password').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const key = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByLabel('Code from the app').fill(await formerCode(key));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const recoveryCode = (await dialog.getByRole('listitem').first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await signOut(page);
  await enterEmail(page, person.email);
  await enterPassword(page, person.password);
  await page.getByLabel('Authenticator code').fill('000000');
  await expect(page.getByText('Verification code does not match')).toBeVisible();
  // Each code works only once. The setup used the code of the previous time step, so the current code is unused.
  await page.getByLabel('Authenticator code').fill(authenticatorCode(key));
  await expectWallet(page);

  await signOut(page);
  await enterEmail(page, person.email);
  await enterPassword(page, person.password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectWallet(page);
});

test('a passkey is added in the security center and signs in', { tag: '@desk' }, async ({
  page,
  request,
  passkeySite: site,
}) => {
  const person = await openAccount(request);
  await page.goto(`${site}/signin`);
  await page.getByLabel('Email address').fill(person.email);
  await page.keyboard.press('Enter');
  await enterPassword(page, person.password);
  await expectWallet(page);
  await page.goto(`${site}/account/security`);
  await page.getByRole('button', { name: 'Passkeys' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Account password').fill('not the password');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog.getByText('Wrong account password')).toBeVisible();
  await dialog.getByLabel('Account password').fill(person.password);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey was added')).toBeVisible();
  await expect(dialog.getByText('This device')).toBeVisible();

  await signOut(page);
  await page.goto(`${site}/signin`);
  await page.getByRole('button', { name: 'Passkey' }).click();
  await expectWallet(page);

  await page.goto(`${site}/account/security`);
  await page.getByRole('button', { name: 'Passkeys' }).click();
  await dialog.getByLabel('Account password').fill(person.password);
  await dialog.getByLabel('Name for the new passkey').fill('Phone');
  await expect(dialog.getByText('your device asks you to confirm with one of these')).toBeVisible();
  const confirmed = page.waitForResponse('**/api/v3/passkeys/options');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  expect((await confirmed).request().postDataJSON()).toMatchObject({ passkey: { token: expect.any(String) } });
  await expect(dialog.getByText('Phone', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove the passkey This device' }).click();
  await expect(page.getByText('The passkey was removed')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await page.reload();

  await page.getByRole('button', { name: 'Authenticator app' }).click();
  await dialog.getByLabel('Account password').fill(person.password);
  await expect(dialog.getByText('You need your account password, one of your passkeys')).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const key = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByLabel('Code from the app').fill(await formerCode(key));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await page.getByRole('button', { name: 'Passkeys' }).click();
  await dialog.getByLabel('Account password').fill(person.password);
  const code = dialog.getByLabel('Code from the app, or a recovery code');
  await code.fill('000000');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog.getByText('Verification code does not match')).toBeVisible();
  await code.fill(authenticatorCode(key));
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);

  await dialog.getByRole('button', { name: 'Remove with an email code instead' }).click();
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await dialog.getByRole('button', { name: /^Fill in / }).click();
  await dialog.getByRole('button', { name: 'Remove the passkey Phone' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByLabel('Account password').fill(person.password);
  await code.fill(authenticatorCode(key, 1));
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('because a passkey was removed with an emailed code')).toBeVisible();
});

test.describe('sign-in with Google', () => {
  test('an unknown account signs up with the email prefilled and no code, and then signs in', { tag: '@desk' }, async ({
    page,
  }) => {
    const person = newPerson();
    await throughGoogle(page, person.email);
    await expect(page).toHaveURL(/\/signup$/);
    await expect(page.getByText(`You are signed in to Google as ${person.email}`)).toBeVisible();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await finishSignUp(page, person);
    await signOut(page);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/api/v3/google-login', (route) => held.then(() => route.continue()));
    await throughGoogle(page, person.email);
    await expect(page.getByText('Redirecting please wait...')).toBeVisible();
    goOn();
    await expectWallet(page);
  });

  test('a client whose account has the email of the Google account enters the account password once', {
    tag: '@desk',
  }, async ({ page, request }) => {
    const person = await openAccount(request);
    await throughGoogle(page, person.email);
    await expect(page.getByText(/Enter your account password once/)).toBeVisible();
    await enterPassword(page, person.password);
    await expectWallet(page);
    await page.goto('/account/security/account_connections');
    await page.getByRole('button', { name: 'Disconnect the Google account' }).click();
    await page.getByRole('dialog').getByLabel('Account password').fill(person.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: 'Connect a Google account' })).toBeVisible();
    await page.getByRole('button', { name: 'Connect a Google account' }).click();
    await page.getByRole('dialog').getByLabel('Account password').fill(person.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Another email').fill('work@gmail.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('work@gmail.example')).toBeVisible();
    await page.getByRole('button', { name: 'Disconnect the Google account' }).click();
    await page.getByRole('dialog').getByLabel('Account password').fill(person.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: 'Connect a Google account' })).toBeVisible();
  });

  test('a sign-in cancelled at Google leads back to the sign-in page, which says so', { tag: '@desk' }, async ({
    page,
  }) => {
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Google sign-in was cancelled')).toBeVisible();
    await expect(page).toHaveURL(/\/signin$/);
  });
});

test('an unknown browser wallet signs up, is connected, and then signs in', { tag: '@desk' }, async ({
  page,
  request,
}) => {
  const person = newPerson();
  const address = await installWallet(page);
  await throughWallet(page);
  await expect(page).toHaveURL(/\/signup$/);
  await expect(page.getByText(`The wallet ${address} will be connected`)).toBeVisible();
  await page.getByLabel('Email address').fill(person.email);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type(await outboxCode(request, person.email));
  await finishSignUp(page, person);
  await signOut(page);
  await throughWallet(page);
  await expectWallet(page);
  await page.goto('/account/security/account_connections');
  const leave = page.getByRole('button', { name: `Disconnect the wallet ${address}` });
  await leave.click();
  await page.getByRole('dialog').getByLabel('Account password').fill(person.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  // When the row disappears, the button below moves up, perhaps between the two halves of a click on it.
  await expect(leave).toHaveCount(0);
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  await page.getByRole('dialog').getByLabel('Account password').fill(person.password);
  await page.getByRole('button', { name: 'Test Wallet' }).click();
  await expect(page.getByText('The wallet was connected')).toBeVisible();
  await expect(page.getByText(address)).toBeVisible();
});
