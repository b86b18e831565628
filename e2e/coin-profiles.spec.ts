import type { Browser, Page } from '@playwright/test';
import { seriousFindings } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { approveShown, newStaff, type StaffPerson, signInStaff } from './staff.ts';

test.setTimeout(300_000);

async function deskOf(browser: Browser, person: StaffPerson): Promise<Page> {
  const baseURL = process.env.VITRINE_BASE_URL ?? '';
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  await signInStaff(context, person);
  return context.newPage();
}

const COIN = 'POL';
const INTRO = 'A coin for storage, described by two operators.';

test('two operators change a coin’s profile and icon, and a visitor sees them on the page of its market', {
  tag: '@desk',
}, async ({ page, browser, request }) => {
  const [lister, second] = await newStaff(request, 'administrator', ['listing'], ['listing']);
  if (lister === undefined || second === undefined) throw new Error('no staff member was created');
  const desk = await deskOf(browser, lister);
  const other = await deskOf(browser, second);
  const dialog = desk.getByRole('dialog');
  const approve = async (kind: string) => {
    await other.goto('/console/approvals');
    const asked = other
      .getByRole('article')
      .filter({ hasText: `coin ${COIN}` })
      .filter({ hasText: kind });
    await approveShown(other, asked);
  };

  await test.step('the form names what is missing, and shows what changes', async () => {
    await desk.goto('/console/coins');
    await expect(desk.getByRole('button', { name: `Edit the profile of ${COIN}` })).toBeVisible();
    expect(await seriousFindings(desk)).toEqual([]);
    await desk.getByRole('button', { name: `Edit the profile of ${COIN}` }).click();
    await dialog.getByLabel('Issue date').fill('October');
    await expect(dialog.getByRole('button', { name: 'Enter a date such as 2009-01-03' })).toBeVisible();
    await dialog.getByLabel('Issue date').fill('2020-10-15');
    await dialog.getByLabel('Circulating supply').fill('700000000.5');
    await expect(dialog.getByRole('button', { name: 'Enter the date of the supply data' })).toBeVisible();
    await dialog.getByLabel('Supply data as of').fill('2025-11-01');
    await expect(dialog.getByRole('button', { name: 'Enter where the figures come from' })).toBeVisible();
    await dialog.getByLabel('Source of the supply data').fill('Block explorer');
    await dialog.getByLabel('Ranking', { exact: true }).fill('31');
    await expect(dialog.getByRole('button', { name: 'Enter the day, such as 2026-01-31' })).toBeVisible();
    await dialog.getByLabel('Market dominance (%)').fill('0.1');
    await dialog.getByLabel('Market figures as of').fill('2025-11-02');
    await dialog.getByLabel('Source of the market figures').fill('A list of coins');
    await dialog.getByLabel('All-time high (USD)').fill('123456.5');
    await dialog.getByLabel('Date of the all-time high').fill('2021-04-01');
    await dialog.getByLabel('Price records as of').fill('2025-11-03');
    await dialog.getByLabel('Source of the price records').fill('A list of prices');
    await dialog.getByLabel('Introduction').fill(INTRO);
    await dialog.getByLabel('Reason').fill('Read from the project’s documents');
    await expect(dialog.getByRole('table', { name: 'What changes' })).toContainText('700000000.5');
    expect(await seriousFindings(desk, { within: '[role=dialog]' })).toEqual([]);
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await expect(
      desk.getByText('Approval requested. A second person must approve or reject it.').first(),
    ).toBeVisible();
    await approve('Coin profile');
  });

  await test.step('a new icon is seen by the approver before it is approved', async () => {
    await desk.goto('/console/coins');
    await desk.getByRole('button', { name: `Edit the description of ${COIN}` }).click();
    const icon = await desk.screenshot({ clip: { x: 0, y: 0, width: 128, height: 128 } });
    await dialog.locator('input[type=file]').setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: icon });
    await dialog.getByLabel('Reason').fill('The project has a new mark');
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await expect(
      desk.getByText('Approval requested. A second person must approve or reject it.').first(),
    ).toBeVisible();
    await other.goto('/console/approvals');
    const asked = other
      .getByRole('article')
      .filter({ hasText: `coin ${COIN}` })
      .filter({ hasText: 'Description' });
    const shown = asked.getByRole('img', { name: 'Icon' }).last();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const url = await shown.getAttribute('src');
    expect((await page.request.get(url ?? '')).status()).toBe(401);
    expect((await page.request.get((url ?? '').replace('/console', ''))).status()).toBe(404);
    await approve('Coin description');
  });

  await test.step('a visitor sees the profile and the icon; facts that have not been entered are N/A', async () => {
    await page.goto(`/price/${COIN}`);
    const about = page.getByRole('region', { name: 'About Polygon' });
    await expect(about).toContainText(INTRO);
    await expect(about.getByText('Oct 15, 2020')).toBeVisible();
    await expect(about).toContainText('700,000,000.5 POL Block explorer, Nov 1, 2025');
    await expect(about).toContainText('Ranking31 A list of coins, Nov 2, 2025');
    await expect(about).toContainText('Market dominance0.1% A list of coins, Nov 2, 2025');
    await expect(about).toContainText('Total supplyN/A');
    await expect(about).toContainText('123,456.5 USD Apr 1, 2021 · A list of prices, Nov 3, 2025');
    await expect(about).toContainText(/All-time low[\d.]+ USDT [A-Z].* · on this exchange/);
    await expect(about).toContainText(/Market cap[\d.]+[MB] USDT/);
    await page.goto('/markets/prices');
    await expect(page.locator('img[src^="/api/v3/coin-icon"]').first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Polygon' })).toContainText(/\$[\d.]+[MB].*\$[\d.]+[MB]/);
    await expect(page.getByRole('columnheader', { name: 'Market cap' })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
  });
  await Promise.all([desk.context().close(), other.context().close()]);
});
