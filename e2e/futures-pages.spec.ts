import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { contrastFindings, seriousFindings } from './accessibility.ts';
import { deposit, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

test.setTimeout(180_000);

type Tickers = Calls['GET /api/v3/futures/tickers']['response']['tickers'];

async function post(page: Page, path: string, data: object) {
  const answer = await page.request.post(path, { data, headers: { origin: process.env.VITRINE_BASE_URL ?? '' } });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return answer.json();
}

/** Signs in a client with 5,000 USDT in the futures wallet, and unlocks the session. */
async function trader(page: Page): Promise<void> {
  const person = await openAccount(page.request);
  await deposit(page.request, person, 'USDT', '5000');
  await signIn(page, person);
  const unlock = { transaction_password: person.transactionPassword, remember: true };
  const transfer = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '5000' };
  await post(page, '/api/v3/futures/transfer', { ...transfer, ...unlock });
}

const markOf = async (page: Page, coin: string): Promise<number> => {
  const { tickers } = (await (await page.request.get('/api/v3/futures/tickers')).json()) as { tickers: Tickers };
  return Number(tickers.find(({ name }) => name === `${coin}-USDT-PERP`)?.mark_price);
};

/** Places a limit order below the market price, where it rests in the book. */
async function restingOrder(page: Page, coin: string, number_of_order: string): Promise<void> {
  const order_per_unit = String(Math.round((await markOf(page, coin)) * 0.96));
  const order = { name: `${coin}-USDT-PERP`, side: 'long', effect: 'open', trade_type: 'limit' };
  await post(page, '/api/v3/futures/accept-risks', {});
  await post(page, '/api/v3/futures/orders', { ...order, number_of_order, order_per_unit });
}

const ordersOf = async (page: Page) => {
  const answer = await page.request.get('/api/v3/futures/open-orders');
  return ((await answer.json()) as Calls['GET /api/v3/futures/open-orders']['response']).orders;
};

test('open orders show their state, are exported, and are cancelled together after a confirmation', async ({ page }, {
  project,
}) => {
  await trader(page);
  await restingOrder(page, 'BTC', '0.01');
  await restingOrder(page, 'BTC', '0.02');
  await restingOrder(page, 'ETH', '0.3');
  await page.goto('/trades/futures/BTC');
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  const list = page.getByRole('tabpanel', { name: /^Open orders/ });
  await expect(list.locator('[data-side="long"]')).toHaveCount(3);
  await expect(list.getByText('Pending', { exact: true })).toHaveCount(3);
  // A phone has a card for each order instead of a table.
  await expect(list.getByRole('table')).toHaveCount(project.name === 'phone' ? 0 : 1);
  await expect(list.getByRole('button', { name: 'Cancel the order: BUY MORE BTCUSDT' })).toHaveCount(2);
  expect(await seriousFindings(page)).toEqual([]);
  expect(await contrastFindings(page, 'dark')).toEqual([]);

  await test.step('an order is changed below its row', async () => {
    const newest = list.getByRole('button', { name: 'Edit the order: BUY MORE BTCUSDT' }).first();
    await newest.click();
    const form = page.getByRole('form', { name: 'Edit order' });
    await form.getByRole('textbox', { name: 'Remaining' }).fill('0.015');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Order updated')).toBeVisible();
    await expect(form).toHaveCount(0);
    const sizes = (await ordersOf(page)).map(({ number_of_order }) => number_of_order);
    expect(sizes).toEqual(['0.3000', '0.01500', '0.01000']);
    await expect(list.getByText('0.015', { exact: false }).first()).toBeVisible();
  });

  await test.step('a change of an amount that is no longer the shown one is refused, and then based on the new one', async () => {
    await list.getByRole('button', { name: 'Edit the order: BUY MORE BTCUSDT' }).first().click();
    const form = page.getByRole('form', { name: 'Edit order' });
    const { id: order_id } = (await ordersOf(page)).find(({ number_of_order }) => number_of_order === '0.01500') ?? {};
    await post(page, '/api/v3/orders/amend', { order_id, number_of_order: '0.018' });
    await expect(list.getByText('0.018', { exact: false }).first()).toBeVisible();
    await form.getByRole('textbox', { name: 'Remaining' }).fill('0.016');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form.getByText('The open amount of this order has changed in the meantime.')).toBeVisible();
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form).toHaveCount(0);
    expect((await ordersOf(page)).map(({ number_of_order }) => number_of_order)).toEqual([
      '0.3000',
      '0.01600',
      '0.01000',
    ]);
  });

  await test.step('the list is exported', async () => {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export list as CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe('vitrine-futures-open-orders.csv');
    const [, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',').slice(1, 4))).toEqual([
      ['ETH-USDT-PERP BUY MORE', 'Open', 'Limit'],
      ['BTC-USDT-PERP BUY MORE', 'Open', 'Limit'],
      ['BTC-USDT-PERP BUY MORE', 'Open', 'Limit'],
    ]);
    expect(lines.every((line) => line.endsWith(',Pending'))).toBe(true);
  });

  const dialog = (name: string) => page.getByRole('dialog', { name });
  await test.step('the confirmation names count and market, and keeping the orders changes nothing', async () => {
    await page.getByRole('switch', { name: 'Hide other markets' }).click();
    await expect(list.locator('[data-side="long"]')).toHaveCount(2);
    await page.getByRole('button', { name: 'Cancel all 2' }).click();
    await expect(
      dialog('Cancel 2 orders?').getByText(/^This cancels all 2 open orders on BTCUSDT perpetual, /),
    ).toBeVisible();
    await dialog('Cancel 2 orders?').getByRole('button', { name: 'Keep orders' }).click();
    expect(await ordersOf(page)).toHaveLength(3);
  });

  await test.step('only the orders of this market are cancelled, and the released margin is stated', async () => {
    await page.getByRole('button', { name: 'Cancel all 2' }).click();
    await dialog('Cancel 2 orders?').getByRole('button', { name: 'Cancel 2 orders' }).click();
    await expect(page.getByText('Cancelled 2 orders')).toBeVisible();
    await expect(page.getByText(/^[\d,.]+ USDT released$/)).toBeVisible();
    expect((await ordersOf(page)).map(({ name }) => name)).toEqual(['ETH-USDT-PERP']);
  });

  await test.step('in all markets at once', async () => {
    await restingOrder(page, 'BTC', '0.01');
    await page.getByRole('switch', { name: 'Hide other markets' }).click();
    await page.getByRole('button', { name: 'Cancel all 2' }).click();
    await expect(
      dialog('Cancel 2 orders?').getByText(/^This cancels all 2 open orders across all perpetual markets/),
    ).toBeVisible();
    await dialog('Cancel 2 orders?').getByRole('button', { name: 'Cancel 2 orders' }).click();
    await expect(list.getByText('Your open orders, including take-profit and stop-loss orders')).toBeVisible();
    expect(await ordersOf(page)).toEqual([]);
    const { available } = await (await page.request.get('/api/v3/futures/ticket?name=BTC-USDT-PERP')).json();
    expect(available).toBe('5000.000000');
  });

  await test.step('the history shows them as cancelled', async () => {
    await page.getByRole('tab', { name: 'Order history' }).click();
    const history = page.getByRole('tabpanel', { name: 'Order history' });
    await expect(history.getByText('Cancelled: by you or the exchange')).toHaveCount(4);
  });
});

