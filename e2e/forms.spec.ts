import type { Page, Route } from '@playwright/test';
import { deposit, newPerson, openAccount, type Person, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

async function someone(page: Page, coins: Readonly<Record<string, string>> = {}): Promise<Person> {
  const person = await openAccount(page.request, newPerson());
  for (const [coin, amount] of Object.entries(coins)) await deposit(page.request, person, coin, amount);
  await signIn(page, person);
  return person;
}

/** Holds back all requests to this path until the returned function is called. */
async function held(page: Page, path: string): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let isHeld = true;
  await page.route(
    (address) => address.pathname === path,
    async (route) => {
      if (isHeld) waiting.push(route);
      else await route.continue();
    },
  );
  return async () => {
    isHeld = false;
    await Promise.all(waiting.map((route) => route.continue()));
  };
}

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('clicking elsewhere while an empty field has focus activates what was clicked', { tag: '@desk' }, async ({
  page,
}) => {
  await someone(page, { USDT: '100' });
  await page.goto('/wallet/withdraw');
  await page.getByRole('textbox', { name: 'Address' }).focus();
  // A click as slow as a human's: if the empty field's error appeared during it, the button would move.
  await page.getByRole('button', { name: 'Saved addresses' }).click({ delay: 150 });
  await expect(page.getByRole('dialog', { name: 'Choose a saved address' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Please enter Recipient Address')).toBeVisible();

  await page.goto('/wallet/convert');
  await page.getByRole('textbox', { name: 'From' }).focus();
  await page.getByRole('button', { name: 'To: BTC. Choose another' }).click({ delay: 150 });
  await expect(page.getByRole('dialog').getByRole('searchbox', { name: 'Search coins' })).toBeVisible();
});

test('the form for a limit conversion says what is missing, and that at most fifty can be open', {
  tag: '@desk',
}, async ({ page }) => {
  test.setTimeout(240_000);
  const person = await someone(page, { USDT: '2000' });
  const headers = { origin: process.env.VITRINE_BASE_URL ?? '' };
  const conversion = { from: 'USDT', to: 'BTC', amount: '20', receives: '0.02' };
  const place = (password = {}) =>
    page.request.post('/api/v3/convert/limit-order', {
      data: { ...conversion, ...password },
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    });
  // The first conversion unlocks the session for the others.
  const first = await place({ transaction_password: person.transactionPassword, remember: true });
  expect(first.status(), await first.text()).toBe(200);
  for (let count = 1; count < 49; count++) expect((await place()).status()).toBe(200);

  await page.goto('/wallet/convert');
  await page.getByText('Limit', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'From' }).fill('20');
  await expect(page.getByRole('textbox', { name: 'When 1 BTC costs at most' })).toHaveValue(/\d/);
  await page.getByRole('textbox', { name: 'When 1 BTC costs at most' }).fill('');
  await expect(page.getByRole('button', { name: 'Enter a price' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'When 1 BTC costs at most' }).fill('1000');
  await expect(page.getByRole('button', { name: 'Place limit: 20 USDT to BTC' })).toBeEnabled();

  expect((await place()).status()).toBe(200);
  await page.reload();
  await page.getByText('Limit', { exact: true }).click();
  await expect(page.getByRole('button', { name: '50 open conversions (maximum): cancel one first' })).toBeDisabled();
  await page.getByText('Open (50)').click();
  await page.getByRole('button', { name: 'Cancel the conversion of 20 USDT to BTC' }).first().click();
  await expect(page.getByText('20 USDT released')).toBeVisible();
  await expect(page.getByText('Open (49)')).toBeVisible();
  await page.getByRole('textbox', { name: 'From' }).fill('20');
  await page.getByRole('textbox', { name: 'When 1 BTC costs at most' }).fill('1000');
  await expect(page.getByRole('button', { name: 'Place limit: 20 USDT to BTC' })).toBeEnabled();
});

test('a button is disabled until its prerequisites are met', { tag: '@desk' }, async ({ page }) => {
  await test.step('Google, until it is known to be available', async () => {
    const release = await held(page, '/api/v3/sign-in-methods');
    await page.goto('/signin');
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeDisabled();
    await release();
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
  });

  await test.step('the next step of a sign-in by phone, until the number has been looked up', async () => {
    await page.getByRole('tab', { name: 'Phone' }).click();
    await page.getByLabel('Phone number').fill('2015550123');
    const release = await held(page, '/api/v2/mobile-check');
    const next = page.getByRole('button', { name: 'Next' });
    await next.click();
    await expect(next).toBeDisabled();
    await release();
    await expect(next).toBeEnabled();
  });

  await test.step('paying, until the session is known', async () => {
    await someone(page);
    const release = await held(page, '/api/v3/session');
    await page.goto('/wallet/buy?currency=USD&amount=100');
    await page.getByRole('button', { name: "I'm Ready to Pay" }).click();
    const dialog = page.getByRole('dialog', { name: 'Pay with PayPal' });
    await expect(dialog.getByText('95.238095 USDT')).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Pay / })).toBeDisabled();
    await expect(dialog.getByRole('link', { name: 'Login' })).toHaveCount(0);
    await release();
    await expect(dialog.getByRole('button', { name: /^Pay / })).toBeEnabled();
  });

  await test.step('a switch, until its current state is known', async () => {
    const release = await held(page, '/api/v3/withdrawal-limits');
    await page.goto('/account/security');
    const whitelist = row(page, 'Address whitelist');
    await expect(whitelist.getByRole('button')).toBeDisabled();
    await expect(whitelist).not.toContainText('Not enabled');
    await release();
    await expect(whitelist.getByRole('button')).toBeEnabled();
    await expect(whitelist).toContainText('Not enabled');
  });

  await test.step('a change that needs the transaction password, until it is typed', async () => {
    await row(page, 'Address whitelist').getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Address whitelist' });
    await expect(dialog.getByRole('button', { name: 'Turn on' })).toBeDisabled();
    await dialog.getByLabel('Transaction password').fill('Quiet-lantern-41');
    await expect(dialog.getByRole('button', { name: 'Turn on' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('saving a limit, until a different one is chosen', async () => {
    await page.getByRole('button', { name: 'Change the withdrawal limit' }).click();
    await expect(page.getByRole('button', { name: 'Save 500 USDT' })).toBeDisabled();
    await page.keyboard.press('Escape');
  });

  await test.step('saving an address, until the networks are loaded', async () => {
    const release = await held(page, '/api/v3/networks');
    await page.goto('/wallet/withdraw/addresses');
    await expect(page.getByRole('button', { name: 'Add address' })).toBeDisabled();
    await release();
    await page.getByRole('button', { name: 'Add address' }).click();
    await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue(/\w/);
  });
});

test('a message waits for its attachment, and nothing typed in the meantime is lost', { tag: '@desk' }, async ({
  page,
}) => {
  await someone(page);
  // Simulates a large file, which takes seconds to read on a slow phone.
  await page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = async function () {
      await new Promise((resolve) => window.addEventListener('test-file-read', resolve, { once: true }));
      return read.call(this);
    };
  });
  await page.goto('/markets/prices');
  await page.getByRole('banner').getByRole('button', { name: 'Help chat' }).click();
  const chat = page.getByRole('dialog', { name: 'Help chat' });
  const send = chat.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeDisabled();
  await chat.getByLabel('Write a message').fill('See the file');
  await expect(send).toBeEnabled();
  const file = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
  await chat.locator('input[type=file]').setInputFiles(file);
  await expect(send).toBeDisabled();
  await page.evaluate(() => window.dispatchEvent(new Event('test-file-read')));
  await expect(chat.getByText('page.pdf')).toBeVisible();
  const release = await held(page, '/api/v3/support/messages');
  await send.click();
  await expect(chat.getByLabel('Write a message')).not.toBeEditable();
  await release();
  await expect(chat.getByLabel('Write a message')).toBeEditable();
  await expect(chat.getByLabel('Write a message')).toHaveValue('');
  await expect(chat.getByRole('link', { name: /^Download page/ })).toBeVisible();
});

test('a date of birth can be entered with the keyboard alone, and invalid dates are rejected', {
  tag: '@desk',
}, async ({ page }) => {
  await someone(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit personal info' });
  await dialog.getByRole('textbox', { name: 'Day' }).focus();
  await page.keyboard.type('30');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Feb');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1990');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter a day, a month and a 4-digit year')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Day' }).fill('3');
  await expect(dialog.getByText('Enter a day, a month and a 4-digit year')).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Year' }).fill(String(new Date().getFullYear() - 1));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Year' }).fill('1990');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(page.getByText('Feb 3, 1990')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Month' })).toHaveValue('2');
});

