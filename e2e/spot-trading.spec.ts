import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { deposit, newPerson, openAccount, outboxCode, type Person, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { mine } from './networks.ts';

test.setTimeout(240_000);

/**
 * Quiet markets, in which few other orders come between those of the test's two clients. Each project has its own
 * market, because both projects may run at the same time.
 */
const MARKETS = { desktop: { coin: 'NEAR', priceDecimals: 4 }, phone: { coin: 'UNI', priceDecimals: 3 } } as const;
type Market = (typeof MARKETS)[keyof typeof MARKETS];
const BUYERS_USDT = '1000000';

type Fill = Calls['GET /api/v3/trades/trade-histories']['response']['trades'][number];

/** The rows of the order history, which are cards on a phone. */
const historyRows = (page: Page) => page.getByRole('tabpanel', { name: 'Order history' }).locator('tbody tr, article');

test('a person signs up, deposits, buys, sells to another person, cancels, and finds every unit accounted for', async ({
  page,
  browser,
  request,
}, { project }) => {
  const phone = project.name === 'phone';
  const market = MARKETS[phone ? 'phone' : 'desktop'];
  const { coin, priceDecimals } = market;
  const seller = newPerson();
  await signUp(page, seller);
  await depositInWallet(page, '5000');

  await page.goto(`/trades/spot/${coin}`);
  await test.step('buys at market', async () => {
    const chart = page.locator('[data-chart]');
    const newestX = async () => Number(await chart.locator('[data-newest-x]').getAttribute('data-newest-x'));
    if (phone) await expect.poll(newestX).toBeGreaterThan(0);
    const drawnX = phone ? await newestX() : 0;
    await openTicket(page, phone, 'Buy');
    if (phone) await expectSheet(page, coin);
    await page.getByRole('button', { name: 'Market', exact: true }).click();
    await page.getByRole('textbox', { name: 'Total' }).fill('2000');
    await page.getByRole('button', { name: new RegExp(`^Buy ${coin} for 2,?000`) }).click();
    await confirm(page, seller, true);
    await expect(page.getByText(new RegExp(`^Bought [\\d,.]+ ${coin} at [\\d.]+ · fee [\\d.]+ USDT$`))).toBeVisible();
    await closeTicket(page, phone);
    // The chart still shows the same candles; it would not if opening the order form had resized it.
    if (phone) {
      await expect(chart).toBeVisible();
      const width = (await chart.boundingBox())?.width ?? 0;
      expect(drawnX).toBeGreaterThan(width / 2);
      expect(drawnX).toBeLessThan(width);
      await expect.poll(async () => Math.abs((await newestX()) - drawnX)).toBeLessThan(width / 10);
    }
    if (phone) await page.getByRole('tab', { name: /^Orders/ }).click();
    await expectFunds(page, coin);
  });

  const price = await priceAboveTheMarket(page, market);
  await test.step('places a limit sell and sees it in the book and in open orders', async () => {
    await openTicket(page, phone, 'Sell');
    await page.getByRole('button', { name: 'Limit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Price' }).fill(price);
    await page.getByRole('button', { name: '50%', exact: true }).click();
    await placed(page, () => page.getByRole('button', { name: new RegExp(`^Sell .* ${coin} at `) }).click());
    await closeTicket(page, phone);
    await expect(openOrders(page).getByText(price).first()).toBeVisible();
    if (phone) await expect(page.getByRole('tab', { name: 'Orders (1)' })).toBeVisible();
    if (!phone) {
      await page.getByRole('button', { name: 'Asks only' }).click();
      const level = page.getByRole('option', { name: new RegExp(`^${price} `) });
      await expect(level).toHaveAccessibleDescription('You have an order at this price');
    }
  });

  const buyer = await openAccount(request);
  await deposit(request, buyer, 'USDT', BUYERS_USDT);
  await test.step('another person buys it in a second browser', async () => {
    const other = await secondBrowser(browser, page);
    const theirs = await other.newPage();
    await signIn(theirs, buyer);
    await theirs.goto(`/trades/spot/${coin}`);
    await openTicket(theirs, phone, 'Buy');
    await theirs.getByRole('textbox', { name: 'Price' }).fill(price);
    await theirs.getByRole('textbox', { name: 'Amount' }).fill(await amountUpTo(theirs, coin, price));
    await theirs.getByRole('button', { name: 'Immediate or cancel' }).click();
    await theirs.getByRole('button', { name: /^Buy .* at / }).click();
    await confirm(theirs, buyer, false);
    await expect.poll(async () => (await fillsOf(theirs)).length).toBeGreaterThan(0);
    expect((await fillsOf(theirs)).every((fill) => Number(fill.unit_price) <= Number(price))).toBe(true);
    await expectExactBalances(theirs, coin, BUYERS_USDT);
    await other.close();
  });

  await test.step('the sell is filled without a reload', async () => {
    await expect(openOrders(page).getByText(price)).toHaveCount(0);
    await page.getByRole('tab', { name: 'Order history' }).click();
    await expect(historyRows(page).getByText('Filled').first()).toBeVisible();
    expect((await fillsOf(page)).some((fill) => fill.role === 'maker' && fill.unit_price === price)).toBe(true);
  });

  await test.step('another order is cancelled', async () => {
    await page.getByRole('tab', { name: /^Open orders/ }).click();
    await openTicket(page, phone, 'Buy');
    const far = (Number(price) * 0.9).toFixed(priceDecimals);
    await page.getByRole('textbox', { name: 'Price' }).fill(far);
    await page.getByRole('textbox', { name: 'Amount' }).fill('10');
    await page.getByRole('button', { name: /^Buy 10.* at / }).click();
    await closeTicket(page, phone);
    await expect(openOrders(page).getByText(far).first()).toBeVisible();
    await page.getByRole('button', { name: /^Cancel the order: Buy/ }).click();
    await expect(openOrders(page).getByText(far)).toHaveCount(0);
    await page.getByRole('tab', { name: 'Order history' }).click();
    await expect(historyRows(page).getByText('Cancelled').first()).toBeVisible();
  });

  await test.step('histories and balances agree to the last unit', async () => {
    await page.getByRole('tab', { name: 'Trade history' }).click();
    const fills = await fillsOf(page);
    await expect(page.getByRole('tabpanel', { name: 'Trade history' }).getByText(price).first()).toBeVisible();
    expect(fills.length).toBeGreaterThanOrEqual(2);
    await expectExactBalances(page, coin, '5000');
  });
});

async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/signup');
  await page.getByRole('textbox', { name: 'Email address' }).fill(person.email);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(person.email)).toBeVisible();
  const code = await outboxCode(page.request, person.email);
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).click();
  await page.keyboard.type(code);
  // The code is submitted with its last digit, so the next step is already shown.
  await page.getByRole('textbox', { name: 'Phone number' }).fill('4155552671');
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(page.getByRole('heading', { name: 'Wallet' })).toBeVisible();
}

