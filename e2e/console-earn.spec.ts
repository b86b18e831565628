import type { Browser, Page, TestInfo } from '@playwright/test';
import { contrastFindings, seriousFindings } from './accessibility.ts';
import { deposit, newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { approveShown, newStaff, type StaffPerson, signInStaff } from './staff.ts';

test.setTimeout(300_000);

/** The treasury of the sandbox holds USDC. No other test uses its product. */
const COIN = 'USDC';

/** Opens a window with a member of staff signed in. */
async function openDesk(browser: Browser, person: StaffPerson | undefined): Promise<Page> {
  if (person === undefined) throw new Error('no staff member was created');
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signInStaff(context, person);
  return context.newPage();
}

const region = (desk: Page, name: string) => desk.getByRole('region', { name, exact: true });
const productRow = (desk: Page) => region(desk, 'Products').getByRole('row').filter({ hasText: COIN }).last();

/** Gives the reason in the open dialog, and sends the request to a second person. */
async function request(desk: Page, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const dialog = desk.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByLabel('Reason').fill('For the next quarter');
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  await expect(dialog).toBeHidden();
}

/** The second person reads the newest request of this kind, and approves it. */
async function approveNewest(desk: Page, kind: string, shown: readonly string[]): Promise<void> {
  await desk.goto('/console/approvals');
  const article = desk.getByRole('article', { name: new RegExp(`^${kind} [0-9]+$`) }).first();
  for (const text of shown) await expect(article).toContainText(text);
  await approveShown(desk, article);
}

async function pictures(desk: Page, info: TestInfo, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await desk.evaluate((one) => document.documentElement.setAttribute('data-mantine-color-scheme', one), theme);
    await desk.screenshot({ path: info.outputPath(`${name}-${theme}.png`), fullPage: true });
  }
}

