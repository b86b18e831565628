import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { deposit, newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { approveShown, newStaff, type StaffPerson, signInStaff } from './staff.ts';

test.setTimeout(300_000);

async function deskOf(browser: Browser, person: StaffPerson): Promise<Page> {
  const baseURL = process.env.VITRINE_BASE_URL ?? '';
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  await signInStaff(context, person);
  return context.newPage();
}

async function approve(desk: Page, subject: string, kind: string) {
  await desk.goto('/console/approvals');
  const asked = desk.getByRole('article').filter({ hasText: subject }).filter({ hasText: kind });
  await approveShown(desk, asked);
}

async function fill(page: Page, fields: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(fields)) await page.getByRole('dialog').getByLabel(name).fill(text);
}

const asked = (page: Page) =>
  expect(page.getByText('Approval requested. A second person must approve or reject it.').first()).toBeVisible();

test('two operators list a coin and its market and open it, a client trades it, and one operator stops it', {
  tag: '@desk',
}, async ({ page, browser, request }) => {
  const coin = `X${randomUUID().replaceAll('-', '').slice(0, 6).toUpperCase()}`;
  const market = `${coin}USDT`;
  const [lister, second] = await newStaff(request, 'administrator', ['listing'], ['listing']);
  if (lister === undefined || second === undefined) throw new Error('no staff member was created');
  const desk = await deskOf(browser, lister);
  const other = await deskOf(browser, second);

  await test.step('the form for the coin says what the ledger can hold, and what is missing', async () => {
    await desk.goto('/console/coins');
    await desk.getByRole('button', { name: 'List a coin' }).click();
    const dialog = desk.getByRole('dialog');
    await fill(desk, { Code: coin.toLowerCase(), Decimals: '6' });
    await expect(dialog.getByText(/at most 9,007,199,254\.740991 /)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Enter a name' })).toBeVisible();
    await expect(dialog.getByText(`This exchange supports no network for ${coin}`)).toBeVisible();
    await fill(desk, { Code: 'USDC' });
    await expect(dialog.getByRole('group', { name: /^USDC on TRC20/ }).getByLabel('Withdrawal fee')).toBeDisabled();
    await fill(desk, { Code: coin });
    await fill(desk, { Name: `New coin ${coin}`, 'Rank in lists': '500', Reason: 'Approved by the committee' });
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await asked(desk);
    await approve(other, `coin ${coin}`, 'New coin');
  });

  await test.step('in the form for the market, a lot that does not fit is replaced by the suggested one', async () => {
    await desk.goto('/console/markets');
    await desk.getByRole('button', { name: 'List a market' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Base coin').selectOption(coin);
    await dialog.getByLabel('Quote coin').selectOption('USDT');
    await fill(desk, {
      'Tick (price step)': '0.0001',
      'Lot (amount step)': '0.001',
      'Minimum amount': '0.05',
      'Maximum amount': '250000',
      'Minimum order value': '5',
      'Maximum order value': '1000000',
      'Reference price': '3.1842',
      Reason: 'Approved by the committee',
    });
    await expect(dialog.getByText('Too small for this tick')).toBeVisible();
    await dialog.getByRole('button', { name: 'Set the lot to 0.01' }).click();
    await expect(dialog.getByText('Too small for this tick')).toHaveCount(0);
    await expect(dialog.getByText('2.8658').first()).toBeVisible();
    await test.step('what is typed is saved as a draft, which continues after a reload and ends with the request', async () => {
      const drafts = dialog.getByRole('region', { name: 'Drafts' });
      await drafts.getByRole('button', { name: 'Save draft' }).click();
      await expect(drafts.getByText(market)).toBeVisible();
      await desk.reload();
      await desk.getByRole('button', { name: 'List a market' }).click();
      await fill(desk, { 'Minimum amount': '7' });
      await drafts.getByRole('button', { name: 'Save draft' }).click();
      await expect(drafts.getByRole('listitem')).toHaveCount(2);
      await drafts.getByRole('button', { name: 'Discard the draft of No coin chosen' }).click();
      await expect(drafts.getByRole('listitem')).toHaveCount(1);
      await drafts.getByRole('button', { name: `Continue the draft of ${market}` }).click();
      await expect(dialog.getByLabel('Minimum amount')).toHaveValue('0.05');
      await expect(dialog.getByLabel('Lot (amount step)')).toHaveValue('0.01');
      await expect(dialog.getByLabel('Base coin')).toHaveValue(coin);
      await fill(desk, { Reason: 'Approved by the committee' });
    });
    await expect(dialog.getByLabel('Default slippage')).toHaveValue('1');
    await expect(dialog.getByLabel('Taker fee, lowest tier')).toBeDisabled();
    await expect(dialog.getByText('Only staff with the Treasury role can change the rates')).toBeVisible();
    await fill(desk, { 'Default slippage': '50.1' });
    await expect(dialog.getByText('From 0% to 50%')).toBeVisible();
    await fill(desk, { 'Default slippage': '2.5' });
    await dialog.getByRole('button', { name: `Request approval of ${coin}/USDT` }).click();
    await asked(desk);
    await approve(other, `market ${market}`, 'New market');
    await desk.goto('/console/markets');
    await desk.getByRole('button', { name: 'List a market' }).click();
    await expect(dialog.getByRole('region', { name: 'Drafts' })).toContainText('Save draft');
    await expect(dialog.getByRole('region', { name: 'Drafts' }).getByRole('listitem')).toHaveCount(0);
  });

  const row = desk.getByRole('row').filter({ has: desk.getByText(market, { exact: true }) });
  await test.step('the market is listed halted, and opens once the second person approves', async () => {
    await desk.goto('/console/markets');
    await expect(row).toContainText('Halted');
    await row.getByRole('button', { name: `Open: ${market}` }).click();
    await fill(desk, { Reason: 'As announced' });
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: `Request to open ${market}` })
      .click();
    await asked(desk);
    await approve(other, `market ${market}`, 'Market opening');
  });

  await test.step('clients find the market, and can place an order', async () => {
    const person = await openAccount(request, newPerson());
    await signIn(page, person);
    await page.goto(`/trades/spot/${coin}`);
    await expect(page.getByRole('heading', { name: new RegExp(coin) }).first()).toBeVisible();
    const { coinpair } = await (await request.get('/api/v3/all-pairs')).json();
    expect(coinpair.find(({ name }: { name: string }) => name === coin)).toMatchObject({
      full_name: `New coin ${coin}`,
    });
    await deposit(request, person, 'USDT', '100');
    const conversion = { from: 'USDT', to: coin, amount: '20', receives: '10', remember: true };
    const placed = await page.request.post('/api/v3/convert/limit-order', {
      data: { ...conversion, transaction_password: person.transactionPassword },
      headers: { origin: process.env.VITRINE_BASE_URL ?? '', 'idempotency-key': randomUUID() },
    });
    expect(await placed.json()).toMatchObject({ message: 'success' });
  });

  await test.step('the ticket shows the market’s default slippage, which two people change', async () => {
    const ticket = async () => {
      await page.goto(`/trades/spot/${coin}`);
      await page.getByRole('button', { name: 'Market', exact: true }).click();
      return page
        .locator('dl, li, div')
        .filter({ hasText: /^Max slippage/ })
        .last();
    };
    await expect(await ticket()).toContainText('2.5%');
    await desk.goto('/console/markets');
    await expect(row).toContainText('2.5%');
    await row.getByRole('button', { name: `Change limits: ${market}` }).click();
    await fill(desk, { 'Default slippage': '0.75', Reason: 'As announced' });
    await expect(desk.getByRole('table', { name: 'What changes' })).toContainText('0.75');
    await desk.getByRole('dialog').getByRole('button', { name: 'Request approval' }).click();
    await asked(desk);
    await approve(other, `market ${market}`, 'Market limits');
    await expect(await ticket()).toContainText('0.75%');
  });

  await test.step('two operators set the market’s reference price, which moves its price band, and clear it', async () => {
    const limit = async (order_per_unit: string) => {
      const data = { name: market, delegate_type: 'BUY', trade_type: 'limit', number_of_order: '2', order_per_unit };
      const headers = { origin: process.env.VITRINE_BASE_URL ?? '', 'idempotency-key': randomUUID() };
      return (await page.request.post('/api/v2/my-order', { data, headers })).json();
    };
    expect(await limit('4.2')).toMatchObject({ code: 'outside_price_band' });
    await desk.goto('/console/markets');
    await expect(row.getByRole('button', { name: `Clear reference price: ${market}` })).toHaveCount(0);
    await row.getByRole('button', { name: `Set reference price: ${market}` }).click();
    const dialog = desk.getByRole('dialog');
    await expect(dialog).toContainText('The band is now centered on 3.1842 USDT. There has been no trade yet.');
    await expect(dialog).toContainText('From 1.5921 to 6.3684 USDT');
    await fill(desk, { 'Reference price': '9', Reason: 'The listing price is out of date' });
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await expect(dialog).toContainText('at least half and at most twice the present one (3.1842)');
    await fill(desk, { 'Reference price': '4' });
    await expect(dialog.getByRole('region', { name: 'Price band' })).toContainText('4.4');
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await asked(desk);
    await other.goto('/console/approvals');
    const request = other.getByRole('article').filter({ hasText: `market ${market}` });
    await expect(request).toContainText('Highest allowed price');
    await expect(request).toContainText('The listing price is out of date');
    await approve(other, `market ${market}`, 'Reference price');
    await desk.goto('/console/markets');
    await expect(row).toContainText('Set by operators');
    expect(await limit('4.2')).toMatchObject({ message: 'success' });
    await row.getByRole('button', { name: `Clear reference price: ${market}` }).click();
    await expect(dialog).toContainText('centered on the reference price, 4 USDT');
    await fill(desk, { Reason: 'The market trades again' });
    await dialog.getByRole('button', { name: 'Request to clear it' }).click();
    await asked(desk);
    await approve(other, `market ${market}`, 'Reference price');
    await desk.goto('/console/markets');
    await expect(row).not.toContainText('Set by operators');
    expect(await limit('4.2')).toMatchObject({ code: 'outside_price_band' });
  });

  await test.step('two operators plan a delisting, which the trade page announces, and cancel it', async () => {
    await desk.goto('/console/markets');
    await row.getByRole('button', { name: `Delist: ${market}` }).click();
    const time = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
    await fill(desk, { 'Time of the delisting (UTC, optional)': time(24), Reason: 'As announced' });
    await expect(desk.getByRole('dialog')).toContainText('At the planned time');
    const send = desk.getByRole('dialog').getByRole('button', { name: `Request delisting of ${market}` });
    await send.click();
    await expect(desk.getByRole('dialog')).toContainText('at least 48 hours ahead');
    await fill(desk, { 'Time of the delisting (UTC, optional)': time(72) });
    await send.click();
    await asked(desk);
    await other.goto('/console/approvals');
    await expect(other.getByRole('article').filter({ hasText: `market ${market}` })).toContainText('Delisting time');
    await approve(other, `market ${market}`, 'Market delisting');
    await desk.goto('/console/markets');
    await expect(row).toContainText(`Delisting ${time(72).slice(0, 10)}`);
    await expect(row.getByRole('button', { name: `Delist: ${market}` })).toHaveCount(0);
    await page.reload();
    await expect(
      page.getByRole('region', { name: `${coin}/USDT` }).getByText(/^Delisting [A-Z][a-z]+ \d+/),
    ).toBeVisible();
    await row.getByRole('button', { name: `Cancel delisting: ${market}` }).click();
    await fill(desk, { Reason: 'The project answered' });
    await desk.getByRole('dialog').getByRole('button', { name: 'Request cancellation of the delisting' }).click();
    await asked(desk);
    await approve(other, `market ${market}`, 'Delisting cancellation');
    await desk.goto('/console/markets');
    await expect(row).not.toContainText('Delisting');
    await expect(row.getByRole('button', { name: `Delist: ${market}` })).toBeVisible();
  });

  await test.step('a single operator stops the market, effective immediately', async () => {
    await desk.goto('/console/markets');
    await expect(row).toContainText('Open');
    await row.getByRole('button', { name: `Halt: ${market}` }).click();
    await expect(desk.getByRole('dialog')).toContainText('without a second person');
    await fill(desk, { Reason: 'A fault of the network' });
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: `Halt ${market} now` })
      .click();
    await expect(row).toContainText('Halted');
  });

  await test.step('two operators delist the market, whose page then says so', async () => {
    await row.getByRole('button', { name: `Delist: ${market}` }).click();
    const dialog = desk.getByRole('dialog');
    await expect(dialog).toContainText('cannot be opened again');
    await fill(desk, { Reason: 'As announced' });
    await dialog.getByRole('button', { name: `Request delisting of ${market}` }).click();
    await asked(desk);
    await approve(other, `market ${market}`, 'Market delisting');
    await desk.goto('/console/markets');
    await expect(row).toContainText('Delisted');
    await expect(row.getByRole('button')).toHaveCount(0);
    for (const path of [`/trades/spot/${coin}`, `/price/${coin}`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: `${market} was delisted` })).toBeVisible();
    }
    await page.goto('/account/notifications');
    await expect(page.getByText(`Limit conversion of 20 USDT to ${coin} ended`)).toBeVisible();
    await page.goto('/markets/prices');
    await expect(page.getByRole('heading').first()).toBeVisible();
    const { coinpair } = await (await request.get('/api/v3/all-pairs')).json();
    expect(coinpair.map(({ name }: { name: string }) => name)).not.toContain(coin);
    const { result, error } = await request
      .get(`/api/v3/getOrder?symbol=${coin}`)
      .then(async (response) => ({ result: response.status(), error: (await response.json()).code }));
    expect([result, error]).toEqual([410, 'market_delisted']);
  });
  await Promise.all([desk.context().close(), other.context().close()]);
});

