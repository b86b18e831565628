import { seriousFindings } from './accessibility.ts';
import { openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

test('a visitor browses, searches and stars pairs; after sign-in the stars are in the account', async ({
  page,
  request,
}, { project }) => {
  const phone = project.name === 'phone';
  const person = await openAccount(request);
  await page.goto('/markets/prices');
  const lists = page.getByRole('navigation', { name: 'Market lists' });
  const star = (coin: string) => page.getByRole('button', { name: `Favorite ${coin}`, exact: true }).first();

  await test.step('each list has its coins, and says how many', async () => {
    for (const [name, path, coin] of [
      ['POS', '/markets/pos', 'ETH'],
      ['POW', '/markets/pow', 'BTC'],
      ['INNOVATION', '/markets/innovation', 'NEAR'],
    ] as const) {
      await lists.getByRole('link', { name: new RegExp(`^${name} \\d+$`) }).click();
      await expect(page).toHaveURL(path);
      await expect(star(coin)).toBeVisible();
    }
    await expect(star('BTC')).toHaveCount(0);
  });

  await test.step('there are no favorites at first; two stars make a watchlist in the order of starring', async () => {
    await lists.getByRole('link', { name: 'FAVORITES 0' }).click();
    await expect(page.getByText('No Records Found')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Subscribe Now' })).toHaveAttribute('href', '/wallet/simple_earn');
    await page.getByRole('link', { name: 'Show all coins' }).click();
    await star('SOL').click();
    await page.getByLabel('Search coins').fill('bitco');
    await expect(star('SOL')).toHaveCount(0);
    await star('BTC').click();
    await lists.getByRole('link', { name: 'FAVORITES 2' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Coin Watchlist' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Favorite/ })).toHaveText(['', '']);
    await expect
      .poll(() => page.getByRole('button', { name: /^Favorite/ }).evaluateAll(labels))
      .toEqual(['SOL', 'BTC']);
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('prices are in dollars, and the key F stars the coin of the row under the pointer', async () => {
    await lists.getByRole('link', { name: /^All \d+$/ }).click();
    if (phone) {
      const movers = page.getByRole('region', { name: 'Top movers' });
      await expect(movers.getByText('Most traded, 24 h')).toBeAttached();
      expect((await movers.boundingBox())?.height).toBeLessThan(110);
      await expect(page.getByRole('listitem').filter({ hasText: 'ETH' }).first()).toContainText(/\$[\d,]+\.\d\d/);
      return;
    }
    const row = page.getByRole('row').filter({ has: page.getByText('Ethereum', { exact: true }) });
    await expect(row).toContainText(/\$[\d,]+\.\d\d/);
    await expect(row.getByRole('link', { name: 'Convert to ETH' })).toHaveAttribute('href', '/wallet/convert?to=ETH');
    await row.getByRole('cell').nth(3).hover();
    for (const isStarred of ['true', 'false']) {
      await page.keyboard.press('f');
      await expect(star('ETH')).toHaveAttribute('aria-pressed', isStarred);
    }
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.getByRole('columnheader', { name: '24h Change' })).toBeInViewport();
  });

  await test.step('coins are listed by category', async () => {
    await lists.getByRole('link', { name: 'All Cryptos' }).click();
    await expect(page).toHaveURL('/markets/prices?view=all-cryptos');
    await expect(page.getByRole('region', { name: 'Altcoins' }).getByRole('link', { name: /^LTC/ })).toBeVisible();
    const categories = page.getByRole('radiogroup', { name: 'Coin type' });
    await expect(categories.locator('label')).toHaveText(['MAIN', 'ETH', 'ALT']);
    if (!phone) {
      const actions = page.getByRole('columnheader', { name: 'Actions' });
      await expect(actions).toBeVisible();
      expect((await actions.boundingBox())?.width).toBeGreaterThan(40);
    }
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('after sign-in the account has the stars', async () => {
    await signIn(page, person);
    await page.goto('/markets/favorites');
    await expect
      .poll(async () => (await (await page.request.get('/api/v3/favorites')).json()).coinpair?.length)
      .toBe(2);
    await expect
      .poll(() => page.getByRole('button', { name: /^Favorite/ }).evaluateAll(labels))
      .toEqual(['SOL', 'BTC']);
  });

  await test.step('a row links a client to the chart page', async () => {
    await page.getByRole('main').getByRole('link', { name: /SOL/ }).first().click();
    await expect(page).toHaveURL('/trades/trade-chart/SOL');
  });
});

const labels = (stars: readonly Element[]) =>
  stars.map((star) => star.getAttribute('aria-label')?.replace('Favorite ', '') ?? '');