test(
  'two operators end a product, publish and fund another one; a client subscribes until one of them pauses it',
  {
    tag: '@desk',
  },
  async ({ page, browser, request: calls }, info) => {
    const [one, other] = await newStaff(calls, 'administrator', ['treasury'], ['treasury']);
    const desk = await openDesk(browser, one);
    const second = await openDesk(browser, other);

    await test.step('the sandbox’s product is ended by two persons', async () => {
      await desk.goto('/console/earn');
      await desk.getByRole('button', { name: `End: ${COIN}` }).click();
      await request(desk);
      await desk.goto('/console/approvals');
      await expect(desk.getByText('You cannot approve your own request.').first()).toBeVisible();
      await approveNewest(second, 'End of an Earn product', ['Ended for good', 'Yes']);
      await desk.goto('/console/earn');
      await expect(productRow(desk)).toContainText('Ended');
    });

    await test.step('another one is requested, with what is missing named first', async () => {
      await desk.getByRole('button', { name: 'New product' }).click();
      const dialog = desk.getByRole('dialog', { name: 'New product' });
      await dialog.getByLabel('Coin', { exact: true }).fill(COIN);
      await expect(dialog.getByRole('button', { name: 'Check this value: APR (%)' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Add duration' }).click();
      expect(await seriousFindings(desk)).toEqual([]);
      await pictures(desk, info, 'new-product');
      await request(desk, {
        'APR 1 (%)': '3.5',
        'Duration 2 (days, 0: flexible)': '30',
        'APR 2 (%)': '7.25',
        'Minimum of a subscription': '10',
        'Maximum per client': '5000',
        'Quota of all clients': '100000',
      });
      await expect(productRow(desk)).toContainText('Ended');
    });

    await test.step('the second person sees its terms in words, and publishes it', async () => {
      await approveNewest(second, 'Earn product', [
        'APR, flexible (%)3.5',
        'APR, 30 days (%)7.25',
        'Promotional budget (treasury)',
        'Reserve of the pool (days of flexible interest)30',
      ]);
      await desk.reload();
      await expect(productRow(desk)).toContainText('flexible 3.5%, 30 days 7.25%');
      await expect(productRow(desk)).toContainText('Pool is short');
    });

    await test.step('its pool is funded from the treasury, which has to hold the money', async () => {
      const add = region(desk, 'Pools').getByRole('button', { name: new RegExp(`^Add funds: ${COIN} to #`) });
      await add.last().click();
      await desk.getByRole('dialog').getByLabel(`Amount, ${COIN}`).fill('900000000');
      await desk.getByRole('dialog').getByLabel('Reason').fill('More than there is');
      await desk.getByRole('dialog').getByRole('button', { name: 'Request approval' }).click();
      await expect(desk.getByRole('dialog').getByRole('alert')).toHaveText(
        'The account of the exchange that this money comes from does not hold this amount',
      );
      await request(desk, { [`Amount, ${COIN}`]: '5000' });
      await approveNewest(second, 'Funds for an Earn pool', ['5000.000000', 'Treasury']);
      await desk.reload();
      await expect(region(desk, 'Deposits and withdrawals').getByRole('row').nth(1)).toContainText(`5,000 ${COIN}`);
      await expect(productRow(desk)).toContainText('Open');
    });

    await test.step('a client sees it, and subscribes', async () => {
      const person = await openAccount(page.request, newPerson());
      await deposit(page.request, person, COIN, '1000');
      await signIn(page, person);
      await page.goto('/wallet/simple_earn');
      await page.getByRole('button', { name: `Subscribe ${COIN}` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: /^Flexible/ }).check();
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('400');
      await dialog.getByRole('button', { name: `Subscribe 400 ${COIN}` }).click();
      await expect(dialog.getByText('Investment successful')).toBeVisible();
      await desk.reload();
      await expect(productRow(desk)).toContainText('400 / 100,000');
    });

    await test.step('one person pauses it at once: the next subscription is refused', async () => {
      const { earn } = await (await page.request.get('/api/v3/earn/view')).json();
      const { id, version } = earn.find(({ name }: { name: string }) => name === COIN);
      await desk.getByRole('button', { name: `Pause: ${COIN}` }).click();
      const dialog = desk.getByRole('dialog', { name: `Pause: ${COIN}` });
      await dialog.getByLabel('Reason').fill('The rate is wrong');
      await dialog.getByRole('button', { name: 'Pause' }).click();
      await expect(productRow(desk)).toContainText('Paused');
      const data = { earn_id: id, version, amount: '100', status: 'FLEXI_LOCK' };
      const answer = await page.request.post('/api/v2/earn/store', {
        data,
        headers: { origin: process.env.VITRINE_BASE_URL ?? '' },
      });
      expect(await answer.json()).toMatchObject({ code: 'product_closed' });
      await expect(desk.getByRole('button', { name: `Resume: ${COIN}` })).toBeVisible();
    });

    await test.step('a miner is requested, and the second person reads what its output is worth', async () => {
      await desk.getByRole('button', { name: 'New miner' }).click();
      await request(desk, {
        Coin: 'TRX',
        Price: '30',
        'Output per day': '1',
        'Units for rent': '10',
        'Units per client': '2',
      });
      await second.goto('/console/approvals');
      const article = second.getByRole('article', { name: /^Miner [0-9]+$/ }).first();
      for (const text of ['Price30.000000 USDT', 'Output of the whole term90.000000', 'Value of the whole output'])
        await expect(article).toContainText(text);
      await expect(article).toContainText('Rented while the output is worth at most (% of the price)115');
      await pictures(second, info, 'approvals');
      await article.getByRole('button', { name: 'Reject' }).click();
      await second.getByRole('dialog').getByLabel('Reason').fill('Too cheap');
      await second.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
      await expect(article).toBeHidden();
    });

    await test.step('what is free goes back, what is reserved stays', async () => {
      const giveBack = region(desk, 'Pools').getByRole('button', { name: new RegExp(`^Return funds: ${COIN} of #`) });
      await giveBack.last().click();
      await request(desk, { [`Amount, ${COIN}`]: '1000' });
      await approveNewest(second, 'Return of funds of an Earn pool', ['1000.000000', 'Treasury']);
      await desk.reload();
      await expect(region(desk, 'Deposits and withdrawals').getByRole('row').nth(1)).toContainText(
        'Back from the pool',
      );
      expect(await seriousFindings(desk)).toEqual([]);
      expect(await contrastFindings(desk, 'dark')).toEqual([]);
      await pictures(desk, info, 'earn');
    });
  },
);
