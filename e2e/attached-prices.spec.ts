import type { Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { contrastFindings, seriousFindings } from './accessibility.ts';
import { deposit, openAccount, type Person, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

test.setTimeout(240_000);

type OpenFutures = Calls['GET /api/v3/futures/open-orders']['response'];
type FuturesOrder = OpenFutures['orders'][number];

const futuresOrders = async (page: Page): Promise<readonly FuturesOrder[]> =>
  ((await (await page.request.get('/api/v3/futures/open-orders')).json()) as OpenFutures).orders;

/** Signs in a client with USDT in the spot wallet and in the futures wallet. */
async function trader(page: Page): Promise<Person> {
  const person = await openAccount(page.request);
  await deposit(page.request, person, 'USDT', '20000');
  await signIn(page, person);
  const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '10000' };
  const answer = await page.request.post('/api/v3/futures/transfer', {
    data: { ...form, transaction_password: person.transactionPassword },
    headers: { origin: process.env.VITRINE_BASE_URL ?? '' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return person;
}

test('a futures order opens a position with its take-profit and stop-loss; a trigger order waits', async ({ page }, {
  project,
}) => {
  const phone = project.name === 'phone';
  const person = await trader(page);
  await page.goto('/trades/futures/BTC');
  const form = phone ? page.getByRole('dialog', { name: 'Order form' }) : page.locator('[data-panel="ticket"]');
  if (phone) await page.getByRole('button', { name: 'BUY MORE', exact: true }).click();
  const ticker = async () => {
    const answer = await page.request.get('/api/v3/futures/tickers');
    const { tickers } = (await answer.json()) as Calls['GET /api/v3/futures/tickers']['response'];
    return tickers.find(({ name }) => name === 'BTC-USDT-PERP');
  };
  const last = async () => Number((await ticker())?.last_price);
  const mark = async () => Number((await ticker())?.mark_price);

  await test.step('the prices are checked and explained before the order is sent', async () => {
    await form.getByRole('button', { name: 'Market', exact: true }).click();
    await form.getByRole('button', { name: 'COIN' }).click();
    await form.getByRole('textbox', { name: 'Amount' }).fill('0.01');
    await form.getByRole('button', { name: 'TP/SL' }).click();
    await form.getByRole('textbox', { name: 'Take-profit' }).fill(String(Math.round((await last()) * 0.9)));
    await expect(form.getByRole('alert')).toHaveText(
      'The take-profit must be above the entry price for a buy order, and below it for a sell order',
    );
    const distances = (label: string) => form.getByRole('group', { name: `${label}: distance from the entry price` });
    await distances('Take-profit').getByRole('button', { name: '5%', exact: true }).click();
    await distances('Stop-loss').getByRole('button', { name: '2%', exact: true }).click();
    await expect(form.getByText(/^\+[45]\.\d\d% · \+[\d.]+$/)).toBeVisible();
    await expect(form.getByText(/^−[12]\.\d\d% · −[\d.]+$/)).toBeVisible();
    await expect(form.getByRole('alert')).toHaveCount(0);
    const within = phone ? '[role="dialog"]' : '[data-panel="ticket"]';
    expect(await seriousFindings(page, { within })).toEqual([]);
    expect(await contrastFindings(page, 'dark', within)).toEqual([]);
  });

  await test.step('the position and both orders that protect it are opened together', async () => {
    await form.getByRole('button', { name: 'BUY MORE 0.01 BTC at market' }).click();
    const notice = page.getByRole('dialog', { name: 'Futures risks' });
    await notice.getByRole('checkbox').check();
    await notice.getByRole('button', { name: 'Accept and continue' }).click();
    const dialog = page.getByRole('dialog', { name: 'BUY MORE BTC' });
    await expect(dialog.getByText('Take-profit')).toBeVisible();
    await expect(dialog.getByText('Stop-loss')).toBeVisible();
    const password = dialog.getByRole('textbox', { name: 'Transaction password' });
    if (await password.isVisible()) {
      await password.fill(person.transactionPassword);
      await dialog.getByRole('checkbox').check();
    }
    await dialog.getByRole('button', { name: /^BUY MORE 0.01 BTC at market$/ }).click();
    await expect(page.getByText(/^Opened long 0.01 BTC at /)).toBeVisible();
    await expect
      .poll(async () => (await futuresOrders(page)).map(({ type }) => type))
      .toEqual(['STOP_MARKET', 'TAKE_PROFIT_MARKET']);
    for (const order of await futuresOrders(page)) expect(order).toMatchObject({ effect: 'close', open: '0.01000' });
  });

  const trigger = String(Math.round((await mark()) * 1.05));
  await test.step('a trigger order waits among the open orders, with its own attached prices', async () => {
    if (phone) await page.getByRole('button', { name: 'BUY MORE', exact: true }).click();
    await form.getByRole('button', { name: 'Trigger', exact: true }).click();
    await form.getByRole('textbox', { name: 'Trigger price (mark)' }).fill(trigger);
    await expect(form.getByText(/^Triggered by the mark price, now [\d,.]+$/)).toBeVisible();
    await form.getByRole('textbox', { name: 'Amount' }).fill('0.01');
    await form.getByRole('textbox', { name: 'Stop-loss' }).fill(String(Number(trigger) - 1000));
    await form.getByRole('button', { name: /^BUY MORE 0.01 BTC, trigger / }).click();
    await expect(page.getByText(/0.01 BTC, trigger .*(waiting|waits|trigger)/i).first()).toBeVisible();
    await expect
      .poll(async () => (await futuresOrders(page))[0])
      .toMatchObject({
        type: 'STOP_MARKET',
        effect: 'open',
        trigger_price: `${trigger}.0`,
        stop_loss_price: `${Number(trigger) - 1000}.0`,
      });
    if (phone) await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: /^Open orders/ }).click();
    const orders = page.getByRole('tabpanel', { name: /^Open orders/ });
    await expect(orders.getByText(Number(trigger).toLocaleString('en-US')).first()).toBeVisible();
  });
});

test('the coins that a spot order buys are put on hold for its take-profit and stop-loss', async ({ page }, {
  project,
}) => {
  const phone = project.name === 'phone';
  const coin = phone ? 'UNI' : 'NEAR';
  const person = await trader(page);
  await page.goto(`/trades/spot/${coin}`);
  if (phone) await page.getByRole('button', { name: 'Buy', exact: true }).click();
  await page.getByRole('button', { name: 'Market', exact: true }).click();
  await page.getByRole('textbox', { name: 'Total' }).fill('500');
  await page.getByRole('button', { name: 'TP/SL' }).click();
  const distances = (label: string) => page.getByRole('group', { name: `${label}: distance from the entry price` });
  await distances('Take-profit').getByRole('button', { name: '5%', exact: true }).click();
  await distances('Stop-loss').getByRole('button', { name: '5%', exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^Buy ${coin} for 500`) }).click();
  const dialog = page.getByRole('dialog', { name: `Buy ${coin}` });
  await expect(dialog.getByText('Stop-loss')).toBeVisible();
  const password = dialog.getByRole('textbox', { name: 'Transaction password' });
  if (await password.isVisible()) await password.fill(person.transactionPassword);
  await dialog.getByRole('button', { name: /^Buy / }).click();
  await expect(page.getByText(new RegExp(`^Bought [\\d,.]+ ${coin} at `))).toBeVisible();
  const open = async () =>
    ((await (await page.request.get('/api/v3/trades/open-orders')).json()) as { orders: { type: string }[] }).orders;
  await expect.poll(async () => (await open()).map(({ type }) => type)).toEqual(['STOP_MARKET', 'TAKE_PROFIT_MARKET']);
});
