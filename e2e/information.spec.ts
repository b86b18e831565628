import { deposit, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

test('a visitor reads about the exchange, its terms, its use of data and its fees', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'About Vitrine' })).toBeVisible();
  await page.getByRole('link', { name: 'See the ledger totals for each coin' }).click();
  await expect(page.locator('#main')).toContainText('BTC');

  await page.goto('/legal-center/terms');
  await expect(page.getByRole('heading', { name: 'Terms of use' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Restrictions' })).toBeVisible();
  await page.goto('/legal-center/privacy');
  await expect(page.getByRole('heading', { name: 'Privacy', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Identity photos' })).toBeVisible();

  await page.goto('/fee-rate');
  const { tiers } = await (await page.request.get('/api/v3/fee-schedule')).json();
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(tiers.length + 1);
});

test('a client sees the own fee level, the tiers of verification and the payment methods', async ({
  page,
  request,
}) => {
  const person = await openAccount(request);
  await deposit(request, person, 'USDT', '100');
  await signIn(page, person);
  await page.goto('/fee-rate');
  await expect(page.getByText('Your level', { exact: true })).toBeVisible();
  await expect(page.getByText('Yours', { exact: true })).toBeVisible();

  await page.goto('/tier-verification');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Verify now' }).click();
  await expect(page).toHaveURL(/\/verification\/overview$/);

  await page.goto('/account/pay');
  await page.getByRole('link', { name: 'Buy USDT' }).click();
  await expect(page).toHaveURL(/\/wallet\/buy$/);

  await page.goto('/home');
  await expect(page.locator('#main').getByRole('heading').first()).toBeVisible();
});

test('a return from Google without a ticket leads to the sign-in page and says so', async ({ page }) => {
  for (const path of ['/auth/callback', '/redirect#error=denied']) {
    await page.goto(path);
    await expect(page.getByText(/Google sign-in (failed|was cancelled)/).first()).toBeVisible();
    await expect(page).toHaveURL(/\/signin$/);
  }
});