test('settings apply everywhere, including those chosen before the account’s settings were loaded', {
  tag: '@desk',
}, async ({ page }) => {
  const person = await someone(page, { USDT: '1000' });
  const root = page.locator('html');
  const style = (name: string) =>
    root.evaluate((element, key) => getComputedStyle(element).getPropertyValue(key), name);

  await test.step('a choice made while the account’s settings are loading is kept', async () => {
    const release = await held(page, '/api/v3/preferences');
    await page.goto('/settings');
    await page.getByRole('combobox', { name: 'Row height' }).selectOption('Compact');
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/v3/preferences'));
    await release();
    await answered;
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Row height' })).toHaveValue('compact');
  });

  await test.step('a choice that was not sent when the page was left is sent by the next page', async () => {
    let isLost = false;
    await page.route('**/api/v3/preferences', async (route) => {
      // The first request never gets a response.
      if (route.request().method() === 'POST' && !isLost) isLost = true;
      else await route.continue();
    });
    await page.getByRole('combobox', { name: 'Row height' }).selectOption('Comfortable');
    await expect.poll(() => isLost).toBe(true);
    await page.goto('/markets/prices');
    const stored = async () => (await (await page.request.get('/api/v3/preferences')).json()).preferences.density;
    await expect.poll(stored).toBe('comfortable');
    await page.unroute('**/api/v3/preferences');
    await page.goto('/settings');
    await page.getByRole('combobox', { name: 'Row height' }).selectOption('Compact');
    await expect.poll(stored).toBe('compact');
  });

  await test.step('list rows are denser', async () => {
    await page.goto('/wallet?tab=spot');
    await expect.poll(() => style('--row')).toBe('40px');
    const tall = () =>
      page
        .getByRole('row')
        .filter({ visible: true })
        .nth(2)
        .evaluate((one) => one.clientHeight);
    const compact = await tall();
    await page.evaluate(() => document.documentElement.removeAttribute('data-density'));
    await expect.poll(() => style('--row')).not.toBe('40px');
    // The browser may take until the next frame to lay the rows out.
    await expect.poll(tall).toBeGreaterThan(compact);
    await page.reload();
    await expect.poll(() => style('--row')).toBe('40px');
  });

  await test.step('rising prices are red', async () => {
    const green = await style('--up');
    await page.goto('/settings');
    await page.locator('#main').getByText('Red', { exact: true }).click();
    await expect.poll(() => style('--down')).toBe(green);
    await page.goto('/markets/prices');
    await expect(root).toHaveAttribute('data-rising', 'red');
  });

  await test.step('Trade opens the chosen market', async () => {
    await page.goto('/settings');
    await page.getByRole('combobox', { name: 'Default market' }).selectOption('ETH/USDT');
    await page.goto('/trades/spot');
    await expect(page).toHaveURL(/\/trades\/spot\/ETH$/);
    await page.goto('/trades/futures');
    await expect(page).toHaveURL(/\/trades\/futures\/ETH$/);
  });

  await test.step('numbers and times use the chosen formats', async () => {
    await page.goto('/settings');
    await page.getByRole('combobox', { name: 'Number format' }).selectOption('1.234,56');
    await expect(page.getByText('66.548,50 USDT')).toBeVisible();
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo');
    await page.goto('/wallet/convert');
    await expect(page.getByText('Available 1.000 USDT')).toBeVisible();
    await page.goto('/account/security/events');
    const inTokyo = new Intl.DateTimeFormat('en', { hour: 'numeric', timeZone: 'Asia/Tokyo' }).format();
    const [hour = '', half = ''] = inTokyo.split(/\s/);
    await expect(page.getByText(new RegExp(`\\b${hour}:\\d\\d\\s${half}`)).first()).toBeVisible();
  });

  await test.step('small balances are hidden', async () => {
    await page.goto('/wallet?tab=spot');
    await expect(page.getByText('Ethereum', { exact: true }).filter({ visible: true }).first()).toBeVisible();
    await page.goto('/settings');
    await page.getByLabel('Hide small balances').check();
    await page.goto('/wallet?tab=spot');
    await expect(page.getByText('USDT', { exact: true }).filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByText('Ethereum', { exact: true })).toHaveCount(0);
  });

  await test.step('all settings belong to the account: another browser has them too', async () => {
    const context = await page.context().browser()?.newContext();
    const other = await context?.newPage();
    if (!other) throw new Error('the page has no browser');
    await signIn(other, person);
    await other.goto('/settings');
    await expect(other.getByRole('combobox', { name: 'Row height' })).toHaveValue('compact');
    await expect(other.getByRole('combobox', { name: 'Default market' })).toHaveValue('ETH');
    await expect(other.locator('html')).toHaveAttribute('data-rising', 'red');
    await context?.close();
  });
});
