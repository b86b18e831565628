import type { Locator, Page } from '@playwright/test';
import { deposit, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

const COIN = 'DOT';

test('a person sets up the chart of a pair, and finds the same chart on another device', { tag: '@desk' }, async ({
  page,
  browser,
  request,
}) => {
  const person = await openAccount(request);
  await signIn(page, person);
  await page.goto(`/trades/spot/${COIN}`);
  const chart = page.locator('[data-panel="chart"]');
  await expect(chart.locator(`[data-pair="${COIN}USDT"]`)).toBeVisible();

  await test.step('other intervals are merged from the exchange’s own, and can be shown in the toolbar', async () => {
    const intervals = chart.getByRole('group', { name: 'Time frame' });
    await intervals.getByRole('button', { name: 'More time frames' }).click();
    await page.getByRole('menuitemcheckbox', { name: '2h', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Show 1w' }).click();
    await page.keyboard.press('Escape');
    await expect(intervals.getByRole('button', { name: '2h' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => candleCount(page)).toBeGreaterThan(100);
    await intervals.getByRole('button', { name: '1w' }).click();
    await expect(intervals.getByRole('button', { name: '1w' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => candleCount(page)).toBeLessThan(100);
    await intervals.getByRole('button', { name: '15m' }).click();
    await expect.poll(() => candleCount(page)).toBeGreaterThan(400);
  });

  await test.step('the last candle closes at the page’s last price', async () => {
    const same = async () => {
      const close = await chart.locator('[data-newest-close]').getAttribute('data-newest-close');
      const price =
        (await page.locator('[data-panel="book"] button[aria-label^="Use last price"]').getAttribute('aria-label')) ??
        '';
      return Number(close) === Number(price.match(/[\d.]+/)?.[0]);
    };
    await expect.poll(same).toBe(true);
  });

  await test.step('older candles load as the chart is scrolled back', async () => {
    const before = await candleCount(page);
    const box = await chart.locator('[data-newest-x]').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 150];
    await expect(async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 380, y, { steps: 6 });
      await page.mouse.up();
      expect(await candleCount(page)).toBeGreaterThan(before);
    }).toPass();
  });

  await test.step('an indicator is found by its full name, switched on and configured', async () => {
    await chart.getByRole('button', { name: 'Indicators' }).click();
    const dialog = page.getByRole('dialog', { name: 'Indicators' });
    await dialog.getByRole('searchbox', { name: 'Search indicators' }).fill('strength');
    await dialog.getByRole('switch', { name: 'Relative strength index' }).click();
    await dialog.getByRole('button', { name: 'Relative strength index settings' }).click();
    await dialog.getByRole('textbox', { name: 'Period 1' }).fill('14');
    await dialog.getByRole('textbox', { name: 'Color 1' }).fill('#ff8800');
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => (await chartOf(page))?.studies.find(({ name }: Named) => name === 'RSI'))
      .toMatchObject({ params: [14, 12, 24], colors: ['#ff8800', expect.any(String), expect.any(String)] });
  });

  await test.step('the candles become a line; a dragged price scale can be made automatic again', async () => {
    await chart.getByRole('button', { name: 'Chart type' }).click();
    await page.getByRole('menuitem', { name: 'Line', exact: true }).click();
    await chart.getByRole('button', { name: 'Chart type' }).click();
    await page.getByRole('menuitem', { name: 'Candles', exact: true }).click();
    const box = await chart.locator('[data-newest-x]').boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) - 25, (box?.y ?? 0) + 120];
    const auto = chart.getByRole('button', { name: 'Auto', exact: true });
    await expect(auto).toHaveCount(0);
    await expect(async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + 60, { steps: 4 });
      await page.mouse.up();
      await expect(auto).toBeVisible({ timeout: 1000 });
    }).toPass();
    await auto.click();
    await expect(auto).toHaveCount(0);
  });

  await test.step('a drawing is saved, undone, and removed with the Delete key', async () => {
    const rail = chart.getByRole('toolbar', { name: 'Drawing tools' });
    const drawings = async () => (await chartOf(page))?.drawings.map(({ name }: Named) => name);
    const box = await chart.locator('[data-newest-x]').boundingBox();
    const at = (x: number, y: number) => page.mouse.click((box?.x ?? 0) + x, (box?.y ?? 0) + y);
    // The chart treats two clicks in quick succession as a double click, which draws nothing: the click is then
    // repeated.
    const drawTo = (x: number, y: number, drawn: readonly string[]) =>
      expect(async () => {
        await at(x, y);
        await expect.poll(drawings, { timeout: 1000 }).toEqual(drawn);
      }).toPass();
    const choose = async (name: string) => {
      const tool = rail.getByRole('button', { name });
      await tool.click();
      await expect(tool).toHaveAttribute('aria-pressed', 'true');
    };
    await choose('Trend line');
    await at(120, 180);
    await drawTo(260, 140, ['segment']);
    await choose('Horizontal line');
    await drawTo(200, 200, ['segment', 'horizontalStraightLine']);
    await rail.getByRole('button', { name: 'Undo the last drawing' }).click();
    await expect.poll(drawings).toEqual(['segment']);
    const remove = rail.getByRole('button', { name: 'Remove the selected drawing' });
    await expect(async () => {
      await at(190, 160);
      await expect(remove).toBeEnabled({ timeout: 1000 });
    }).toPass();
    await page.keyboard.press('Delete');
    await expect.poll(drawings).toEqual([]);
    await choose('Fibonacci retracement');
    await at(120, 220);
    await drawTo(260, 140, ['fibonacciLine']);
  });

  await test.step('another device has the indicators and drawings of the pair, and none of another pair', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const other = await context.newPage();
    await signIn(other, person);
    await other.goto(`/trades/trade-chart/${COIN}`);
    const there = other.locator('[data-panel="chart"]');
    await expect(there.getByRole('button', { name: 'Remove all drawings' })).toBeEnabled();
    await there.getByRole('button', { name: 'Indicators' }).click();
    const dialog = other.getByRole('dialog', { name: 'Indicators' });
    await expect(dialog.getByRole('switch', { name: 'Relative strength index' })).toBeChecked();
    await other.keyboard.press('Escape');
    await other
      .locator('[data-panel="markets"]')
      .getByRole('option', { name: /LINK\/USDT/ })
      .click();
    await expect(there.locator('[data-pair="LINKUSDT"]')).toBeVisible();
    await expect(there.getByRole('button', { name: 'Remove all drawings' })).toBeDisabled();
    await context.close();
  });
});