test('if the order form is removed from the layout, it opens in a dialog', { tag: '@desk' }, async ({ page }) => {
  await trader(page);
  await page.goto('/trades/futures/BTC');
  const panel = (id: string) => page.locator(`[data-panel="${id}"]`);
  const form = panel('ticket');

  await test.step('hotkeys choose side and kind, and enter the amount', async () => {
    await expect(form.getByRole('button', { name: 'Limit', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('m');
    await expect(form.getByRole('button', { name: 'Market', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(form.getByRole('textbox', { name: 'Amount' })).toBeFocused();
  });

  await test.step('the form is removed from the layout', async () => {
    await page.getByRole('button', { name: 'Layout' }).click();
    await page.getByRole('menuitem', { name: 'Customize layout…' }).click();
    const customize = page.getByRole('dialog', { name: 'Customize layout' });
    await customize.getByRole('checkbox', { name: 'Order form' }).uncheck();
    await customize.getByRole('checkbox', { name: 'Coin Watchlist' }).check();
    await customize.getByRole('checkbox', { name: 'Coin information' }).check();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
  });

  const dialog = page.getByRole('dialog', { name: 'Trade BTC', exact: true });
  await test.step('a click in the book opens it with the price of the level', async () => {
    await panel('book')
      .getByRole('listbox', { name: /^Asks:/ })
      .click();
    await expect(dialog.getByRole('button', { name: 'BUY MORE', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(dialog.getByRole('textbox', { name: 'Price' })).toHaveValue(/^\d/);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the key S opens it for SELL EMPTY, and the order opens a position', async () => {
    await page.keyboard.press('s');
    await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'SELL EMPTY', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await dialog.getByRole('button', { name: 'Market', exact: true }).click();
    await dialog.getByRole('button', { name: 'COIN' }).click();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.01');
    await dialog.getByRole('button', { name: 'SELL EMPTY 0.01 BTC at market' }).click();
    const notice = page.getByRole('dialog', { name: 'Futures risks' });
    await notice.getByRole('checkbox').check();
    await notice.getByRole('button', { name: 'Accept and continue' }).click();
    await expect(page.getByText(/^Opened short 0.01 BTC at [\d,.]+ · fee/)).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(panel('positions').getByText('SELL EMPTY x10')).toBeVisible();
    await expect(panel('positions').getByText('Close Position', { exact: true })).toBeVisible();
  });

  await test.step('the watchlist and the coin’s information are panels here too', async () => {
    await expect(panel('coin').getByRole('heading', { name: 'Bitcoin' })).toBeVisible();
    await expect(panel('watchlist').getByText('No favorites yet')).toBeVisible();
    await page.getByRole('button', { name: 'Favorite BTC' }).click();
    await expect(panel('watchlist').getByRole('option', { name: /BTC\/USDT/ })).toBeVisible();
  });
});

test('the futures page has the same pair selector as the spot page', { tag: '@desk' }, async ({ page }) => {
  await trader(page);
  await page.goto('/trades/futures/BTC');
  const chooser = page.getByRole('dialog', { name: 'Choose a pair' });
  await expect(page.getByText(/^Funding in \d\d:\d\d:\d\d$/)).toBeVisible();

  await test.step('Ctrl K opens it; it sorts by volume and has favorites', async () => {
    await page.keyboard.press('Control+k');
    await expect(chooser.getByRole('combobox')).toBeFocused();
    await expect(chooser.getByText(/^Funding [+−-]?\d/).first()).toBeVisible();
    await chooser.getByRole('button', { name: 'Sort by Volume' }).click();
    await expect(chooser.getByRole('button', { name: 'Sort by Volume' })).toHaveAttribute('aria-pressed', 'true');
    const all = await chooser.getByRole('option').count();
    const { markets } = (await (
      await page.request.get('/api/v3/futures/markets')
    ).json()) as Calls['GET /api/v3/futures/markets']['response'];
    expect(all).toBe(Math.min(20, markets.length));
    await chooser.locator('[data-star="ETH"]').click();
    await chooser.getByRole('button', { name: 'Favorites' }).click();
    await expect(chooser.getByRole('option')).toHaveCount(1);
    await chooser.getByRole('option', { name: /ETH\/USDT/ }).click();
    await expect(page).toHaveURL(/\/trades\/futures\/ETH$/);
    await expect(chooser).toHaveCount(0);
  });

  await test.step('/ opens it too, with the market visited before', async () => {
    await page.keyboard.press('/');
    await chooser.getByRole('button', { name: 'BTC', exact: true }).click();
    await expect(page).toHaveURL(/\/trades\/futures\/BTC$/);
  });

  await test.step('links lead to the other pages of the coin, and back', async () => {
    const ways = page.getByRole('navigation', { name: 'Ways to trade' });
    await expect(ways.getByRole('link', { name: 'Futures' })).toHaveAttribute('aria-current', 'page');
    await ways.getByRole('link', { name: 'Spot' }).click();
    await expect(page).toHaveURL(/\/trades\/spot\/BTC$/);
    await expect(ways.getByRole('link', { name: 'Spot' })).toHaveAttribute('aria-current', 'page');
    await ways.getByRole('link', { name: 'Futures' }).click();
    await expect(page).toHaveURL(/\/trades\/futures\/BTC$/);
    await page.getByRole('link', { name: 'Trading data' }).click();
    await expect(page).toHaveURL(/\/markets\/trading_data\?coin=BTC/);
  });
});

test('more than 200 open orders are all listed, and cancelled together', { tag: '@desk' }, async ({ page }) => {
  await trader(page);
  await restingOrder(page, 'BTC', '0.01');
  const price = Math.round((await markOf(page, 'ETH')) * 0.96);
  const order = { name: 'ETH-USDT-PERP', side: 'long', effect: 'open', trade_type: 'limit', number_of_order: '0.01' };
  for (let index = 0; index < 200; index += 1)
    await post(page, '/api/v3/futures/orders', { ...order, order_per_unit: String(price) });
  await page.goto('/trades/futures/BTC');
  await expect(page.getByRole('tab', { name: 'Open orders 201' })).toBeVisible();
  // The oldest order is marked in the chart, although the stream begins with the newest 200.
  await expect(page.getByText('1 order below')).toBeVisible();
  await page.getByRole('tab', { name: 'Open orders 201' }).click();
  await page.getByRole('button', { name: 'Cancel all 201' }).click();
  await page.getByRole('button', { name: 'Cancel 201 orders' }).click();
  await expect(page.getByText('Cancelled 201 orders')).toBeVisible();
  expect(await ordersOf(page)).toEqual([]);
});
