import { deposit, newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

test('the home page loads and is marked as a sandbox', async ({ page }) => {
  const response = await page.goto('/');
  expect(response?.status()).toBe(200);
  await expect(page.getByText('Sandbox').first()).toBeVisible();
});

test('the front page is complete text before any script runs', { tag: '@desk' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/An exchange\s*you can check\./);
  await expect(page.getByRole('heading', { name: 'Plain answers' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/signin');
  await context.close();
});

test('the front page shows the growing length of the log and the sum of the ledger', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText(/^Log entry [\d,]+: /)).toBeAttached();
  const position = page.getByText(/^Log position [\d,]+$/);
  const before = await position.textContent();
  await expect(position).not.toHaveText(before ?? '');
  await expect(page.getByText(/^difference in each of \d+ coins$/)).toBeVisible();
  await expect(page.getByRole('row', { name: /Bitcoin/ })).toContainText('%');
});

test('a language chosen on the front page overrides the browser’s, here and in the app', async ({ page }, {
  project,
}) => {
  await page.goto('/');
  await expect(page.getByText(/^Log entry [\d,]+: /)).toBeAttached();
  const place = project.name === 'phone' ? page.getByRole('contentinfo') : page.getByRole('banner');
  await place.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('link', { name: 'Registrieren' }).first()).toBeVisible();
  await page.goto('/about');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.goto('/?language=ja');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.getByText('0.00').first()).toBeAttached();
});

test('pages have their title, canonical address and preview without scripts', { tag: '@desk' }, async ({
  request,
  baseURL,
}) => {
  const html = async (path: string) => (await request.get(path)).text();
  const front = await html('/');
  expect(front).toContain(`<link rel="canonical" href="${baseURL}/" />`);
  expect(front).toContain(`<meta property="og:image" content="${baseURL}/social.png" />`);
  expect(front).toContain(`hreflang="de" href="${baseURL}/?language=de"`);
  expect(front).toContain('"@type":"FAQPage"');
  expect(front).not.toContain('__ORIGIN__');
  const price = await html('/price/btc');
  expect(price).toContain('<title>Bitcoin price: BTC to USDT · Vitrine</title>');
  expect(price).toContain(`<link rel="canonical" href="${baseURL}/price/BTC" />`);
  expect(await html('/sitemap.xml')).toContain(`<loc>${baseURL}/price/BTC</loc>`);
});

test('without a store listing, the download calls redirect to the installation instructions', {
  tag: '@desk',
}, async ({ page }) => {
  for (const call of ['/api/v3/download-apk', '/api/v3/download-ios']) {
    await page.goto(call);
    await expect(page).toHaveURL(/\/#download$/);
    await expect(page.getByRole('heading', { name: 'On every screen you own' })).toBeInViewport();
  }
});

test('the front page links to Earn and rewards', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Earn' })).toHaveAttribute('href', '/wallet/simple_earn');
  await expect(footer.getByRole('link', { name: 'Reward Center' })).toHaveAttribute('href', '/account/rewards');
  await page.getByRole('banner').getByRole('link', { name: 'Earn' }).click();
  await expect(page).toHaveURL(/\/signin\?next=%2Fwallet%2Fsimple_earn$/);
});

test('a hash scrolls the front page to its bottom', async ({ page }) => {
  await page.goto('/#anything');
  await expect(page.getByText(/^Log position/)).toBeInViewport({ timeout: 10_000 });
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1000);
});

test('links to unavailable features lead to the page that says so', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('link', { name: /P2P trading/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/page-unavailable$/);
});

test('the email typed on the front page is in the sign-up form', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Email').fill('someone@example.com');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/signup$/);
  await expect(page.getByLabel('Email')).toHaveValue('someone@example.com');
});

test('without the browser’s install prompt, the install button shows instructions', { tag: '@desk' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Install the app' }).click();
  const sheet = page.getByRole('dialog', { name: 'Install the app' });
  await expect(sheet).toContainText('Add to Home Screen');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('a signed-in client is redirected to the dashboard, and the theme chosen here is preserved', {
  tag: '@desk',
}, async ({ page, request }) => {
  await signIn(page, await openAccount(request, newPerson()));
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Open your dashboard' })).toHaveAttribute('href', '/home');
  await page.getByRole('button', { name: 'Use the light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('the dashboard shows the balance, its composition and the next steps', async ({ page, request }) => {
  const person = await openAccount(request, newPerson());
  await signIn(page, person);
  await page.goto('/home');
  await expect(page.getByRole('link', { name: 'Make your first deposit' })).toBeVisible();
  await expect(page.getByText('You have no open orders.')).toBeVisible();

  await deposit(request, person, 'USDT', '1000');
  await expect(page.getByRole('link', { name: 'Make your first deposit' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'How the balance adds up' })).toContainText(/Spot\s*1,000\.00/);
  const entries = page.getByRole('region', { name: 'Your latest entries' });
  await expect(entries.getByText('+1,000.00 USDT')).toBeVisible();
  await deposit(request, person, 'USDT', '250.5');
  await expect(entries.getByText('+250.50 USDT')).toBeVisible();
  await expect(entries.getByText('balance 1,250.50')).toBeVisible();
  await expect(entries.getByText(/^Checked in this browser: 1 balance /)).toBeVisible();
});

test('a visitor who opens the dashboard gets the front page', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the installed app caches the offline page, and never a price', {
    tag: '@desk',
  }, async ({ page, request }) => {
    for (const [path, type] of [
      ['/manifest.webmanifest', 'application/manifest+json'],
      ['/sw.js', 'javascript'],
      ['/social.png', 'image/png'],
      ['/robots.txt', 'text/plain'],
      ['/sitemap.xml', 'application/xml'],
    ] as const) {
      const answer = await request.get(path);
      expect([path, answer.status(), answer.headers()['content-type']]).toEqual([
        path,
        200,
        expect.stringContaining(type),
      ]);
    }
    await page.goto('/');
    // Browsers under test cannot take a service worker offline, so the test inspects its cache instead.
    const stored = () =>
      page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        const cache = await caches.open('vitrine-files');
        return (await cache.keys()).map(({ url }) => new URL(url).pathname);
      });
    await expect.poll(stored).toEqual(expect.arrayContaining(['/offline.html', '/offline.css', '/mark.svg']));
    await page.goto('/markets/prices');
    await expect(page.getByRole('heading', { name: 'Markets' })).toBeVisible();
    expect((await stored()).filter((path) => !/^\/(assets\/|offline\.|mark\.svg)/.test(path))).toEqual([]);
    await page.goto('/offline.html');
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
  });
});
