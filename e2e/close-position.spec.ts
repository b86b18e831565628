import type { Browser, Page } from '@playwright/test';
import { deposit, newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { approveShown, newStaff, type StaffPerson, signInStaff } from './staff.ts';

const NAME = 'BTC-USDT-PERP';

async function deskOf(browser: Browser, person: StaffPerson): Promise<Page> {
  const baseURL = process.env.VITRINE_BASE_URL ?? '';
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  await signInStaff(context, person);
  return context.newPage();
}

async function post(page: Page, path: string, data: object) {
  const answer = await page.request.post(path, { data, headers: { origin: process.env.VITRINE_BASE_URL ?? '' } });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return answer.json();
}

test('two operators close the position of a client who may not trade, and the client is notified', {
  tag: '@desk',
}, async ({ page, browser, request }) => {
  test.setTimeout(240_000);
  const person = await openAccount(page.request, newPerson());
  await deposit(page.request, person, 'USDT', '2000');
  await signIn(page, person);
  const { client } = await (await page.request.get('/api/v3/session')).json();
  const uid = String(client.user.user_unique_id);
  const unlock = { transaction_password: person.transactionPassword, remember: true };
  const transfer = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '2000' };
  await post(page, '/api/v3/futures/transfer', { ...transfer, ...unlock });
  await post(page, '/api/v3/futures/accept-risks', {});
  const order = { name: NAME, side: 'long', effect: 'open', trade_type: 'market', number_of_order: '0.01' };
  await post(page, '/api/v3/futures/orders', order);
  const [officer, second] = await newStaff(request, 'administrator', ['compliance'], ['compliance']);
  if (officer === undefined || second === undefined) throw new Error('no staff member was created');
  const desk = await deskOf(browser, officer);
  const other = await deskOf(browser, second);
  const positions = desk.getByRole('region', { name: 'Futures positions' });

  await test.step('the position of a client who can trade is shown, but cannot be closed', async () => {
    await desk.goto(`/console/clients/${uid}`);
    await expect(positions.getByRole('row').filter({ hasText: NAME })).toContainText('Long');
    await expect(positions.getByRole('button', { name: 'Close position' })).toHaveCount(0);
  });

  await test.step('once the client is restricted, an operator requests the closing', async () => {
    await desk.getByRole('button', { name: 'Restrict', exact: false }).first().click();
    const restrict = desk.getByRole('dialog');
    await restrict.getByLabel('Reason').selectOption({ label: 'Source of funds under review' });
    await restrict.getByLabel('Rule').fill('Section 4 of the terms');
    await restrict.getByRole('button', { name: /Restrict|Disable/ }).click();
    await positions.getByRole('button', { name: 'Close position' }).click();
    const dialog = desk.getByRole('dialog', { name: `Close a position in ${NAME}` });
    await dialog.getByLabel('Maximum slippage (%)').fill('9');
    await dialog.getByRole('button', { name: 'Request to close the position' }).click();
    await expect(dialog.getByText('Enter a slippage from 0.01% to 5%').first()).toBeVisible();
    await dialog.getByLabel('Maximum slippage (%)').fill('3');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('By court order');
    await dialog.getByRole('button', { name: 'Request to close the position' }).click();
    await expect(desk.getByText('Approval requested.').first()).toBeVisible();
  });

  await test.step('a second person sees the worst price of now, approves, and reads what was closed; the client is notified', async () => {
    await other.goto('/console/approvals');
    const asked = other.getByRole('article').filter({ hasText: `client ${uid}` });
    await expect(asked).toContainText('Maximum distance from the mark price (%)');
    const now = asked.getByRole('region', { name: 'Now' });
    await expect(now).toContainText('Mark price');
    await expect(now).toContainText('Worst closing price');
    await expect(now).toContainText(/Size of the client’s position\s*0\.01/);
    await approveShown(other, asked);
    await expect(other.getByText(/Closed: 0\.01\d*, average price [\d.,]+\. Still open: 0/).first()).toBeVisible();
    await other.getByText('Decided', { exact: true }).click();
    const decided = other.getByRole('article').filter({ hasText: `client ${uid}` });
    await expect(decided).toContainText(/Closed\s*0\.01/);
    await expect(decided).toContainText(/Still open after that\s*0/);
    await desk.reload();
    await expect(positions).toContainText('No open positions');
    await page.goto('/account/notifications');
    await expect(page.getByText(`We closed a position in ${NAME}`)).toBeVisible();
    await expect(page.getByText(/Closed: 0\.01000 BTC, average price/)).toBeVisible();
  });
  await Promise.all([desk.context().close(), other.context().close()]);
});
