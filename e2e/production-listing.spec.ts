import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { newPerson, type Person } from './exchange.ts';
import { chooseNetwork } from './networks.ts';
import { type Production, startProduction } from './production.ts';
import { approveShown, freshCode } from './staff.ts';

test.setTimeout(400_000);

const ETHER = 10n ** 18n;
/** Confirmations until a deposit through ERC20 is available. */
const UNLOCK = 64;
const PRICE = '2000.00';

let production: Production;
test.beforeAll(async () => {
  test.setTimeout(200_000);
  production = await startProduction();
});
test.afterAll(() => production?.stop());

async function post(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(path, { data, headers: { origin: production.baseUrl } });
  expect(answer.status(), `POST ${path}: ${await answer.text()}`).toBe(200);
  return answer.json();
}

/** A page in a separate browser context, whose cookies can also be used for API calls. */
async function newPage(browser: Browser): Promise<Page> {
  const { baseUrl: baseURL } = production;
  return (await browser.newContext({ baseURL, ignoreHTTPSErrors: true })).newPage();
}

/**
 * A console page of a new administrator, who is invited with create-admin.ts. New staff can make and approve requests
 * only 24 hours after enrolling; changing two dates in the database skips this wait.
 */
async function newDesk(browser: Browser, name: string): Promise<Page> {
  const page = await newPage(browser);
  const { request } = page.context();
  const email = `${name.toLowerCase()}@console.example`;
  const password = `Pelican-orchard-${name}`;
  const said = await production.run('create-admin.ts', ['--email', email, '--name', name, '--force']);
  const token = /welcome#([\w-]{43})/.exec(said)?.[1];
  const words = { token, password, password_confirmation: password };
  const { ticket, key } = await post(request, '/api/v3/console/welcome', words);
  const person = { name, email, password, key, lastStep: 0 };
  await post(request, '/api/v3/console/enrol', { ticket, code: await freshCode(person) });
  await production.database.query(
    `update staff_member set joined_at = joined_at - interval '2 days', enrolled_at = enrolled_at - interval '2 days'
     where email = $1`,
    [email],
  );
  const first = await post(request, '/api/v3/console/login', { email, password });
  const second = { ticket: first.ticket, code: await freshCode(person) };
  await post(request, '/api/v3/console/second-factor', second);
  return page;
}

/** A client who has signed up with a code sent by email. */
async function newClient(browser: Browser): Promise<Client> {
  const page = await newPage(browser);
  const { request } = page.context();
  const person = newPerson();
  const { email: username, password } = person;
  await post(request, '/api/v2/send-code', { email: username });
  await post(request, '/api/v2/register', {
    code: await production.mailbox.code(username),
    username,
    password,
    password_confirmation: password,
    transaction_password: person.transactionPassword,
  });
  await post(request, '/api/v3/login', { username, password });
  return { page, person };
}

interface Client {
  readonly page: Page;
  readonly person: Person;
}

async function ask(
  desk: Page,
  fields: Readonly<Record<string, string>>,
  action: string | RegExp,
  sent = 'Approval requested. A second person must approve or reject it.',
) {
  const dialog = desk.getByRole('dialog');
  for (const [name, text] of Object.entries({ ...fields, Reason: 'Approved by the committee' }))
    await dialog.getByLabel(name).fill(text);
  await dialog.getByRole('button', { name: action }).click();
  await expect(desk.getByText(sent).first()).toBeVisible();
}

async function approve(desk: Page, subject: string) {
  await desk.goto('/console/approvals');
  await approveShown(desk, desk.getByRole('article').filter({ hasText: subject }));
}

async function deposit({ page }: Client, coin: 'ETH' | 'USDT', amount: bigint) {
  await page.goto(`/wallet/deposit?coin=${coin}`);
  await chooseNetwork(page, 'ERC20');
  await page.getByRole('button', { name: 'Generate Address' }).click();
  const to = (await page.getByText(/^0x[0-9a-fA-F]{40}$/).textContent()) ?? '';
  await production.network.pay({ to, coin, amount });
  await production.network.mine(UNLOCK);
}

const available = async ({ page }: Client, coin: string): Promise<number> => {
  const { wallet } = await (await page.request.get(`/api/v3/wallet-balance?name=${coin}`)).json();
  return Number(wallet.available);
};