/** Deposits through the wallet: an address, a payment to it, and the required blocks. */
async function depositInWallet(page: Page, amount: string): Promise<void> {
  await page.getByRole('link', { name: 'Deposit', exact: true }).last().click();
  await page.getByRole('button', { name: 'Generate Address' }).click();
  await page.getByLabel('Amount to send').fill(amount);
  await page.getByRole('button', { name: 'Send test coins' }).click();
  await expect(page.getByText('Sent.')).toBeVisible();
  await mine(page.request, 'BEP20', 21);
  await expect(page.getByText('Completed').first()).toBeVisible();
  await page.goto('/wallet');
  await expect(page.getByText('5,000.00').first()).toBeVisible();
}

async function openTicket(page: Page, phone: boolean, side: 'Buy' | 'Sell'): Promise<void> {
  await page.getByRole('button', { name: side, exact: true }).first().click();
  if (phone) await expect(page.getByRole('dialog')).toBeVisible();
}

async function closeTicket(page: Page, phone: boolean): Promise<void> {
  if (!phone) return;
  const sheet = page.getByRole('dialog');
  if (await sheet.isVisible()) await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

/** On a phone, the ticket covers the chart, and its fields show their units. */
async function expectSheet(page: Page, coin: string): Promise<void> {
  await expect(page.locator('[data-chart]')).toBeHidden();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Available')).toBeInViewport();
  await expect(sheet.locator('label', { hasText: 'Amount' }).locator('xpath=..')).toContainText(coin);
  await expect(sheet.getByRole('button', { name: '0%', exact: true })).toBeHidden();
}

/** Confirms with the transaction password, which must be set up the first time. */
async function confirm(page: Page, person: Person, first: boolean): Promise<void> {
  if (first) {
    const setUp = page.getByRole('dialog', { name: 'Set a transaction password' });
    await setUp.getByRole('textbox', { name: 'Account password' }).fill(person.password);
    await setUp.getByRole('textbox', { name: 'Transaction password', exact: true }).fill(person.transactionPassword);
    await setUp.getByRole('textbox', { name: /again|Repeat|Confirm/ }).fill(person.transactionPassword);
    const submit = setUp.getByRole('button', { name: 'Set transaction password' });
    await noticed(page, 'Passwords Successfully Set up', () => submit.click());
    await expect(setUp).toHaveCount(0);
  }
  const dialog = page.getByRole('dialog', { name: /^(Buy|Sell) / });
  await dialog.getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
  if (first) await dialog.getByRole('checkbox', { name: 'Remember for 15 minutes' }).check();
  await placed(page, () => dialog.getByRole('button', { name: /^Buy|^Sell/ }).click());
}

/** A toast stays for only three seconds, so the wait for it starts before the click. */
async function noticed(page: Page, text: string, click: () => Promise<void>): Promise<void> {
  await Promise.all([expect(page.getByText(text).first()).toBeVisible(), click()]);
}

const placed = (page: Page, click: () => Promise<void>) => noticed(page, 'Order created successfully', click);

const openOrders = (page: Page) => page.getByRole('tabpanel', { name: /^Open orders/ });

async function expectFunds(page: Page, coin: string): Promise<void> {
  await page.getByRole('tab', { name: 'Funds' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Funds' }).getByText(coin).first()).toBeVisible();
  await page.getByRole('tab', { name: /^Open orders/ }).click();
}

type Book = Calls['GET /api/v3/recent-trades']['response'];

async function bookOf(page: Page, coin: string): Promise<Book> {
  const answer = await page.request.get(`/api/v3/recent-trades?name=${coin}USDT&levels=500`);
  return (await answer.json()) as Book;
}

/** A price high enough that only the intended person fills the order, and low enough to be visible in the book. */
async function priceAboveTheMarket(page: Page, { coin, priceDecimals }: Market): Promise<string> {
  const { asks } = await bookOf(page, coin);
  return (Number(asks[0]?.unit_price) * 1.003).toFixed(priceDecimals);
}

/** The amount that must be bought to clear the book up to a price, with a margin for new orders. */
async function amountUpTo(page: Page, coin: string, price: string): Promise<string> {
  const { asks } = await bookOf(page, coin);
  const offered = asks.filter(({ unit_price }) => Number(unit_price) <= Number(price));
  return (offered.reduce((sum, { number_of_order }) => sum + Number(number_of_order), 0) * 1.5).toFixed(2);
}

function secondBrowser(browser: Browser, page: Page): Promise<BrowserContext> {
  return browser.newContext({ viewport: page.viewportSize(), locale: 'en-US', timezoneId: 'UTC' });
}

async function fillsOf(page: Page): Promise<Fill[]> {
  const answer = await page.request.get('/api/v3/trades/trade-histories?limit=200');
  return ((await answer.json()) as Calls['GET /api/v3/trades/trade-histories']['response']).trades;
}

/** The sum of the fills must equal the wallet's balance, to the last unit. */
async function expectExactBalances(page: Page, coin: string, depositedUsdt: string): Promise<void> {
  let bought = 0n;
  let usdt = units(depositedUsdt);
  for (const fill of await fillsOf(page)) {
    const sign = fill.delegate_type === 'BUY' ? 1n : -1n;
    bought += sign * units(fill.number_of_order);
    usdt -= sign * units(fill.total) + units(fill.fee);
  }
  await expect(async () => {
    const answer = await page.request.get('/api/v3/wallets/spot');
    const { wallet } = (await answer.json()) as Calls['GET /api/v3/wallets/spot']['response'];
    const held = (name: string) => units(wallet.find((entry) => entry.name === name)?.coin_value ?? '0');
    expect({ bought: held(coin), usdt: held('USDT') }).toEqual({ bought, usdt });
  }).toPass({ timeout: 10_000 });
}

/** Converts a decimal string to units of 10^-18. */
function units(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}
