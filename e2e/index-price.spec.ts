import { seriousFindings } from './accessibility.ts';
import { openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

test.setTimeout(240_000);

test(
  'clients see the index price with its sources beside the mark price, and its history',
  { tag: '@desk' },
  async ({ page, request }, testInfo) => {
    const person = await openAccount(request);
    await signIn(page, person);
    await page.goto('/trades/futures/BTC');
    const opener = page.getByRole('button', { name: 'Index price: show its sources' });

    await test.step('the header shows the price that the call returns', async () => {
      await expect(opener).toBeEnabled({ timeout: 30_000 });
      const figure = page.locator('[data-figure="index"]');
      await expect(figure).toContainText(/\d{2,3},\d{3}\.\d/);
      const shownMark = page.locator('[data-figure="mark"] dd');
      await expect(shownMark).toHaveText(/^[\d,]+(\.\d+)?$/);
      const { indexes } = await (await request.get('/api/v3/futures/index')).json();
      const btc = indexes.find(({ name }: { name: string }) => name === 'BTC-USDT-PERP');
      expect(btc).toMatchObject({ state: 'confirmed', used_sources: 1 });
      const mark = Number((await shownMark.textContent())?.replaceAll(',', ''));
      expect(Math.abs(Number(btc.price) / mark - 1)).toBeLessThan(0.02);
    });

    await test.step('its sources are listed with price, age and state', async () => {
      await opener.click();
      const sources = page.getByRole('table', { name: 'Sources of the index price' });
      await expect(sources.getByRole('row').filter({ hasText: 'simulated market' })).toContainText(/used.*\d+ s/s);
      await expect(sources.getByRole('row').filter({ hasText: 'own spot book' })).toContainText('for comparison only');
      expect(await seriousFindings(page)).toEqual([]);
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), theme);
        await page.screenshot({ path: testInfo.outputPath(`index-${theme}.png`) });
      }
    });

    await test.step('its history is on the page of public records', async () => {
      await page.getByRole('link', { name: 'Index price history' }).click();
      await expect(page).toHaveURL('/markets/futures/BTC');
      await page
        .getByRole('radiogroup', { name: 'Rules and records' })
        .getByText('Index price', { exact: true })
        .click();
      await expect
        .poll(
          async () =>
            (await (await request.get('/api/v3/futures/index-history?name=BTC-USDT-PERP')).json()).prices.length,
          {
            timeout: 130_000,
            intervals: [2_000],
          },
        )
        .toBeGreaterThan(0);
      await page.reload();
      await page
        .getByRole('radiogroup', { name: 'Rules and records' })
        .getByText('Index price', { exact: true })
        .click();
      await expect(page.getByText(/^The confirmed index price of each minute/)).toBeVisible();
      await expect(
        page
          .getByRole('row')
          .filter({ hasText: /\d{2},\d{3}\.\d.*1$/s })
          .first(),
      ).toBeVisible();
      expect(await seriousFindings(page)).toEqual([]);
      await page.screenshot({ path: testInfo.outputPath('history.png') });
    });
  },
);