async function order({ page, person }: Client, side: 'Buy' | 'Sell', amount: string) {
  await page.goto('/trades/spot/ETH');
  await page.getByRole('button', { name: side, exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Price' }).fill(PRICE);
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByRole('button', { name: new RegExp(`^${side} .* at `) }).click();
  const dialog = page.getByRole('dialog', { name: `${side} ETH` });
  await dialog.getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
  await dialog.getByRole('button', { name: new RegExp(`^${side}`) }).click();
  await expect(dialog).toHaveCount(0);
}

test('in production, two operators list coins and a market; clients deposit the coins from a network and trade', {
  tag: '@desk',
}, async ({ browser }) => {
  const desk = await newDesk(browser, 'Ada');
  const other = await newDesk(browser, 'Noor');

  await test.step('in an installation without markets, two people list two coins', async () => {
    await desk.goto('/console/coins');
    await desk.getByRole('button', { name: 'List a coin' }).click();
    const fields = { Code: 'USDT', Decimals: '6', Name: 'Tether', 'Rank in lists': '1' };
    await ask(desk, fields, 'Request approval');
    await approve(other, 'coin USDT');
  });

  await test.step('with the second coin, they change the minimums and fee of its network', async () => {
    await desk.goto('/console/coins');
    await desk.getByRole('button', { name: 'List a coin' }).click();
    const dialog = desk.getByRole('dialog');
    const network = dialog.getByRole('group', { name: /^ETH on ERC20/ });
    for (const [name, text] of Object.entries({ Code: 'ETH', Decimals: '2', Name: 'Ethereum' }))
      await dialog.getByLabel(name).fill(text);
    await expect(network.getByText('An amount on a network has more decimals than the coin')).toBeVisible();
    await dialog.getByLabel('Decimals').fill('8');
    await expect(network.getByLabel('Minimum withdrawal')).toHaveValue('0.01');
    await network.getByLabel('Minimum deposit').fill('0.002');
    await network.getByLabel('Withdrawal fee').fill('0.02');
    await expect(network.getByText('The minimum withdrawal must be greater than the fee')).toBeVisible();
    await network.getByLabel('Withdrawal fee').fill('0.003');
    const sent = 'Two approvals requested: the coin and its networks.';
    await ask(desk, { 'Rank in lists': '1' }, 'Request approval', sent);
    await other.goto('/console/approvals');
    const request = other.getByRole('article').filter({ hasText: 'exchange settings' });
    await expect(request).toContainText('0.003');
    await approve(other, 'coin ETH');
    await approve(other, 'exchange settings');
    const { networks } = await (await desk.request.get('/api/v3/networks')).json();
    const row = networks.find((one: { coin: string; value: string }) => one.coin === 'ETH' && one.value === 'ERC20');
    expect(row).toMatchObject({ gasFee: '0.003', minimum: '0.01' });
  });

  await test.step('they list the market of these coins, and open it', async () => {
    await desk.goto('/console/markets');
    await desk.getByRole('button', { name: 'List a market' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Base coin').selectOption('ETH');
    await dialog.getByLabel('Quote coin').selectOption('USDT');
    const fields = {
      'Tick (price step)': '0.01',
      'Lot (amount step)': '0.0001',
      'Minimum amount': '0.001',
      'Maximum amount': '1000',
      'Minimum order value': '5',
      'Maximum order value': '1000000',
      'Reference price': PRICE,
    };
    const fees = dialog.getByRole('group', { name: /^Fee rates of all markets/ });
    await expect(fees.getByText('No fee rates are set: orders pay no fees.')).toBeVisible();
    await fees.getByLabel('Maker fee, all tiers').fill('0.2');
    await fees.getByLabel('Taker fee, all tiers').fill('0.1');
    await expect(fees.getByText('The maker fee must not exceed the taker fee')).toBeVisible();
    await fees.getByLabel('Maker fee, all tiers').fill('0.08');
    const sent = 'Two approvals requested: the market and the fee rates.';
    await ask(desk, fields, 'Request approval of ETH/USDT', sent);
    await approve(other, 'market ETHUSDT');
    await approve(other, 'exchange settings');
    await desk.goto('/console/markets');
    await desk.getByRole('button', { name: 'List a market' }).click();
    await expect(fees.getByLabel('Taker fee, lowest tier')).toHaveValue('0.1');
    await expect(fees.getByText('No fee rates are set')).toHaveCount(0);
    await desk.goto('/console/markets');
    await desk.getByRole('button', { name: 'Open: ETHUSDT' }).click();
    await ask(desk, {}, 'Request to open ETHUSDT');
    await approve(other, 'market ETHUSDT');
  });

  const [seller, buyer] = [await newClient(browser), await newClient(browser)];
  await test.step('clients deposit both coins from the network', async () => {
    await deposit(seller, 'ETH', 2n * ETHER);
    await deposit(buyer, 'USDT', 5_000_000_000n);
    await expect.poll(() => available(seller, 'ETH'), { timeout: 60_000 }).toBe(2);
    await expect.poll(() => available(buyer, 'USDT'), { timeout: 60_000 }).toBe(5000);
    await seller.page.reload();
    await seller.page
      .getByText(/^2(\.0+)? ETH$/)
      .first()
      .click();
    await expect(seller.page.getByRole('dialog', { name: 'Deposit details' })).toContainText('Completed');
  });

  await test.step('clients trade the coins with each other', async () => {
    await order(seller, 'Sell', '1.5');
    await expect(
      seller.page
        .getByRole('tabpanel', { name: /^Open orders/ })
        .getByText(/2,?000/)
        .first(),
    ).toBeVisible();
    await order(buyer, 'Buy', '1.5');
    await expect.poll(() => available(buyer, 'ETH')).toBe(1.5);
    // 3,000 USDT, less the maker fee of 0.08%, and plus the taker fee of 0.1%.
    await expect.poll(() => available(seller, 'USDT')).toBe(2997.6);
    await expect.poll(() => available(buyer, 'USDT')).toBe(1997);
    await expect.poll(() => available(seller, 'ETH')).toBe(0.5);
    const { coinpair } = await (await buyer.page.request.get('/api/v3/all-pairs')).json();
    expect(coinpair.map(({ name, close }: { name: string; close: string }) => [name, Number(close)])).toEqual([
      ['ETH', 2000],
    ]);
  });

  for (const page of [desk, other, seller.page, buyer.page]) await page.context().close();
});
