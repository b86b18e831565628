import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { seriousFindings } from './accessibility.ts';
import { passDays, test } from './clock-server.ts';
import { someoneWithUsdt } from './exchange.ts';
import { expect } from './fixtures.ts';
import { openFilters } from './histories.ts';

test.setTimeout(240_000);

async function spotUsdt(page: Page): Promise<string> {
  return (await (await page.request.get('/api/v3/wallet-balance?name=USDT')).json()).wallet.available;
}

const dialog = (page: Page) => page.getByRole('dialog');

test('a flexible subscription earns interest for three days and is redeemed', async ({ page }) => {
  for (const path of ['/wallet/simple_earn', '/wallet/analysis']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/signin/);
  }
  await someoneWithUsdt(page);

  await test.step('the form shows each of the four amount errors', async () => {
    await page.goto('/wallet?tab=earn');
    await page.getByRole('link', { name: 'Subscribe Now' }).click();
    await expect(page).toHaveURL(/\/wallet\/simple_earn$/);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Subscribe USDT' }).click();
    const amount = dialog(page).getByRole('textbox', { name: 'Amount' });
    await expect(dialog(page).getByRole('radio', { name: /^5 days/ })).toBeChecked();
    await amount.focus();
    await page.keyboard.press('Tab');
    await expect(dialog(page).getByText('Amount is required')).toBeVisible();
    await amount.fill('9');
    await expect(dialog(page).getByText('Amount must be greater than or equal minimum')).toBeVisible();
    await amount.fill('50001');
    await expect(dialog(page).getByText('Amount must be less than maximum')).toBeVisible();
    await amount.fill('5001');
    await expect(dialog(page).getByText('Amount must be less than or equal balance')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('4,000 USDT are subscribed, and the home page shows it', async () => {
    await dialog(page)
      .getByRole('radio', { name: /^Flexible/ })
      .check();
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('4000');
    await expect(dialog(page).getByText('+0.328767 USDT')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Subscribe 4,000 USDT' }).click();
    await expect(dialog(page).getByText('Investment successful')).toBeVisible();
    await expect(page).toHaveURL(/\/home$/);
    expect(await spotUsdt(page)).toBe('1000.000000');
  });

  await test.step('three days later, the interest is in the spot wallet', async () => {
    for (let day = 0; day < 4; day += 1) await passDays(page, 1);
    await expect.poll(() => spotUsdt(page), { timeout: 20_000 }).toBe('1000.986301');
    await page.goto('/wallet/earn');
    const row = page.getByRole('table', { name: 'Your subscriptions' }).getByRole('row', { name: /USDT/ });
    await expect(row.or(page.getByText('+0.986301')).first()).toContainText('0.986301');
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('the head says what was earned, what accrues, and what 30 days bring; the calendar what is due', async () => {
    const head = page.getByRole('region', { name: 'What Earn brings' });
    await expect(head.getByText('+0.9863')).toBeVisible();
    await expect(head.getByText('0.9863 paid to Spot, 0.0000 accrued')).toBeVisible();
    await expect(head.getByText('0.328767 USDT')).toBeVisible();
    await expect(head.getByText('Projection')).toBeVisible();
    await expect(head.getByText('+9.8630')).toBeVisible();
    const days = page.getByRole('list', { name: 'The next 30 days' }).getByRole('listitem');
    // A phone shows the first week, and later days only if something ends on them.
    const shown = (page.viewportSize()?.width ?? 0) < 768 ? 7 : 30;
    await expect(days).toHaveCount(shown);
    await expect(days.filter({ hasText: '+0.3287 USDT' })).toHaveCount(shown - 1);
  });

  await test.step('the analysis shows what Earn holds and what it has paid, day by day', async () => {
    await page.getByRole('link', { name: 'Analysis', exact: true }).click();
    await expect(page).toHaveURL(/\/wallet\/analysis$/);
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByText('In Earn now')).toBeVisible();
    await expect(panel.getByText('4,000.00').first()).toBeVisible();
    await expect(panel.getByRole('img', { name: /of 7 days, now 4,000\.00 USDT$/ })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Rewards' }).click();
    await page.getByText('30D', { exact: true }).click();
    await expect(panel.getByRole('img', { name: /of 30 days, 0\.986301 USDT in total$/ })).toBeVisible();
    await expect(panel.getByText('+0.986301')).toBeVisible();
    await expect(panel.getByText('0.328767').first()).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto('/wallet/earn');
  });

  await test.step('the stake is redeemed in full', async () => {
    await page.getByRole('button', { name: 'Redeem USDT' }).click();
    await dialog(page).getByRole('button', { name: 'Redeem 4,000 USDT' }).click();
    await expect(page.getByText('4,000 USDT redeemed')).toBeVisible();
    await expect(page.getByText(/^Redeemed/).first()).toBeVisible();
    expect(await spotUsdt(page)).toBe('5000.986301');
  });

  await test.step('every movement is listed, and can be filtered and exported', async () => {
    await page.getByRole('link', { name: 'All transactions' }).click();
    await expect(page).toHaveURL(/\/history\?tab=earn$/);
    const list = page.getByRole('tabpanel');
    await expect(list.getByText('Withdrawal, Flexible')).toHaveCount(1);
    await expect(list.getByText(/^[-−]4,000/).first()).toBeVisible();
    await expect(list.getByText('Subscription, Flexible')).toHaveCount(1);
    await expect(list.getByText('Interest, Flexible')).toHaveCount(3);
    expect(await seriousFindings(page)).toEqual([]);
    await openFilters(page);
    await page.getByLabel('Type', { exact: true }).selectOption('Interest');
    await expect(list.getByText('Subscription, Flexible')).toHaveCount(0);
    await expect(list.getByText('Interest, Flexible')).toHaveCount(3);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 3);
    expect(lines[1]).toContain(',USDT,Interest,Flexible,');
    await page.getByLabel('Product', { exact: true }).selectOption('Miner');
    await expect(page.getByText('No transactions match these filters.')).toBeVisible();
  });
});

test('a locked subscription shows its cost, is unlocked early, and pays the rest after the notice', async ({
  page,
}) => {
  await someoneWithUsdt(page);
  await page.goto('/wallet/simple_earn');
  await page.getByRole('button', { name: 'Subscribe USDT' }).click();
  await dialog(page)
    .getByRole('radio', { name: /^60 days/ })
    .check();
  await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('1000');
  await expect(dialog(page).getByText('+15.499068 USDT')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Accept the terms' })).toBeDisabled();
  await dialog(page)
    .getByRole('checkbox', { name: /I lose all interest and wait 7 days for 700 USDT/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Subscribe 1,000 USDT' }).click();
  await expect(dialog(page).getByText('Investment successful')).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);

  await passDays(page, 3);
  await page.goto('/wallet/earn');
  await expect(page.getByText('Nothing is due within 30 days')).toBeVisible();
  await page.getByRole('button', { name: 'Unlock USDT' }).click();
  await expect(dialog(page).getByText('Initial payment: 30% × 1,000 USDT × 1 = 300 USDT')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Unlock 1,000 USDT' })).toBeDisabled();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog(page)
    .getByRole('checkbox', { name: /^I give up 15\.499068 USDT of interest/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Unlock 1,000 USDT' }).click();
  await expect(page.getByText('300 USDT is in your spot wallet')).toBeVisible();
  await expect(page.getByText('Unlocked, remainder pending')).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'USDT notice ends' }).filter({ hasText: '700' }),
  ).toBeVisible();
  expect(await spotUsdt(page)).toBe('4300.000000');

  await passDays(page, 8);
  await expect.poll(() => spotUsdt(page), { timeout: 20_000 }).toBe('5000.000000');
  await page.reload();
  await expect(page.getByText('Unlocked early').first()).toBeVisible();
});
