import type { Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { deposit, openAccount, type Person, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

test.setTimeout(240_000);

const COIN = 'BTC';

type Position = Calls['GET /api/v3/futures/positions']['response']['positions'][number];

async function positionsOf(page: Page): Promise<Position[]> {
  const answer = await page.request.get('/api/v3/futures/positions');
  return ((await answer.json()) as Calls['GET /api/v3/futures/positions']['response']).positions;
}

/** Signs in a client with this much USDT in the futures wallet. */
async function trader(page: Page, amount: string): Promise<Person> {
  const person = await openAccount(page.request);
  await deposit(page.request, person, 'USDT', amount);
  await signIn(page, person);
  const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: amount };
  const answer = await page.request.post('/api/v3/futures/transfer', {
    data: { ...form, transaction_password: person.transactionPassword },
    headers: { origin: process.env.VITRINE_BASE_URL ?? '' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return person;
}

/** Confirms the open dialog. A `password` is entered and remembered, so that later confirmations need none. */
async function confirm(page: Page, act: RegExp, password?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'BUY MORE BTC' });
  if (password !== undefined) {
    await dialog.getByRole('textbox', { name: 'Transaction password' }).fill(password);
    await dialog.getByRole('checkbox').check();
  }
  await dialog.getByRole('button', { name: act }).click();
}

test('a client opens positions in both directions, protects them, and closes them', async ({ page }, { project }) => {
  const phone = project.name === 'phone';
  const person = await trader(page, '10000');
  await page.goto(`/trades/futures/${COIN}`);
  const form = phone ? page.getByRole('dialog', { name: 'Order form' }) : page.locator('[data-panel="ticket"]');
  const openForm = async (side: string) => {
    if (phone) await page.getByRole('button', { name: side, exact: true }).click();
    else await form.getByRole('button', { name: side, exact: true }).click();
  };

  await test.step('the ticket says what the order costs and where it would be liquidated', async () => {
    await openForm('BUY MORE');
    await form.getByRole('button', { name: 'Market', exact: true }).click();
    await expect(form.getByRole('button', { name: 'x10' })).toHaveAttribute('aria-pressed', 'true');
    await form.getByRole('button', { name: 'COIN' }).click();
    await form.getByRole('textbox', { name: 'Amount' }).fill('0.01');
    await expect(form.getByText(/^0.01 × [\d,.]+ ÷ x10$/)).toBeVisible();
    await expect(form.getByText(/^Estimated liquidation/)).toBeVisible();
  });

  const reduceOnly = form.getByRole('button', { name: 'Reduce-only' });
  await test.step('reduce-only needs a position in the opposite direction, and says so', async () => {
    await expect(reduceOnly).toHaveAttribute('aria-disabled', 'true');
    // A plain click waits for an enabled button, but this one explains itself.
    await reduceOnly.click({ force: true });
    await expect(form.getByText('Reduce-only requires an open SELL EMPTY position')).toBeVisible();
    await expect(reduceOnly).toHaveAttribute('aria-pressed', 'false');
  });

  let estimate = 0;
  await test.step('the notice is accepted once; the password confirms; the result says what was done', async () => {
    const shown = await form.locator('p', { hasText: 'Estimated liquidation' }).locator('b').textContent();
    estimate = Number(shown?.replaceAll(',', ''));
    await form.getByRole('button', { name: 'BUY MORE 0.01 BTC at market' }).click();
    const notice = page.getByRole('dialog', { name: 'Futures risks' });
    await notice.getByRole('checkbox').check();
    await notice.getByRole('button', { name: 'Accept and continue' }).click();
    await confirm(page, /^BUY MORE 0.01 BTC at market$/, person.transactionPassword);
    await expect(page.getByText(/^Opened long 0.01 BTC at [\d,.]+ · fee [\d.]+ USDT$/)).toBeVisible();
  });

  await test.step('the position is shown with the exchange’s data', async () => {
    const list = page.getByRole('tabpanel', { name: /^Positions/ });
    await expect(list.getByText('BUY MORE x10')).toBeVisible();
    const [position] = await positionsOf(page);
    expect(position).toMatchObject({ name: 'BTC-USDT-PERP', side: 'long', leverage: 10, size: '0.01000' });
    // The estimate was made from the best price; the order may have been filled at a slightly worse price.
    expect(Math.abs(Number(position?.liquidation_price) / estimate - 1)).toBeLessThan(0.005);
  });

  const list = page.getByRole('tabpanel', { name: /^Positions/ });
  await test.step('the position follows the mark price by the stream, without being requested again', async () => {
    await expect(page.getByText(/^Live/)).toBeVisible();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    for (const _ of [1, 2, 3]) {
      const before = await list.textContent();
      await expect.poll(() => list.textContent()).not.toBe(before);
    }
    // Refetches after the order may still have been due when this began, and both are polled once a minute.
    const polls = requested.filter((path) => /\/futures\/(positions|tickers)$/.test(path));
    expect(polls.length).toBeLessThanOrEqual(2);
  });

  const dialog = (name: string) => page.getByRole('dialog', { name });

  await test.step('margin is added and removed', async () => {
    const before = Number((await positionsOf(page))[0]?.margin);
    await list.getByRole('button', { name: 'Add margin to BUY MORE BTC' }).click();
    await dialog('Add margin').getByRole('textbox', { name: 'Amount' }).fill('50');
    await dialog('Add margin').getByRole('button', { name: 'Add 50 USDT' }).click();
    await expect(page.getByText('Added 50 USDT to the BTC position’s margin')).toBeVisible();
    expect(Number((await positionsOf(page))[0]?.margin) - before).toBeCloseTo(50, 6);
    await list.getByRole('button', { name: 'Remove margin from BUY MORE BTC' }).click();
    const removing = dialog('Remove margin');
    await removing.getByRole('textbox', { name: 'Amount' }).fill('1000');
    await expect(removing.getByText(/^At most [\d.]+ USDT$/)).toBeVisible();
    await removing.getByRole('textbox', { name: 'Amount' }).fill('20');
    await removing.getByRole('button', { name: 'Remove 20 USDT' }).click();
    await expect(page.getByText('Removed 20 USDT from the BTC position’s margin')).toBeVisible();
    expect(Number((await positionsOf(page))[0]?.margin) - before).toBeCloseTo(30, 6);
  });

  await test.step('take-profit and stop-loss are set, moved and seen among the open orders', async () => {
    const [position] = await positionsOf(page);
    const above = String(Math.round(Number(position?.mark_price) * 1.1));
    const below = String(Math.round(Number(position?.mark_price) * 0.95));
    const open = () => list.getByRole('button', { name: 'Take-profit and stop-loss for BUY MORE BTC' }).click();
    const protection = dialog('Take-profit and stop-loss for BTC');
    await open();
    await protection.getByRole('textbox', { name: 'Take-profit trigger' }).fill(below);
    await expect(protection.getByText('The trigger price would be reached immediately')).toBeVisible();
    await protection.getByRole('textbox', { name: 'Take-profit trigger' }).fill(above);
    await protection.getByRole('textbox', { name: 'Stop-loss trigger' }).fill(below);
    await protection.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Take-profit and stop-loss saved')).toBeVisible();
    const moved = String(Number(below) - 100);
    await open();
    await protection.getByRole('textbox', { name: 'Stop-loss trigger' }).fill(moved);
    await protection.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('tab', { name: /^Open orders/ }).click();
    const orders = page.getByRole('tabpanel', { name: /^Open orders/ });
    await expect(orders.getByText(priced(moved))).toBeVisible();
    await expect(orders.getByText(priced(above))).toBeVisible();
    await expect(orders.getByText(priced(below))).toHaveCount(0);
    await page.getByRole('tab', { name: /^Positions/ }).click();
  });

  await test.step('a short position is opened too, with a different leverage and at a limit price', async () => {
    await openForm('SELL EMPTY');
    await form.getByRole('button', { name: 'SELL EMPTY', exact: true }).click();
    await form.getByRole('button', { name: 'x20' }).click();
    await expect(form.getByRole('button', { name: 'x20' })).toHaveAttribute('aria-pressed', 'true');
    await form.getByRole('button', { name: 'Limit', exact: true }).click();
    await form.getByRole('button', { name: 'USDT', exact: true }).click();
    await form.getByRole('button', { name: '25%', exact: true }).click();
    await expect(form.getByRole('textbox', { name: 'Amount' })).not.toHaveValue('');
    await form.getByRole('textbox', { name: 'Amount' }).fill('1000');
    const [bid] = await bids(page);
    await form.getByRole('textbox', { name: 'Price' }).fill(String(Math.round(Number(bid) * 0.995)));
    await form.getByRole('button', { name: /^SELL EMPTY 0.015\d* BTC at / }).click();
    await expect(page.getByText(/^Opened short 0.015\d* BTC at [\d,.]+ · fee/)).toBeVisible();
    await expect(list.getByText('SELL EMPTY x20')).toBeVisible();
  });

  await test.step('reduce-only orders at market, at a limit and with a trigger close parts of the opposite position', async () => {
    const short = async () => Number(sizeOf(await positionsOf(page), 'short'));
    const before = await short();
    if (phone) await openForm('BUY MORE');
    await form.getByRole('button', { name: 'BUY MORE', exact: true }).click();
    await form.getByRole('button', { name: 'Market', exact: true }).click();
    await reduceOnly.click();
    await expect(reduceOnly).toHaveAttribute('aria-pressed', 'true');
    // The page writes all decimals of a size: 0.01520.
    await expect(form.getByText(new RegExp(`SELL EMPTY ${before}0* BTC`))).toBeVisible();
    const amount = form.getByRole('textbox', { name: 'Amount' });
    await amount.fill('1');
    await expect(form.getByRole('alert')).toHaveText(new RegExp(`^Amount must be at most ${before}0* BTC$`));
    await amount.fill('0.005');
    await expect(form.getByText(/^Profit at/)).toBeVisible();
    await form.getByRole('button', { name: 'Close 0.005 BTC at market' }).click();
    await expect(page.getByText(/^Closed short 0.005 BTC at [\d,.]+ · fee/)).toBeVisible();
    await expect.poll(short).toBeCloseTo(before - 0.005, 6);

    const [bid] = await bids(page);
    const below = String(Math.round(Number(bid) * 0.97));
    if (phone) await openForm('BUY MORE');
    await form.getByRole('button', { name: 'Limit', exact: true }).click();
    await expect(reduceOnly).toHaveAttribute('aria-pressed', 'true');
    await form.getByRole('button', { name: 'Post only' }).click();
    await form.getByRole('textbox', { name: 'Price' }).fill(below);
    await amount.fill('0.002');
    await form.getByRole('button', { name: /^Close 0.002 BTC at / }).click();
    await expect(page.getByText(/^Close 0.002 BTC at [\d,.]+ · open$/)).toBeVisible();

    const above = String(Math.round(Number(bid) * 1.03));
    if (phone) await openForm('BUY MORE');
    await form.getByRole('button', { name: 'Trigger', exact: true }).click();
    await form.getByRole('textbox', { name: 'Trigger' }).fill(above);
    await amount.fill('0.003');
    await form.getByRole('button', { name: /^Close 0.003 BTC, trigger / }).click();
    await expect(page.getByText(/^Close 0.003 BTC, trigger [\d,.]+ · waiting for its trigger$/)).toBeVisible();

    const answer = await page.request.get('/api/v3/futures/open-orders');
    const { orders } = (await answer.json()) as Calls['GET /api/v3/futures/open-orders']['response'];
    const placed = orders.filter(({ number_of_order: size }) => ['0.00200', '0.00300'].includes(size));
    expect(
      placed.map(({ side, effect, order_per_unit, trigger_price }) => [side, effect, order_per_unit, trigger_price]),
    ).toEqual([
      ['short', 'close', '', `${above}.0`],
      ['short', 'close', `${below}.0`, ''],
    ]);
    for (const { id } of placed) {
      const cancelled = await page.request.post('/api/v3/futures/orders/cancel', {
        data: { order_id: id },
        headers: { origin: process.env.VITRINE_BASE_URL ?? '' },
      });
      expect(cancelled.status(), await cancelled.text()).toBe(200);
    }
    if (!phone) await reduceOnly.click();
  });

  if (!phone)
    await test.step('the chart has the lines of positions, and dragging a trigger’s line moves its order', async () => {
      const chart = page.locator('[data-panel="chart"]');
      const frame = chart.locator('[data-line-y]');
      await list.getByRole('button', { name: 'Take-profit and stop-loss for BUY MORE BTC' }).click();
      const protection = dialog('Take-profit and stop-loss for BTC');
      const stop = Math.round(Number((await positionsOf(page))[0]?.mark_price) * 0.995);
      await protection.getByRole('textbox', { name: 'Stop-loss trigger' }).fill(String(stop));
      await protection.getByRole('button', { name: 'Save' }).click();
      await expect(frame).toHaveAttribute(
        'data-lines',
        new RegExp(`(entry [\\d.]+, liquidation [\\d.]+, ){2}order ${stop}`),
      );
      const lineY = async () => Number(await frame.getAttribute('data-line-y'));
      const box = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await test.step('dragging the price axis down shows more prices', async () => {
        for (let drags = 0; drags < 8 && (await lineY()) > box.height * 0.6; drags += 1) {
          await page.mouse.move(box.x + box.width - 20, box.y + 80);
          await page.mouse.down();
          await page.mouse.move(box.x + box.width - 20, box.y + 320, { steps: 4 });
          await page.mouse.up();
        }
        // The order's line is redrawn with the next frame, so this waits until it no longer moves.
        let before = Number.NaN;
        const isStill = async () => {
          const now = await lineY();
          const isSame = now === before;
          before = now;
          return isSame;
        };
        await expect.poll(isStill).toBe(true);
      });
      const triggers = async () => (await frame.getAttribute('data-lines'))?.match(/order [\d.]+/g) ?? [];
      const [dragged, kept] = await triggers();
      const [x, y] = [box.x + 400, box.y + (await lineY())];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + 12, { steps: 6 });
      await page.mouse.up();
      await expect.poll(triggers).not.toContain(dragged);
      expect(await triggers()).toHaveLength(2);
      expect(await triggers()).toContain(kept);
    });

  if (!phone)
    await test.step('the layout Simple has the positions, and their lines on its chart', async () => {
      const choose = async (name: string) => {
        await page.getByRole('button', { name: 'Layout' }).click();
        await page.getByRole('menuitem', { name, exact: true }).click();
      };
      await choose('Simple');
      await expect(page.locator('[data-panel]')).toHaveCount(4);
      await expect(list.getByText('BUY MORE x10')).toBeVisible();
      await expect(page.locator('[data-panel="simple"] [data-lines]')).toHaveAttribute(
        'data-lines',
        /(entry [\d.]+, liquidation [\d.]+, ){2}order/,
      );
      await choose('Grid');
    });

  await test.step('a part of the position is closed at market, and then the rest', async () => {
    await list.getByRole('button', { name: 'Close Position: BUY MORE BTC' }).click();
    const closing = dialog('Close BTC position');
    await closing.getByRole('button', { name: '50%' }).click();
    await expect(closing.getByText('Profit after the fee')).toBeVisible();
    await closing.getByRole('button', { name: 'Close 0.005 BTC at market' }).click();
    await expect(page.getByText(/^Closed long 0.005 BTC at [\d,.]+ · fee/)).toBeVisible();
    await expect.poll(async () => sizeOf(await positionsOf(page), 'long')).toBe('0.00500');
    await page.getByRole('button', { name: 'Close all (2)' }).click();
    const all = dialog('Close all positions');
    await expect(all.getByText('BTCUSDT BUY MORE')).toBeVisible();
    await all.getByRole('button', { name: 'Close 2 positions at market' }).click();
    await expect(page.getByText('2 of 2 positions closed')).toBeVisible();
    await expect(list.getByText('Your open positions appear here.')).toBeVisible();
  });

  await test.step('the histories show all of these trades', async () => {
    await page.getByRole('tab', { name: 'Trades', exact: true }).last().click();
    const trades = page.getByRole('tabpanel', { name: 'Trades', exact: true }).last();
    await expect(trades.locator('[data-side="long"]')).toHaveCount(3);
    await page.getByRole('tab', { name: 'Closed positions' }).click();
    const past = page.getByRole('tabpanel', { name: 'Closed positions' });
    await expect(past.locator('[data-side="short"]')).toHaveCount(1);
    await page.getByRole('tab', { name: 'Order history' }).click();
    // Without the orders of the short position, all others are on the first page.
    if (!phone) await page.getByRole('combobox', { name: 'Side' }).selectOption('BUY MORE');
    await expect(
      page.getByRole('tabpanel', { name: 'Order history' }).getByText(/the position was closed/),
    ).toHaveCount(2);
  });
});

const priced = (whole: string): string => `${Number(whole).toLocaleString('en-US')}.0`;
const sizeOf = (positions: readonly Position[], side: string) => positions.find((one) => one.side === side)?.size;

/** The best bids of the perpetual market. */
async function bids(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/v3/recent-trades', { params: { name: 'BTC-USDT-PERP' } });
  const { bids } = (await answer.json()) as Calls['GET /api/v3/recent-trades']['response'];
  return bids.map(({ unit_price }) => unit_price);
}

test('a visitor sees the market, chooses another, and is asked to sign in', async ({ page }, { project }) => {
  const phone = project.name === 'phone';
  await page.goto('/trades/futures');
  await expect(page).toHaveURL(/\/trades\/futures\/BTC$/);
  await expect(page.getByText(/^Funding in \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText('Sign in to see your positions and orders.')).toBeVisible();
  if (phone) {
    await page.getByRole('tab', { name: 'Book' }).click();
    await page.getByRole('combobox', { name: 'Price grouping' }).selectOption('100');
    const prices = page.locator('[data-side="bids"] [data-index] [data-cell="price"]');
    const shown = async () => (await prices.allTextContents()).filter((text) => text !== '');
    // A hundred steps of 0.1 are 10.
    const isGrouped = (texts: readonly string[]) =>
      texts.length > 2 && texts.every((text) => /^[\d,]+0(\.0)?$/.test(text));
    await expect.poll(async () => isGrouped(await shown())).toBe(true);
    await expect(page.getByText('Cumulative size outward from the mid price')).toBeVisible();
    await page.getByRole('tab', { name: 'Info' }).click();
    await expect(page.getByRole('heading', { name: 'Bitcoin' })).toBeVisible();
    await expect(page.getByText('Maximum supply')).toBeVisible();
    await page.getByRole('tab', { name: 'Chart' }).click();
  }
  await page.getByRole('button', { name: /^BTC\/USDT: choose another pair/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a pair' });
  await dialog.getByRole('combobox').fill('sol');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await dialog.getByRole('option', { name: /SOL\/USDT/ }).click();
  await expect(page).toHaveURL(/\/trades\/futures\/SOL$/);
  await expect(page.getByRole('button', { name: /^SOL\/USDT: choose another pair/ })).toBeVisible();
  // Without a coin in its URL, the page shows the one viewed last.
  await page.goto('/trades/futures');
  await expect(page).toHaveURL(/\/trades\/futures\/SOL$/);
  if (phone) await page.getByRole('button', { name: 'SELL EMPTY' }).click();
  await page.locator('form').getByRole('link', { name: 'Sign in to trade' }).click();
  await expect(page).toHaveURL(/\/signin\?next=%2Ftrades%2Ffutures%2FSOL$/);
});

test('the dashboard values positions by the stream', { tag: '@desk' }, async ({ page }) => {
  const person = await trader(page, '1000');
  const post = (path: string, data: object) =>
    page.request.post(path, { data, headers: { origin: process.env.VITRINE_BASE_URL ?? '' } });
  await post('/api/v3/futures/accept-risks', {});
  const order = { name: 'BTC-USDT-PERP', side: 'long', effect: 'open', trade_type: 'market', number_of_order: '0.01' };
  const answer = await post('/api/v3/futures/orders', {
    ...order,
    transaction_password: person.transactionPassword,
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto('/home');
  const row = page.locator('section[aria-labelledby="positions"] tbody tr');
  await expect(row).toHaveCount(1);
  for (const _ of [1, 2, 3]) {
    const before = await row.textContent();
    await expect.poll(() => row.textContent()).not.toBe(before);
  }
});