test('two operators list a perpetual market on a coin that has a spot market', { tag: '@desk' }, async ({
  browser,
  request,
}) => {
  const [lister, second] = await newStaff(request, 'administrator', ['listing'], ['listing']);
  if (lister === undefined || second === undefined) throw new Error('no staff member was created');
  const desk = await deskOf(browser, lister);
  const other = await deskOf(browser, second);
  const name = 'LTC-USDT-PERP';
  const { coinpair } = await (await request.get('/api/v3/all-pairs')).json();
  const { close } = coinpair.find((one: { name: string }) => one.name === 'LTC');

  await desk.goto('/console/markets');
  await desk.getByRole('button', { name: 'List a perpetual market' }).click();
  const dialog = desk.getByRole('dialog');
  await test.step('the form checks the terms as the core does', async () => {
    await dialog.getByLabel('Base coin').selectOption('LTC');
    await fill(desk, {
      'Tick (price step)': '0.01',
      'Lot (amount step)': '0.001',
      'Minimum amount': '0.01',
      'Maximum amount': '10000',
      'Minimum order value': '5',
      'Maximum order value': '500000',
      'Reference price': close,
      'Maximum leverage': '50',
      'Maximum position per client': '5000',
      'Maximum open interest': '100000',
      Reason: 'Approved by the committee',
    });
    await expect(dialog.getByText(/^Must not|^Above 0%/)).toHaveCount(0);
    await fill(desk, { 'Maximum leverage': '100' });
    await expect(dialog.getByText('Above 0% and at most 0.5%, half of the initial margin')).toBeVisible();
    await fill(desk, { 'Maximum leverage': '50', 'Maximum open interest': '4000' });
    await expect(dialog.getByText('Must not be below the maximum position')).toBeVisible();
    await fill(desk, { 'Maximum open interest': '100000', 'Minimum term': '366' });
    await expect(dialog.getByText('A whole number from 0 to 365')).toBeVisible();
    await fill(desk, { 'Minimum term': '60' });
    await expect(dialog.getByRole('region', { name: 'Margins' })).toContainText('Initial margin at 50×');
  });

  await test.step('a source of the index that does not trade the symbol is refused', async () => {
    const symbol = dialog.getByRole('textbox', { name: 'Symbol at simulated market' });
    await expect(symbol).toHaveValue('LTC-USDT');
    await expect(dialog.getByRole('status').filter({ hasText: 'Index with these sources' })).toBeVisible();
    await symbol.fill('NOPE-USDT');
    await expect(dialog.getByText('Not traded there')).toBeVisible();
    await dialog.getByRole('button', { name: 'An index source has no price for its symbol' }).click();
    await expect(symbol).toBeFocused();
    await symbol.fill('LTC-USDT');
    await expect(dialog.getByText(/[\d.]+ USDT \d+ s ago/)).toBeVisible();
  });

  await test.step('a second person approves it, and it is listed, halted', async () => {
    await dialog.getByRole('button', { name: `Request approval of ${name}` }).click();
    await asked(desk);
    await other.goto('/console/approvals');
    await expect(
      other
        .getByRole('article')
        .filter({ hasText: `market ${name}` })
        .first(),
    ).toContainText('simulated LTC-USDT');
    await approve(other, `market ${name}`, 'New perpetual market');
    const row = desk.getByRole('row').filter({ has: desk.getByText(name, { exact: true }) });
    await expect(row).toContainText('Halted', { timeout: 20_000 });
    await expect(row.getByRole('button', { name: `Open: ${name}` })).toBeVisible();
  });

  await test.step('the risk page shows the market’s index before the market opens', async () => {
    await desk.goto(`/console/risk?market=${name}`);
    const sources = desk.getByRole('table', { name: 'Index sources' }).getByRole('row').filter({ hasText: 'LTC' });
    await expect(sources).toContainText('Halted');
    await expect(sources).toContainText(/\d s ago/);
  });

  const row = desk.getByRole('row').filter({ has: desk.getByText(name, { exact: true }) });
  await test.step('the sources of a listed market can be changed, but not to a symbol without a price', async () => {
    await desk.goto('/console/markets');
    await row.getByRole('button', { name: `Index sources: ${name}` }).click();
    const sources = desk.getByRole('dialog', { name: `Index sources of ${name}` });
    const symbol = sources.getByRole('textbox', { name: 'Symbol at simulated market' });
    await expect(symbol).toHaveValue('LTC-USDT');
    await expect(sources.getByText(/Index with these sources: [\d.]+ USDT/)).toBeVisible();
    await sources.getByRole('button', { name: 'Request approval' }).click();
    await expect(sources.getByText('No changes to save')).toBeVisible();
    await symbol.fill('NOPE-USDT');
    await expect(sources.getByText('Not traded there')).toBeVisible();
    await sources.getByRole('button', { name: 'Request approval' }).click();
    await expect(sources.getByText('An index source has no price for its symbol')).toBeVisible();
    await sources.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('two people change the terms of the market, and clients then see the new terms', async () => {
    await desk.goto('/console/markets');
    await row.getByRole('button', { name: `Change terms: ${name}` }).click();
    const terms = desk.getByRole('dialog', { name: `Change the terms of ${name}` });
    await expect(terms.getByLabel('Maximum leverage')).toHaveValue('50');
    await expect(terms.getByLabel('Minimum term')).toHaveValue('60');
    await terms.getByLabel('Reason').fill('As announced');
    await terms.getByRole('button', { name: 'No changes to save' }).click();
    await terms.getByLabel('Maximum leverage').fill('10');
    await terms.getByLabel('Minimum term').fill('30');
    await terms.getByLabel('Maintenance margin', { exact: true }).fill('6');
    await expect(terms.getByText('Above 0% and at most 5%, half of the initial margin')).toBeVisible();
    await terms.getByLabel('Maintenance margin', { exact: true }).fill('2');
    await expect(terms.getByRole('region', { name: 'Margins' })).toContainText('Initial margin at 10×');
    await expect(terms.getByRole('table', { name: 'What changes' })).toContainText('50');
    await expect(terms.getByText(/also apply to open positions/)).toBeVisible();
    await terms.getByRole('button', { name: 'Request approval' }).click();
    await asked(desk);
    await approve(other, `market ${name}`, 'Terms of a perpetual market');
    const { markets } = await (await request.get('/api/v3/futures/markets')).json();
    expect(markets.find((one: { name: string }) => one.name === name)).toMatchObject({
      leverages: [3, 5, 10],
      minimum_term_days: 30,
    });
  });

  await test.step('two people change its limits', async () => {
    await desk.goto('/console/markets');
    await row.getByRole('button', { name: `Change limits: ${name}` }).click();
    await fill(desk, { 'Maximum open orders per client': '201' });
    await expect(desk.getByText('A whole number from 1 to 200')).toBeVisible();
    await fill(desk, { 'Maximum open orders per client': '100', Reason: 'As announced' });
    await desk.getByRole('dialog').getByRole('button', { name: 'Request approval' }).click();
    await asked(desk);
    await approve(other, `market ${name}`, 'Market limits');
  });

  await test.step('a market that is being delisted shows what it waits for, and one person can halt it', async () => {
    const path = '**/api/v3/console/markets';
    await desk.route(path, async (route) => {
      const response = await route.fetch();
      const { markets } = await response.json();
      for (const one of markets)
        if (one.name === name) Object.assign(one, { is_delisting: true, delisting_obstacle: 'index_unconfirmed' });
      await route.fulfill({ response, json: { markets } });
    });
    await desk.goto('/console/markets');
    await expect(row).toContainText('Waiting until the index is confirmed and the mark price has reached it');
    await expect(row.getByRole('button')).toHaveCount(1);
    await row.getByRole('button', { name: `Halt: ${name}` }).click();
    await expect(desk.getByRole('dialog')).toContainText('The delisting is cancelled');
    await desk.unroute(path);
  });

  await test.step('both people see open interest and mark price before they delist the market', async () => {
    await desk.goto('/console/markets');
    await row.getByRole('button', { name: `Delist: ${name}` }).click();
    await expect(desk.getByRole('dialog')).toContainText(/at most 0[.0]* LTC on each side.*now [\d.]+ USDT/);
    await expect(desk.getByRole('dialog')).toContainText('one person can halt the market');
    await fill(desk, { Reason: 'As announced', 'Settlement price (USDT, optional)': '80' });
    const send = desk.getByRole('dialog').getByRole('button', { name: `Request delisting of ${name}` });
    await send.click();
    await expect(desk.getByRole('dialog')).toContainText('only for a perpetual market with open positions');
    await fill(desk, { 'Settlement price (USDT, optional)': '' });
    await send.click();
    await asked(desk);
    await other.goto('/console/approvals');
    const request = other
      .getByRole('article')
      .filter({ hasText: `market ${name}` })
      .filter({ hasText: 'Market delisting' });
    await expect(request).toContainText('Mark price when requested');
    await expect(request.getByRole('region', { name: 'Now' })).toContainText('Open positions');
    await approve(other, `market ${name}`, 'Market delisting');
    await desk.goto('/console/markets');
    await expect(row).toContainText('Delisted', { timeout: 20_000 });
  });
  await Promise.all([desk.context().close(), other.context().close()]);
});
