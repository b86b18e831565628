import type { Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { contrastFindings, seriousFindings } from './accessibility.ts';
import { units } from './amounts.ts';
import { openDesks } from './desks.ts';
import { newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

test.setTimeout(180_000);

type Spot = Calls['GET /api/v3/wallets/spot']['response'];

async function usdtOf(page: Page) {
  const { wallet } = (await (await page.request.get('/api/v3/wallets/spot')).json()) as Spot;
  const entry = wallet.find(({ name }) => name === 'USDT');
  return { available: entry?.available, frozen: entry?.freeze_value };
}

/** Buys 95.238095 USDT for 100 USD; returns the purchase's number. */
async function buy(page: Page): Promise<number> {
  await page.goto('/wallet/buy');
  await page.getByRole('textbox', { name: 'You pay' }).fill('100');
  await expect(page.getByRole('textbox', { name: 'You receive' })).toHaveValue('95.238095');
  await page.getByRole('button', { name: "I'm Ready to Pay" }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay with PayPal' });
  await dialog.getByRole('button', { name: 'Pay 100.00 USD with PayPal' }).click();
  await page.getByRole('button', { name: 'Pay 100.00 USD', exact: true }).click();
  await expect(page.getByText('95.238095 USDT is in your spot wallet.')).toBeVisible();
  return Number(new URL(page.url()).searchParams.get('purchase'));
}

const bothThemes = async (page: Page) => [...(await seriousFindings(page)), ...(await contrastFindings(page, 'dark'))];

/** Every ledger line of USDT, newest first, with its cause, its amount and the balance after it. */
async function ledgerLines(page: Page) {
  const file = await page.request.get('/api/v3/history.csv', { params: { tab: 'ledger', name: 'USDT' } });
  const lines = (await file.text()).trimEnd().split('\r\n').slice(1);
  return lines.map((line) => {
    const [, , wallet = '', cause = '', amount = '', after = ''] = line.split(',');
    return { wallet, cause, amount: units(amount), after: units(after) };
  });
}

test(
  'two operators reverse the share of a purchase that PayPal refunded, and the client sees why',
  { tag: '@desk' },
  async ({ page, browser }, info) => {
    const desks = await openDesks(browser, info);
    await signIn(page, await openAccount(page.request, newPerson()));
    const id = await buy(page);
    const takeBack = { name: `Reverse purchase ${id}` };

    await test.step('40 of 100 USD are refunded: nothing is deducted automatically', async () => {
      const answer = await page.request.post('/sandbox/refunds', {
        data: { purchase_id: id, amount: '40' },
        headers: { origin: process.env.VITRINE_BASE_URL ?? '' },
      });
      expect(answer.status(), await answer.text()).toBe(200);
      expect(await usdtOf(page)).toEqual({ available: '95.238095', frozen: '0.000000' });
    });

    await test.step('one operator finds the purchase among the amounts owed, and requests the reversal', async () => {
      const desk = desks.treasury;
      await desk.goto('/console/purchases');
      await desk.getByText(/^Owed \([1-9]\d*\)$/).click();
      const row = desk.getByRole('row').filter({ has: desk.getByRole('button', takeBack) });
      await expect(row).toContainText('38.095238 USDT owed');
      await expect(row).toContainText('95.238095 USDT in the client’s spot wallet now.');
      await row.getByRole('button', takeBack).click();
      const dialog = desk.getByRole('dialog', takeBack);
      await expect(dialog).toContainText(
        '40.00 of 100.00 USD was refunded: 38.095238 USDT is owed for this purchase. The spot wallet contains 95.238095 USDT.',
      );
      expect(await bothThemes(desk)).toEqual([]);
      await dialog.getByLabel('Reason').fill('PayPal gave the money back');
      await dialog.getByRole('button', { name: 'Request approval' }).click();
      await expect(dialog).toHaveCount(0);
      const asked = desk.getByRole('row').filter({ hasText: `No. ${id},` });
      await expect(asked).toContainText('Waiting for a second person’s approval.');
      await expect(asked.getByRole('button', takeBack)).toHaveCount(0);
      expect(await usdtOf(page)).toEqual({ available: '95.238095', frozen: '0.000000' });
    });

    await test.step('a second operator sees the details, and approves', async () => {
      const desk = desks.compliance;
      await desk.goto('/console/approvals');
      const article = desk
        .getByRole('article')
        .filter({ has: desk.getByRole('row', { name: `Purchase ${id}`, exact: true }) });
      await expect(article.getByRole('row', { name: 'Deduct at most (USDT) 38.095238' })).toBeVisible();
      await article.getByRole('button', { name: 'Approve' }).click();
      const dialog = desk.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Approve' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(article).toHaveCount(0);
      await expect.poll(() => usdtOf(page)).toEqual({ available: '57.142857', frozen: '0.000000' });
      await desks.treasury.goto(`/console/purchases?all=true&search=${id}`);
      const row = desks.treasury.getByRole('row').filter({ hasText: `No. ${id},` });
      await expect(row).toContainText('38.095238 USDT deducted, log position #');
      await expect(row.getByRole('button', takeBack)).toHaveCount(0);
    });

    await test.step('the client sees the reversal in the purchase’s details, and as a line in the ledger', async () => {
      await page.goto('/history?tab=purchase');
      const list = page.getByRole('tabpanel');
      await list.getByRole('button', { name: /^Details of USDT/ }).click();
      const details = page.getByRole('dialog', { name: 'Transaction details' });
      await expect(details).toContainText('the corresponding USDT was deducted');
      await expect(details.getByText('40.00 USD', { exact: true })).toBeVisible();
      await expect(details).toContainText(/38\.095238 USDT on .*, ledger entry #[\d,]+: the payment was refunded/);
      expect(await bothThemes(page)).toEqual([]);
      await expect.poll(() => ledgerLines(page)).toHaveLength(2);
      expect(await ledgerLines(page)).toEqual([
        { wallet: 'spot', cause: 'purchase_reversal', amount: -units('38.095238'), after: units('57.142857') },
        { wallet: 'spot', cause: 'purchase', amount: units('95.238095'), after: units('95.238095') },
      ]);
      await page.goto('/history?tab=ledger');
      const line = page.getByRole('tabpanel').getByRole('row').filter({ hasText: 'Purchase reversed' });
      await expect(line).toContainText('38.095238');
    });
    await desks.close();
  },
);
