import type { Browser, Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { contrastFindings, seriousFindings } from './accessibility.ts';
import { deposit, newPerson, openAccount, type Person, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { newStaff, type StaffPerson, signInStaff } from './staff.ts';

const COIN = 'LINK';
const RULE = 'AML 4.2: trading waits until you have shown where the deposit of today came from.';
const APPEAL = 'The money is from the sale of my flat; I have sent you the contract.';
const ANSWER = 'The contract you sent answers our question. We are sorry for the wait.';
const FORM = { delegate_type: 'BUY', trade_type: 'limit', name: `${COIN}USDT`, order_per_unit: '1.0' };

type Entries = Calls['GET /api/v3/console/audit']['response'];

/** Opens a window with a member of staff signed in. */
async function openDesk(browser: Browser, person: StaffPerson): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signInStaff(context, person);
  return context.newPage();
}

/** Places an order that is not filled, so that no balance moves. */
async function placeBuyBelowTheMarket(page: Page, person: Person): Promise<string> {
  const answer = await page.request.get(`/api/v3/getOrder?symbol=${COIN}`);
  const { price } = (await answer.json()) as { price: { unit_price: string; price_decimals: number } };
  const limit = (Number(price.unit_price) * 0.9).toFixed(price.price_decimals);
  await page.getByRole('button', { name: 'Buy', exact: true }).click();
  await page.getByRole('textbox', { name: 'Price' }).fill(limit);
  await page.getByRole('textbox', { name: 'Amount' }).fill('20');
  await page.getByRole('button', { name: /^Buy 20.* at / }).click();
  const dialog = page.getByRole('dialog', { name: `Buy ${COIN}` });
  await dialog.getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
  await dialog.getByRole('button', { name: /^Buy 20.* at / }).click();
  await expect(
    page
      .getByRole('tabpanel', { name: /^Open orders/ })
      .getByText(limit)
      .first(),
  ).toBeVisible();
  return limit;
}

async function usdtOf(page: Page): Promise<{ available: string; frozen: string }> {
  const answer = await page.request.get('/api/v3/wallets/spot');
  const { wallet } = (await answer.json()) as Calls['GET /api/v3/wallets/spot']['response'];
  const usdt = wallet.find(({ name }) => name === 'USDT');
  return { available: usdt?.coin_value ?? '', frozen: usdt?.freeze_value ?? '' };
}

async function signInByHand(page: Page, person: Person): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email address').fill(person.email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
}

const bothThemes = async (page: Page, theme: 'dark' | 'light') => [
  ...(await seriousFindings(page)),
  ...(await contrastFindings(page, theme)),
];

