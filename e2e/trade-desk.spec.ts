import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { deposit, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

const COIN = 'LINK';

test('a person places an OCO, exports the open orders, and arranges the panels', { tag: '@desk' }, async ({
  page,
  request,
}) => {
  const person = await openAccount(request);
  await deposit(request, person, COIN, '20');
  await signIn(page, person);
  await page.goto(`/trades/spot/${COIN}`);
  const { limit, trigger } = await pricesAround(page);

  await test.step('places both orders of an OCO with one confirmation', async () => {
    await page.getByRole('button', { name: 'Sell', exact: true }).click();
    const more = page.getByRole('link', { name: 'Deposit funds' });
    await expect(more).toHaveAttribute('href', `/wallet/deposit?coin=${COIN}`);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('menuitem', { name: /^OCO/ }).click();
    await page.getByRole('textbox', { name: 'Trigger' }).fill(trigger);
    await page.getByRole('textbox', { name: 'Limit', exact: true }).fill(limit);
    await page.getByRole('textbox', { name: 'Amount' }).fill('12');
    await page.getByRole('button', { name: /^Sell 12 at / }).click();
    const dialog = page.getByRole('dialog', { name: `Sell ${COIN}` });
    await dialog.getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
    await dialog.getByRole('button', { name: /^Sell 12 at / }).click();
    const orders = page.getByRole('tabpanel', { name: /^Open orders/ });
    await expect(orders.getByRole('row', { name: new RegExp(` Limit Sell ${limit} `) })).toBeVisible();
    await expect(orders.getByRole('row', { name: new RegExp(` Stop market Sell .* ≤ ${trigger} `) })).toBeVisible();
  });

  await test.step('collapses the panel of orders to its bar, and expands it with a tab', async () => {
    const panel = page.locator('[data-panel="orders"]');
    const heightOf = async () => (await panel.boundingBox())?.height ?? 0;
    const before = await heightOf();
    await page.getByRole('button', { name: 'List of orders' }).click();
    await expect.poll(heightOf).toBeLessThan(70);
    await page.getByRole('tab', { name: /^Open orders/ }).click();
    await expect.poll(heightOf).toBe(before);
    await expect(panel.getByRole('columnheader', { name: 'Status' })).toBeVisible();
    await expect(panel.getByRole('cell', { name: 'Pending' })).toHaveCount(2);
  });

  await test.step('saves the open orders as CSV', async () => {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export list as CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe('vitrine-open-orders.csv');
    const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split(/\r?\n/);
    expect(head).toContain('Time,Pair,Type,Side,Price,Amount');
    expect(lines).toHaveLength(2);
    expect(lines.filter((line) => line.includes(`,${COIN}/USDT,Limit,Sell,${limit},12.`))).toHaveLength(1);
  });

  await test.step('cancels both orders after a confirmation, and says what was released', async () => {
    await page.getByRole('button', { name: 'Cancel all 2' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel 2 orders?' });
    await expect(question.getByText('This cancels all 2 open orders across all pairs')).toBeVisible();
    await Promise.all([
      expect(page.getByText('Cancelled 2 orders')).toBeVisible(),
      expect(page.getByText('12 LINK released')).toBeVisible(),
      question.getByRole('button', { name: 'Cancel 2 orders' }).click(),
    ]);
    await expect(question).toHaveCount(0);
  });

  await test.step('links from the empty list of one pair to the list of all pairs', async () => {
    const hideOthers = page.getByRole('switch', { name: 'Hide other pairs' });
    await hideOthers.click();
    await expect(hideOthers).toBeChecked();
    await expect(page.getByText(`No orders or trades in ${COIN}/USDT.`)).toBeVisible();
    await page.getByRole('button', { name: 'Show all pairs' }).click();
    await expect(page.getByText('Your open and conditional orders appear here.')).toBeVisible();
    await expect(hideOthers).not.toBeChecked();
  });

  await test.step('prevents buying at old prices while disconnected, and shows their age', async () => {
    await page.getByRole('button', { name: 'Limit', exact: true }).click();
    const submit = page.locator('form button[type="submit"]');
    await expect(submit).toBeEnabled();
    await page.context().setOffline(true);
    await expect(submit).toHaveText(/^Offline: prices are \d+ s old$/);
    await expect(submit).toBeDisabled();
    await expect(page.locator('[data-panel="book"]').getByText(/^\d+ s old$/)).toBeVisible();
    await page.context().setOffline(false);
    await expect(submit).toBeEnabled();
  });

  await test.step('moves one panel by mouse and one by keyboard, and both stay there after a reload', async () => {
    const tape = page.locator('[data-panel="tape"]');
    const before = await tape.boundingBox();
    await tape.getByRole('heading').hover();
    await page.mouse.down();
    await page.mouse.move(300, 500, { steps: 8 });
    await expect(tape).toHaveAttribute('data-held', 'true');
    await page.mouse.up();
    await expect(tape).not.toHaveAttribute('data-held');
    const after = await tape.boundingBox();
    expect(after?.x).toBeLessThan((before?.x ?? 0) - 100);

    const book = page.locator('[data-panel="book"]');
    const height = async () => (await book.boundingBox())?.height ?? 0;
    const heightBefore = await height();
    await page.getByRole('button', { name: /^Move order book/i }).focus();
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(height).toBeLessThan(heightBefore);
    const heightAfter = await height();

    await page.reload();
    await expect(tape).toBeVisible();
    expect(await tape.boundingBox()).toEqual(after);
    expect(await height()).toBe(heightAfter);
  });

  await test.step('chooses another pair by keyboard only', async () => {
    await page.keyboard.press('/');
    const choice = page.getByRole('dialog', { name: 'Choose a pair' });
    await choice.getByRole('combobox', { name: 'Search coins' }).fill('not a coin');
    await expect(choice.getByText('No coins found')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(choice).toHaveCount(0);
    await page.keyboard.press('/');
    await expect(choice.getByRole('option')).toHaveCount(20);
    await page.keyboard.press('ArrowDown');
    const second = choice.getByRole('option').nth(1);
    await expect(second).toHaveAttribute('aria-selected', 'true');
    const coin = (await second.locator('b').textContent()) ?? '';
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/trades/spot/${coin}`);
  });
});

test('single keys control the ticket, a fill plays a sound if enabled, and a star marks a favorite', {
  tag: '@desk',
}, async ({ page, request }) => {
  const person = await openAccount(request);
  await signIn(page, person);
  await test.step('the list of funds, while empty, links to a deposit of the quote coin', async () => {
    await page.goto(`/trades/spot/${COIN}`);
    await page.getByRole('tab', { name: 'Funds' }).click();
    const more = page.getByRole('tabpanel', { name: 'Funds' }).getByRole('link', { name: 'Deposit' });
    await expect(more).toHaveAttribute('href', '/wallet/deposit?coin=USDT');
  });
  await deposit(request, person, 'USDT', '1000');
  await page.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    Object.assign(window, { notes: 0 });
    OscillatorNode.prototype.start = function (when) {
      (window as unknown as Heard).notes += 1;
      start.call(this, when);
    };
  });
  const notes = () => page.evaluate(() => (window as unknown as Heard).notes);
  const amount = page.getByRole('textbox', { name: 'Amount' });
  const side = (name: string) => page.getByRole('button', { name, exact: true });

  await test.step('sounds are off until they are enabled, and a sample is played then', async () => {
    await page.goto('/settings');
    const sounds = page.getByRole('switch', { name: 'Sound when an order fills' });
    await expect(sounds).not.toBeChecked();
    await sounds.click();
    await expect.poll(notes).toBe(2);
    await expect(sounds).toBeChecked();
  });

  await test.step('B and S choose the side, L and M the order type, and the amount can be typed', async () => {
    await page.goto(`/trades/spot/${COIN}`);
    await expect(side('Buy')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('s');
    await expect(side('Sell')).toHaveAttribute('aria-pressed', 'true');
    await expect(amount).toBeFocused();
    // In a field, letters are not shortcuts.
    await page.keyboard.press('b');
    await expect(side('Sell')).toHaveAttribute('aria-pressed', 'true');
    await amount.blur();
    await page.keyboard.press('m');
    await expect(side('Market')).toHaveAttribute('aria-pressed', 'true');
    await amount.blur();
    await page.keyboard.press('b');
    await expect(side('Buy')).toHaveAttribute('aria-pressed', 'true');
    await expect(side('Market')).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('a fill plays its sound once', async () => {
    await amount.fill('2');
    await expect(page.getByRole('button', { name: `Buy 2 ${COIN} at market` })).toBeEnabled();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Buy ${COIN}` });
    await dialog.getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
    await dialog.getByRole('button', { name: /^Buy 2 / }).click();
    await expect(page.getByText(/^Bought 2 LINK at /)).toBeVisible();
    await expect.poll(notes).toBe(2);
  });

  await test.step('F marks the pair, which is then among the favorites on every device', async () => {
    await page.mouse.click(2, 400);
    await page.keyboard.press('f');
    const star = page.getByRole('button', { name: `Favorite ${COIN}` });
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await page.goto('/trades/spot/BTC');
    await expect(page.getByRole('button', { name: 'Favorite BTC' })).toBeVisible();
    await page.keyboard.press('/');
    const choice = page.getByRole('dialog', { name: 'Choose a pair' });
    await choice.getByRole('button', { name: 'Favorites' }).click();
    await expect(choice.getByRole('option')).toHaveCount(1);
    await expect(choice.getByRole('option', { name: /LINK\/USDT .*favorite/ })).toBeVisible();
    await choice.getByRole('button', { name: 'All' }).click();
    await choice.locator('[data-star="ETH"]').click();
    await choice.getByRole('button', { name: 'Favorites' }).click();
    await expect(choice.getByRole('option')).toHaveCount(2);
    await choice.getByRole('button', { name: 'All' }).click();
    await choice.getByRole('list', { name: 'Recent' }).getByRole('button', { name: COIN }).click();
    await expect(page).toHaveURL(`/trades/spot/${COIN}`);
    // The page of the chosen pair has opened, without the list of pairs.
    await expect(star).toBeVisible();
    await expect
      .poll(async () => {
        const { preferences } = await (await page.request.get('/api/v3/preferences')).json();
        return preferences.favorite_coins;
      })
      .toEqual([COIN, 'ETH']);
  });

  await test.step('? lists the shortcuts, and can disable them', async () => {
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys.getByText('Buy: enter the amount')).toBeVisible();
    await keys.getByRole('switch', { name: 'Use single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
    await page.mouse.click(2, 400);
    await page.keyboard.press('s');
    await page.keyboard.press('?');
    await expect(side('Buy')).toHaveAttribute('aria-pressed', 'true');
    await expect(keys).toHaveCount(0);
    await page.getByRole('button', { name: 'Layout' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await expect(keys.getByRole('switch', { name: 'Use single-key shortcuts' })).not.toBeChecked();
  });
});

type Heard = { notes: number };

test('all open orders are reachable if they fill more than one page', { tag: '@desk' }, async ({ page, request }) => {
  const person = await openAccount(request);
  await deposit(request, person, COIN, '20');
  await signIn(page, person);
  const { limit } = await pricesAround(page);
  for (let count = 0; count < 12; count++) {
    const answer = await page.request.post('/api/v2/my-order', {
      data: {
        name: `${COIN}USDT`,
        delegate_type: 'SELL',
        trade_type: 'limit',
        number_of_order: '1',
        order_per_unit: limit,
        transaction_password: person.transactionPassword,
      },
      headers: { origin: process.env.VITRINE_BASE_URL ?? '', 'idempotency-key': crypto.randomUUID() },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  await page.goto(`/trades/spot/${COIN}`);
  const orders = page.getByRole('tabpanel', { name: /^Open orders/ });
  await expect(orders.getByRole('row', { name: / Limit Sell / })).toHaveCount(10);
  await orders.getByRole('button', { name: 'Page 2' }).filter({ hasText: '2' }).click();
  await expect(orders.getByRole('row', { name: / Limit Sell / })).toHaveCount(2);
});

test('open orders beyond the stream’s first message are all listed', { tag: '@desk' }, async ({ page, request }) => {
  const person = await openAccount(request);
  await deposit(request, person, 'USDT', '50000');
  await signIn(page, person);
  const place = async (coin: string, number_of_order: string, count: number) => {
    const order_per_unit = await shareOfPrice(page, coin, 0.9);
    const order = { delegate_type: 'BUY', trade_type: 'limit', name: `${coin}USDT`, number_of_order, order_per_unit };
    const { transactionPassword: transaction_password } = person;
    const headers = { origin: process.env.VITRINE_BASE_URL ?? '' };
    const placeOne = (password = {}) =>
      expect(async () => {
        const data = { ...order, ...password };
        expect((await page.request.post('/api/v2/my-order', { data, headers })).status()).toBe(200);
      }).toPass();
    // The first order unlocks the session for the others.
    await placeOne({ transaction_password, remember: true });
    for (let placed = 1; placed < count; placed += 10)
      await Promise.all(Array.from({ length: Math.min(10, count - placed) }, () => placeOne()));
  };
  await place(COIN, '2', 150);
  await place('BTC', '0.001', 52);
  // The page's first request gets no response: the newest orders come from the stream, and the older ones are loaded
  // with the cursor in its message.
  await page.route(/\/open-orders\?limit=200$/, () => undefined);
  await page.goto(`/trades/spot/${COIN}`);
  await expect(page.getByRole('button', { name: 'Cancel all 202' })).toBeVisible();
});

/** A limit above the market and a trigger below it, both too far away to execute here. */
async function pricesAround(page: Page): Promise<{ readonly limit: string; readonly trigger: string }> {
  return { limit: await shareOfPrice(page, COIN, 1.1), trigger: await shareOfPrice(page, COIN, 0.9) };
}

async function shareOfPrice(page: Page, coin: string, share: number): Promise<string> {
  const answer = await page.request.get(`/api/v3/getOrder?symbol=${coin}`);
  const { price } = (await answer.json()) as { price: { unit_price: string; price_decimals: number } };
  return (Number(price.unit_price) * share).toFixed(price.price_decimals);
}