test('the chart keeps its frame until the candles of another pair have loaded', { tag: '@desk' }, async ({
  page,
  request,
}) => {
  await signIn(page, await openAccount(request));
  await page.goto(`/trades/spot/${COIN}`);
  const chart = page.locator('[data-panel="chart"]');
  await expect(chart.locator(`[data-pair="${COIN}USDT"]`)).toBeVisible();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/chart-series\?symbol=LINK/, async (route) => {
    await held;
    await route.continue();
  });
  const before = await candleCount(page);
  await page
    .locator('[data-panel="markets"]')
    .getByRole('option', { name: /LINK\/USDT/ })
    .click();
  await expect(page).toHaveURL('/trades/spot/LINK');
  await expect(
    page.locator('[data-panel="book"] [data-side="asks"] [data-index="0"] [data-cell="price"]'),
  ).not.toHaveText('');
  await expect(chart.locator('[data-old]')).toBeVisible();
  // There is one more candle if a minute has begun in the meantime.
  expect(await candleCount(page)).toBeGreaterThanOrEqual(before);
  answer();
  await expect(chart.locator('[data-pair="LINKUSDT"]')).toBeVisible();
  await expect(chart.locator('[data-old]')).toHaveCount(0);
});

test('an order is moved, left where it was with Escape, and cancelled on the chart', { tag: '@desk' }, async ({
  page,
  request,
}) => {
  const person = await openAccount(request);
  await deposit(request, person, COIN, '50');
  await signIn(page, person);
  const near = await order(page, person.transactionPassword, 1.003);
  await page.goto(`/trades/spot/${COIN}`);
  const chart = page.locator('[data-panel="chart"]');
  const frame = chart.locator('[data-line-y]');
  const openOrder = (price: string | RegExp) =>
    page.getByRole('row', { name: typeof price === 'string' ? new RegExp(` ${price} `) : price });
  await expect(openOrder(near)).toBeVisible();
  await expect(frame).toBeVisible();
  // The price range of one-hour candles includes the order above the last price; that of one-minute candles is too small.
  await chart.getByRole('group', { name: 'Time frame' }).getByRole('button', { name: '1h', exact: true }).click();
  await expect(chart.getByText('1 order above')).toHaveCount(0);
  const box = await frame.boundingBox();
  const dialog = page.getByRole('dialog', { name: 'Edit order' });
  const place = async (name: 'data-line-y' | 'data-menu-x' | 'data-cross-x') => Number(await frame.getAttribute(name));
  // The price scale follows the market, so that a click or drag may miss the line. It is repeated until it hits.
  const clickUntil = (name: 'data-menu-x' | 'data-cross-x', result: Locator) =>
    expect(async () => {
      await page.mouse.click((box?.x ?? 0) + (await place(name)), (box?.y ?? 0) + (await place('data-line-y')));
      await expect(result).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 25_000 });
  const dragBy = async (px: number) => {
    const [x, y] = [(box?.x ?? 0) + 300, (box?.y ?? 0) + (await place('data-line-y'))];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - px, { steps: 5 });
  };
  const dropUntilAsked = (px: number) =>
    expect(async () => {
      await dragBy(px);
      await page.mouse.up();
      await expect(dialog).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 25_000 });

  await test.step('Escape cancels the dragging of an order', async () => {
    await dragBy(40);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(dialog).toHaveCount(0);
    await expect(openOrder(near)).toBeVisible();
  });

  await test.step('dropping an order asks for confirmation, and then moves the order', async () => {
    await dropUntilAsked(40);
    await dialog.getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
    await dialog.getByRole('button', { name: /^Move to / }).click();
    await expect(page.getByText('Order updated')).toBeVisible();
    await expect(openOrder(near)).toHaveCount(0);
    await expect(openOrder(/ Limit Sell /)).toHaveCount(1);
  });

  await test.step('the dots on the label of an order open a menu, which opens its form in the list of orders', async () => {
    const edit = page.getByRole('menuitem', { name: 'Edit order' });
    await clickUntil('data-menu-x', edit);
    await edit.click();
    const form = page.getByRole('form', { name: 'Edit order' });
    await expect(form.getByRole('textbox', { name: 'Price' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
  });

  await test.step('the cross on the label of an order cancels the order', async () => {
    await clickUntil('data-cross-x', page.getByText('Cancelled 1 order'));
    await expect(openOrder(/ Limit Sell /)).toHaveCount(0);
  });

  await test.step('an order beyond the visible prices is indicated at the edge', async () => {
    await order(page, person.transactionPassword, 1.15);
    await expect(chart.getByText('▲ 1 order above')).toBeVisible();
  });
});

type Named = { readonly name: string };

const candleCount = async (page: Page) =>
  Number(await page.locator('[data-panel="chart"] [data-count]').getAttribute('data-count'));

const chartOf = async (page: Page) => {
  const { preferences } = await (await page.request.get('/api/v3/preferences')).json();
  return preferences.charts?.find(({ coin }: { coin: string }) => coin === COIN);
};

/** A limit sell at this share of the last price; returns its price. */
async function order(page: Page, transaction_password: string, share: number): Promise<string> {
  const { price } = await (await page.request.get(`/api/v3/getOrder?symbol=${COIN}`)).json();
  const order_per_unit = (Number(price.unit_price) * share).toFixed(price.price_decimals);
  const data = {
    name: `${COIN}USDT`,
    delegate_type: 'SELL',
    trade_type: 'limit',
    number_of_order: '10',
    order_per_unit,
    transaction_password,
  };
  const headers = { origin: process.env.VITRINE_BASE_URL ?? '', 'idempotency-key': crypto.randomUUID() };
  expect((await page.request.post('/api/v2/my-order', { data, headers })).status()).toBe(200);
  return order_per_unit;
}