test('a client is frozen while trading, sees why and appeals; another operator ends the freeze; the audit trail has it all', {
  tag: '@desk',
}, async ({ page, browser, request }) => {
  test.setTimeout(240_000);
  const person = await openAccount(page.request, newPerson());
  await deposit(page.request, person, 'USDT', '5000');
  await signIn(page, person);
  const { client } = (await (
    await page.request.get('/api/v3/session')
  ).json()) as Calls['GET /api/v3/session']['response'];
  const uid = String(client?.user.user_unique_id);
  const [officer, second] = await newStaff(request, 'administrator', ['compliance'], ['compliance']);
  if (officer === undefined || second === undefined) throw new Error('no staff member was created');
  const desk = await openDesk(browser, officer);
  const other = await openDesk(browser, second);

  await page.goto(`/trades/spot/${COIN}`);
  const limit = await placeBuyBelowTheMarket(page, person);
  const before = await usdtOf(page);
  expect(Number(before.frozen)).toBeGreaterThan(0);

  await test.step('an operator finds the client by part of the email and freezes them', async () => {
    await desk.goto('/console/clients');
    await desk.getByRole('searchbox', { name: 'Search' }).fill(person.email.slice(2, 14).toUpperCase());
    await desk.keyboard.press('Enter');
    await desk.getByRole('link', { name: uid }).click();
    await expect(desk.getByRole('heading', { level: 1, name: `Client ${uid}` })).toBeVisible();
    await expect(desk.getByRole('region', { name: 'Open orders' })).toContainText(limit);
    await desk.getByRole('button', { name: 'Freeze' }).click();
    const dialog = desk.getByRole('dialog', { name: `Freeze client ${uid}` });
    await dialog.getByRole('button', { name: 'Freeze' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Enter the rule that the restriction is based on');
    await dialog.getByLabel('Reason').selectOption({ label: 'Source of funds under review' });
    await dialog.getByLabel('Rule').fill(RULE);
    await dialog.getByRole('button', { name: 'Freeze' }).click();
    await expect(desk.getByText('Frozen', { exact: true })).toBeVisible();
    await expect(desk.getByRole('region', { name: 'Restrictions' })).toContainText(RULE);
    await expect(desk.getByRole('region', { name: 'Open orders' })).toContainText('No open orders');
  });

  const frozen = page.getByRole('dialog', { name: 'Freezed Account!' });
  await test.step('the client sees the freeze immediately, with reason and end', async () => {
    await expect(frozen).toBeVisible();
    await expect(frozen).toContainText(
      'Your account has been freezed. Please contact customer service for more details.',
    );
    await expect(frozen).toContainText('Source of funds under review');
    await expect(frozen).toContainText(RULE);
    expect(await bothThemes(page, 'dark')).toEqual([]);
    const order = { ...FORM, number_of_order: '1', transaction_password: person.transactionPassword };
    const headers = { origin: process.env.VITRINE_BASE_URL ?? '' };
    expect((await page.request.post('/api/v2/my-order', { data: order, headers })).status()).toBe(401);
    await frozen.getByRole('button', { name: 'Understood' }).click();
    await expect(page).toHaveURL(/\/signin$/);
  });

  await test.step('sign-in is refused with the reason, and an appeal requires only a text', async () => {
    await signInByHand(page, person);
    await expect(frozen).toContainText('Your account has been freezed. Please contact support for more details.');
    await expect(frozen).toContainText(RULE);
    await frozen.getByRole('button', { name: 'Appeal' }).click();
    await expect(frozen.getByLabel('Password')).toHaveCount(0);
    await frozen.getByRole('button', { name: 'Send appeal' }).click();
    await expect(frozen).toContainText('Please explain your appeal in a sentence or two');
    await frozen.getByLabel('Reason for your appeal').fill(APPEAL);
    expect(await bothThemes(page, 'dark')).toEqual([]);
    await frozen.getByRole('button', { name: 'Send appeal' }).click();
    await expect(frozen.getByRole('status')).toHaveText('Your appeal was sent. We will reply by email.');
    await frozen.getByRole('button', { name: 'Understood' }).click();
  });

  await test.step('the operator who froze the account cannot decide; another operator ends the freeze', async () => {
    const of = (window: Page) => window.getByRole('article').filter({ hasText: uid });
    await desk.getByRole('link', { name: 'Appeals' }).click();
    await expect(of(desk)).toContainText(APPEAL);
    await expect(of(desk)).toContainText(
      'You set or extended this restriction, so someone else must decide on the appeal.',
    );
    await expect(of(desk).getByRole('button')).toHaveCount(0);
    await other.goto('/console/objections');
    await expect(of(other)).toContainText(RULE);
    expect(await bothThemes(other, 'dark')).toEqual([]);
    await of(other).getByRole('button', { name: 'End the restriction' }).click();
    await other.getByRole('dialog').getByLabel('Reply to the client').fill(ANSWER);
    await other.getByRole('dialog').getByRole('button', { name: 'End the restriction' }).click();
    await expect(of(other)).toHaveCount(0);
    await other.goto(`/console/clients/${uid}`);
    await expect(other.getByText('Active', { exact: true })).toBeVisible();
  });

  await test.step('the client signs in again: order and hold have ended, the balance is complete, and the history shows it', async () => {
    await signInByHand(page, person);
    await expect(page).toHaveURL(/\/wallet$/, { timeout: 15_000 });
    const after = await usdtOf(page);
    expect({ available: Number(after.available), frozen: Number(after.frozen) }).toEqual({
      available: 5000,
      frozen: 0,
    });
    await page.goto(`/trades/spot/${COIN}`);
    await expect(page.getByRole('tab', { name: /^Open orders/ })).toBeVisible();
    await page.getByRole('tab', { name: 'Order history' }).click();
    const row = page.getByRole('tabpanel', { name: 'Order history' }).getByRole('row').filter({ hasText: limit });
    await expect(row).toContainText('the account was frozen');
    await page.goto('/account/restrictions');
    await expect(page.getByText('No restrictions')).toBeVisible();
    const ended = page.getByRole('listitem').filter({ hasText: 'Account frozen' });
    for (const words of [RULE, APPEAL, ANSWER, 'The restriction has ended']) await expect(ended).toContainText(words);
    await expect(page.getByRole('complementary', { name: 'Restriction' })).toHaveCount(0);
    expect(await bothThemes(page, 'dark')).toEqual([]);
  });

  await test.step('another restriction appears on the open page immediately, and on every page', async () => {
    const banner = page.getByRole('complementary', { name: 'Restriction' });
    await other.getByRole('button', { name: 'Restrict', exact: true }).click();
    const dialog = other.getByRole('dialog');
    await dialog.getByLabel('Rule').fill(RULE);
    await dialog.getByRole('button', { name: 'Restrict', exact: true }).click();
    await expect(banner).toContainText('Trading is disabled on your account');
    await expect(page.getByRole('heading', { name: 'Trading disabled' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner).toBeVisible();
    await other.getByRole('button', { name: /^End, Trading/ }).click();
    await dialog.getByLabel('Reason').fill('Was for a moment');
    await dialog.getByRole('button', { name: 'End', exact: true }).click();
    await expect(banner).toHaveCount(0);
  });

  await test.step('the audit trail verifies, and has each step', async () => {
    const [auditor] = await newStaff(request, 'administrator', ['auditor']);
    if (auditor === undefined) throw new Error('no staff member was created');
    const office = await openDesk(browser, auditor);
    const verdict = await (await office.request.get('/api/v3/console/audit/verify')).json();
    expect(verdict).toMatchObject({ holds: true, broken_at: null });
    const params = { subject: `client ${uid}`, limit: 100 };
    const { entries } = (await (await office.request.get('/api/v3/console/audit', { params })).json()) as Entries;
    const done = entries.filter(({ phase }) => phase === 'done').reverse();
    expect(done.map(({ action, staff_email }) => `${action} ${staff_email}`)).toEqual([
      `consoleSetRestriction ${officer.email}`,
      `consoleAnswerObjection ${second.email}`,
      `consoleSetRestriction ${second.email}`,
      `consoleEndRestriction ${second.email}`,
    ]);
    expect(entries.at(-1)).toMatchObject({ action: 'consoleClient', phase: 'looked', staff_email: officer.email });
    await office.context().close();
  });
  await desk.context().close();
  await other.context().close();
});
