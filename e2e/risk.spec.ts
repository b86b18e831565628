import type { Browser, Locator, Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { approveShown, newStaff, type StaffPerson, signInStaff } from './staff.ts';

test.setTimeout(240_000);

type Risk = Calls['GET /api/v3/console/futures/risk']['response'];

async function deskOf(browser: Browser, person: StaffPerson): Promise<Page> {
  const baseURL = process.env.VITRINE_BASE_URL ?? '';
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  await signInStaff(context, person);
  return context.newPage();
}

/** The button of a client's order form in the market of this coin. */
async function orderButtonOf(browser: Browser, coin: string): Promise<Locator> {
  const context = await browser.newContext({ baseURL: process.env.VITRINE_BASE_URL ?? '' });
  const page = await context.newPage();
  await signIn(page, await openAccount(page.request));
  await page.goto(`/trades/futures/${coin}`);
  const leverages = page.getByRole('group', { name: 'Isolated' });
  return page.locator('form').filter({ has: leverages }).locator('button[type=submit]');
}

test('operators watch the perpetual markets, one stops a market, and two open it again', { tag: '@desk' }, async ({
  browser,
  request,
}) => {
  const [lister, second] = await newStaff(request, 'administrator', ['listing'], ['listing']);
  if (lister === undefined || second === undefined) throw new Error('no staff member was created');
  const desk = await deskOf(browser, lister);
  await desk.goto('/console/risk');
  const answer = await desk.request.get('/api/v3/console/futures/risk');
  const { markets } = (await answer.json()) as Risk;
  // A market in which no other test trades.
  const name = 'LINK-USDT-PERP';
  const [first] = markets;
  if (first === undefined) throw new Error('there is no perpetual market');

  await test.step('each market has its open interest, concentration, index and funding', async () => {
    const contracts = desk.getByRole('table', { name: 'Contracts' });
    await expect(contracts.getByRole('row').filter({ hasText: name })).toBeVisible();
    const row = contracts.getByRole('row').filter({ hasText: first.name });
    await expect(row).toContainText('Open');
    await expect(row).toContainText('%');
    const sources = desk.getByRole('table', { name: 'Index sources' });
    await expect(sources.getByRole('columnheader', { name: 'simulated market' })).toBeVisible();
    await expect(sources.getByRole('row').filter({ hasText: first.base })).toContainText(/\d s ago/);
    await expect(
      desk.getByRole('table', { name: 'Funding' }).getByRole('row').filter({ hasText: 'LINK' }),
    ).toContainText(/[+−][\d.]+%/);
    await expect(desk.getByRole('region', { name: 'Insurance fund' })).toContainText('= equity');
    await expect(desk.getByRole('region', { name: 'Maintenance tiers' })).toContainText('0.4%');
  });

  await test.step('the chosen market lists positions with their owners, and who is deleveraged next', async () => {
    await desk.getByRole('link', { name: `Show ${name}` }).click();
    await expect(desk).toHaveURL(new RegExp(`market=${name}`));
    await expect(desk.getByRole('region', { name, exact: true })).toContainText('leverage');
    const queue = desk.getByRole('table', { name: 'Deleveraging queue' });
    await expect(queue).toContainText('#1');
    await expect(queue).toContainText(/House market maker|Exchange account \d+|UID \d+/);
    await expect(desk.getByRole('table', { name: 'Largest positions' })).toContainText('%');
  });

  const market = desk.getByRole('region', { name, exact: true });
  const orderButton = await orderButtonOf(browser, 'LINK');
  await expect(orderButton).toHaveText('BUY MORE LINK');
  await test.step('a single operator stops the market, effective immediately', async () => {
    await market.getByRole('button', { name: 'Halt' }).click();
    const dialog = desk.getByRole('dialog');
    await expect(dialog).toContainText('without a second person');
    await dialog.getByLabel('Reason').fill('The index is in doubt');
    await dialog.getByRole('button', { name: `Halt ${name} now` }).click();
    await expect(market).toContainText('Halted');
    await expect(orderButton).toHaveText('Trading is halted');
  });

  await test.step('two operators open it again with the approval that all markets need', async () => {
    await market.getByRole('button', { name: 'Open' }).click();
    const dialog = desk.getByRole('dialog');
    await expect(dialog).toContainText('the mark price');
    await dialog.getByLabel('Reason').fill('The index is confirmed');
    await dialog.getByRole('button', { name: `Request to open ${name}` }).click();
    await expect(
      desk.getByText('Approval requested. A second person must approve or reject it.').first(),
    ).toBeVisible();
    const other = await deskOf(browser, second);
    await other.goto('/console/risk');
    await other.getByRole('link', { name: 'Pending approvals' }).first().click();
    const asked = other.getByRole('article').filter({ hasText: name }).filter({ hasText: 'Market opening' });
    await approveShown(other, asked);
    await other.context().close();
    await expect(market.getByText('Open', { exact: true }).first()).toBeVisible();
    await expect(market.getByRole('button', { name: 'Open', exact: true })).toHaveCount(0);
    await expect(orderButton).toHaveText('BUY MORE LINK');
  });
  await orderButton.page().context().close();
  await desk.context().close();
});
