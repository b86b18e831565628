import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { contrastFindings, seriousFindings } from './accessibility.ts';
import { deposit, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { newStaff, type StaffPerson, signInStaff } from './staff.ts';

test.setTimeout(240_000);

const DAYS = 30;
const baseURL = process.env.VITRINE_BASE_URL ?? '';

async function post(request: BrowserContext['request'], path: string, data: object) {
  const answer = await request.post(path, { data, headers: { origin: baseURL } });
  expect(answer.status(), `POST ${path}: ${await answer.text()}`).toBe(200);
  return answer.json();
}

type Markets = Calls['GET /api/v3/futures/markets']['response'];
const marketOf = async (request: BrowserContext['request'], name: string) => {
  const { markets } = (await (await request.get('/api/v3/futures/markets')).json()) as Markets;
  return markets.find((market) => market.name === name);
};

/** Two operators list a perpetual market with a minimum term, and open it. Returns its reference price. */
async function listWithTerm(browser: Browser, people: readonly StaffPerson[], coin: string): Promise<string> {
  const contexts = await Promise.all(people.map(() => browser.newContext({ baseURL })));
  const [lister, second] = contexts as [BrowserContext, BrowserContext];
  for (const [index, person] of people.entries()) await signInStaff(contexts[index] as BrowserContext, person);
  const name = `${coin}-USDT-PERP`;
  const pairs = (await (
    await lister.request.get('/api/v3/all-pairs')
  ).json()) as Calls['GET /api/v3/all-pairs']['response'];
  const close = pairs.coinpair.find((pair) => pair.name === coin)?.close ?? '';
  const decided = async (path: string, body: object) => {
    const { approval } = await post(lister.request, `/api/v3/console/markets/${path}`, {
      ...body,
      reason: 'For a test',
    });
    const answer = await post(second.request, '/api/v3/console/approvals/approve', { id: approval });
    expect(answer.approval).toMatchObject({ state: 'done' });
  };
  await decided('ask-for-perpetual', {
    base: coin,
    quote: 'USDT',
    tick: '0.001',
    lot: '0.01',
    minimum_amount: '0.01',
    maximum_amount: '100000',
    minimum_total: '5',
    maximum_total: '500000',
    band_percent: '10',
    maximum_open_orders: 200,
    reference_price: close,
    maximum_leverage: 20,
    maintenance_percent: '1',
    risk_limit: '50000',
    risk_step: '250000',
    risk_step_percent: '0.5',
    liquidation_fee_percent: '0.25',
    maximum_position: '10000',
    maximum_open_interest: '100000',
    minimum_term_days: DAYS,
  });
  await decided('ask-to-open', { name });
  await expect.poll(async () => (await marketOf(lister.request, name))?.status, { timeout: 30_000 }).toBe('open');
  await Promise.all(contexts.map((context) => context.close()));
  return close;
}

/** Signs in a client with 5,000 USDT in the futures wallet, and unlocks the session. */
async function trader(page: Page): Promise<void> {
  const person = await openAccount(page.request);
  await deposit(page.request, person, 'USDT', '5000');
  await signIn(page, person);
  const unlock = { transaction_password: person.transactionPassword, remember: true };
  const transfer = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '5000' };
  await post(page.request, '/api/v3/futures/transfer', { ...transfer, ...unlock });
}

/** A client who offers the other side of a position at this price. */
async function offer(browser: Browser, name: string, order: object): Promise<void> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await trader(page);
  await post(context.request, '/api/v3/futures/accept-risks', {});
  await post(context.request, '/api/v3/futures/accept-term', { name, minimum_term_days: DAYS });
  await post(context.request, '/api/v3/futures/orders', { name, effect: 'open', trade_type: 'limit', ...order });
  await context.close();
}

/**
 * Clicks an element that a notice may cover. First moves the pointer away and waits for the notice to close, because it
 * stays open while the pointer is above it.
 */
async function clickUncovered(page: Page, target: Locator): Promise<void> {
  await page.mouse.move(5, 5);
  await expect(page.getByText('Order created successfully')).toHaveCount(0, { timeout: 20_000 });
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await target.click();
}

