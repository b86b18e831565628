import { deposit, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

const COIN = 'ATOM';

test('a person places a scaled order, and cancels one of its orders from the book', { tag: '@desk' }, async ({
  page,
  request,
}) => {
  const person = await openAccount(request);
  await deposit(request, person, 'USDT', '5000');
  await signIn(page, person);
  const { price } = await (await page.request.get(`/api/v3/getOrder?symbol=${COIN}`)).json();
  const at = (share: number) => (Number(price.unit_price) * share).toFixed(price.price_decimals);
  await page.goto(`/trades/spot/${COIN}`);
  const book = page.locator('[data-panel="book"]');
  const orders = page.getByRole('tabpanel', { name: /^Open orders/ });

  await test.step('several limit orders are placed with one confirmation', async () => {
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Scaled/ }).click();
    await page.getByRole('textbox', { name: 'Start price' }).fill(at(0.95));
    await page.getByRole('textbox', { name: 'End price' }).fill(at(0.9));
    await page.getByRole('textbox', { name: 'Orders' }).fill('30');
    await page.getByRole('textbox', { name: 'Amount' }).fill('40');
    await expect(page.getByText('The number of orders must be between 2 and 20')).toBeVisible();
    await page.getByRole('textbox', { name: 'Orders' }).fill('4');
    await page.getByRole('button', { name: 'Post only' }).click();
    await page.getByRole('button', { name: `Buy 40 ${COIN} in 4 orders` }).click();
    const dialog = page.getByRole('dialog', { name: `Buy ${COIN}` });
    await dialog.getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
    await dialog.getByRole('button', { name: `Buy 40 ${COIN} in 4 orders` }).click();
    await expect(page.getByText('4 orders placed')).toBeVisible();
    await expect(orders.getByRole('row', { name: / Limit Buy / })).toHaveCount(4);
    await expect(orders.getByRole('row', { name: new RegExp(` ${at(0.95)} .*10\\.`) })).toBeVisible();
  });

  await test.step('a level shows the size of the client’s own order, and clicking it cancels the order', async () => {
    const best = await page.request.get(`/api/v3/recent-trades?name=${COIN}USDT&levels=1`);
    const { bids } = (await best.json()) as { bids: { unit_price: string }[] };
    const response = await page.request.post('/api/v2/my-order', {
      data: {
        name: `${COIN}USDT`,
        delegate_type: 'BUY',
        trade_type: 'limit',
        number_of_order: '7',
        order_per_unit: bids[0]?.unit_price,
        post_only: true,
        transaction_password: person.transactionPassword,
      },
      headers: { origin: process.env.VITRINE_BASE_URL ?? '', 'idempotency-key': crypto.randomUUID() },
    });
    expect(response.status(), await response.text()).toBe(200);
    const own = book.locator('[data-side="bids"] [data-own]');
    await expect(own).toHaveAccessibleDescription('You have an order at this price');
    await own.hover();
    await expect(book.getByText('Average price')).toBeVisible();
    await own.locator('[data-cell="own"]').click();
    await expect(page.getByText('Cancelled 1 order')).toBeVisible();
    await expect(own).toHaveCount(0);
  });

  await test.step('sizes are shown in the coin or in USDT, and both sides are compared', async () => {
    await expect(book.getByText(/^Bids \d+\.\d%/)).toBeVisible();
    await book.getByRole('button', { name: 'Show sizes in USDT' }).click();
    await expect(book.getByText('Amount (USDT)')).toBeVisible();
    await book.getByRole('button', { name: `Show sizes in ${COIN}` }).click();
    await expect(book.getByText(`Amount (${COIN})`)).toBeVisible();
  });

  await test.step('prices can rise in blue, on every device', async () => {
    await page.goto('/settings');
    await page.getByText('Blue (color-blind)').click();
    await expect(page.locator('html')).toHaveAttribute('data-rising', 'blue');
    await expect
      .poll(async () => (await (await page.request.get('/api/v3/preferences')).json()).preferences.rising)
      .toBe('blue');
  });
});