test('a market with a minimum term says so before a position is opened, and until when the position stays open', {
  tag: '@desk',
}, async ({ page, browser }) => {
  // A coin without a perpetual market. No other test lists one for it.
  const coin = 'DOT';
  const name = `${coin}-USDT-PERP`;
  const people = await newStaff(page.request, 'administrator', ['listing'], ['listing']);
  const price = await listWithTerm(browser, people, coin);
  await offer(browser, name, { side: 'short', number_of_order: '40', order_per_unit: price });
  await trader(page);
  const form = page.locator('[data-panel="ticket"]');
  const list = page.getByRole('tabpanel', { name: /^Positions/ });

  await test.step('the contract rules and the order form state the term', async () => {
    await page.goto(`/markets/futures/${coin}`);
    await expect(page.getByText('Minimum term of a position')).toBeVisible();
    await expect(page.getByText(/for 10 seconds after it has opened, trigger, .* orders wait/)).toBeVisible();
    await expect(
      page.getByText(
        /In the last hour before a planned delisting, .* within 1% .* stop order may find no counterparty/,
      ),
    ).toBeVisible();
    await expect(page.getByText('30 days', { exact: true })).toBeVisible();
    await page.goto(`/trades/futures/${coin}`);
    await expect(form.getByText('Minimum term: 30 days.')).toBeVisible();
    await form.getByRole('button', { name: 'TP/SL' }).click();
    await expect(form.getByRole('textbox', { name: 'Stop-loss' })).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'Take-profit' })).toHaveCount(0);
    await form.getByRole('button', { name: 'TP/SL' }).click();
  });

  const buy = async (amount: string) => {
    await form.getByRole('button', { name: 'Limit', exact: true }).click();
    await form.getByRole('button', { name: 'COIN' }).click();
    await form.getByRole('textbox', { name: 'Price' }).fill(price);
    await form.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await form.getByRole('button', { name: new RegExp(`^BUY MORE ${amount} ${coin} at `) }).click();
  };

  await test.step('the first order requires that the client accepts the risks and the term, and nothing is sent before', async () => {
    await buy('10');
    const notice = page.getByRole('dialog', { name: 'Futures risks' });
    await expect(notice.getByRole('heading', { name: 'Minimum term of 30 days' })).toBeVisible();
    await expect(
      notice.getByText(/^Before the minimum term ends, you cannot freely close a position in this market/),
    ).toBeVisible();
    await expect(notice.getByText(/while its unrealized PnL is at least its margin/)).toBeVisible();
    const accept = notice.getByRole('button', { name: 'Accept and continue' });
    await notice.getByRole('checkbox', { name: 'I have read this and can afford these losses' }).check();
    await expect(accept).toBeDisabled();
    await notice.getByRole('checkbox', { name: /cannot close my position at will for 30 days$/ }).check();
    expect(await seriousFindings(page, { within: '[role="dialog"]' })).toEqual([]);
    expect(await contrastFindings(page, 'dark', '[role="dialog"]')).toEqual([]);
    const positions = await (await page.request.get('/api/v3/futures/positions')).json();
    expect(positions.positions).toEqual([]);
    await accept.click();
    await expect(page.getByText(new RegExp(`^Opened long 10 ${coin} at `))).toBeVisible();
  });

  await test.step('a further order asks nothing more, and begins the term again', async () => {
    const endOf = async () => (await (await page.request.get('/api/v3/client-margin')).json()).margin[0]?.end_date;
    const end = await endOf();
    expect(Date.parse(end) - Date.now()).toBeGreaterThan((DAYS - 1) * 86_400_000);
    await buy('5');
    await expect(page.getByText(new RegExp(`^Opened long 5 ${coin} at `))).toBeVisible();
    await expect.poll(async () => Date.parse(await endOf()) > Date.parse(end)).toBe(true);
  });

  await test.step('the position says until when it stays open, and how it can be closed early', async () => {
    const bound = list.getByRole('button', { name: new RegExp(`^BUY MORE ${coin} can be closed from `) });
    await expect(bound).toContainText('30 days left');
    await expect(list.getByRole('button', { name: /^Close Position/ })).toHaveCount(0);
    await clickUncovered(page, bound);
    const dialog = page.getByRole('dialog', { name: `Minimum term of your ${coin} position` });
    await expect(dialog).toContainText(
      /30 days left\. The position can be closed early if its unrealized PnL reaches [\d.]+ USDT, or if its total assets \(margin plus unrealized PnL\) fall to or below [\d.]+ USDT\./,
    );
    expect(await seriousFindings(page, { within: '[role="dialog"]' })).toEqual([]);
    expect(await contrastFindings(page, 'dark', '[role="dialog"]')).toEqual([]);
    await expect(dialog).toContainText('Adding to the position begins the term again for all of it.');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await clickUncovered(page, list.getByRole('button', { name: `Remove margin from BUY MORE ${coin}` }));
    const removing = page.getByRole('dialog', { name: 'Remove margin' });
    await expect(removing).toContainText('Margin cannot be removed before the minimum term ends on');
    await page.keyboard.press('Escape');
    await expect(removing).toHaveCount(0);
    const future_id = (await (await page.request.get('/api/v3/client-margin')).json()).margin[0]?.id;
    const refused = await post(page.request, '/api/v3/futures/close', { future_id });
    expect(refused).toMatchObject({ message: 'closePositionError', daysLeft: DAYS });
  });

  await test.step('a stop-loss can be set, but no take-profit', async () => {
    await clickUncovered(page, list.getByRole('button', { name: /^Take-profit and stop-loss for/ }).first());
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Take-profit orders are not possible before the term ends.')).toBeVisible();
    await expect(dialog.getByRole('textbox')).toHaveCount(1);
    await dialog.getByRole('textbox').fill(String(Math.round(Number(price) * 0.97 * 100) / 100));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => {
        const { orders } = await (await page.request.get('/api/v3/futures/open-orders')).json();
        return orders.map((order: { type: string }) => order.type);
      })
      .toEqual(['STOP_MARKET']);
  });

  await test.step('at a profit of its margin, it can be closed early', async () => {
    await post(page.request, '/sandbox/prices', { coin, changePercent: 12, seconds: 4 });
    await expect(list.getByRole('button', { name: `Close Position: BUY MORE ${coin}` })).toBeVisible({
      timeout: 90_000,
    });
  });
});
