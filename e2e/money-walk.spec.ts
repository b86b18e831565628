import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { seriousFindings } from './accessibility.ts';
import { units, written } from './amounts.ts';
import { type Desks, openDesks } from './desks.ts';
import { deposit, outboxCode } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { chooseNetwork, mine } from './networks.ts';
import { openVerified, type VerifiedClient } from './verified-client.ts';

test.setTimeout(180_000);

/** A new address, to which nothing has ever been sent. */
const newAddress = (): string => privateKeyToAccount(generatePrivateKey()).address;

/** A client's expected amounts of one coin. */
interface Holding {
  available: bigint;
  frozen: bigint;
  funding: bigint;
  future: bigint;
}
const nothing = (): Holding => ({ available: 0n, frozen: 0n, funding: 0n, future: 0n });

type Wallets = Calls['GET /api/v3/wallets/spot']['response']['wallet'];

async function walletOf(page: Page, wallet: 'spot' | 'funding' | 'future', coin: string) {
  const answer = await page.request.get(`/api/v3/wallets/${wallet}`);
  const entry = ((await answer.json()) as { wallet: Wallets }).wallet.find(({ name }) => name === coin);
  return { available: units(entry?.available ?? '0'), frozen: units(entry?.freeze_value ?? '0') };
}

/** Compares the balances of all wallets exactly, down to the smallest unit. */
async function expectHeld(page: Page, coin: string, expected: Holding): Promise<void> {
  await expect
    .poll(async () => {
      const [spot, funding, future] = await Promise.all([
        walletOf(page, 'spot', coin),
        walletOf(page, 'funding', coin),
        walletOf(page, 'future', coin),
      ]);
      return { ...spot, funding: funding.available, future: future.available };
    })
    .toEqual(expected);
}

const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Confirm withdrawal' });
const followed = (page: Page) => page.getByRole('dialog', { name: 'Withdrawal', exact: true });
const fact = (page: Page, name: string) =>
  followed(page)
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]');

/** Fills in the form, confirms with all codes, and returns the fee shown in the dialog. */
async function withdraw(page: Page, client: VerifiedClient, address: string, amount: bigint): Promise<bigint> {
  const text = written(amount);
  await page.goto('/wallet/withdraw?coin=USDT');
  await page.getByRole('radio', { name: /^BNB Smart Chain/ }).check();
  await page.getByRole('textbox', { name: 'Address' }).fill(address);
  await page.getByRole('textbox', { name: 'Amount' }).fill(text.replaceAll(',', ''));
  const sinceMs = Date.now();
  await page.getByRole('button', { name: `Withdraw ${text} USDT` }).click();
  const dialog = confirmation(page);
  const sum = dialog.getByLabel('Withdrawal summary').getByRole('definition');
  await expect(sum).toHaveCount(3);
  const [whole, fee, arrives] = (await sum.allTextContents()).map((cell) => units(cell.replace(/^− | USDT$/g, '')));
  expect([whole, arrives]).toEqual([amount, amount - (fee ?? 0n)]);
  const code = await outboxCode(page.request, client.email, sinceMs);
  await dialog.getByRole('textbox', { name: 'Digit 1' }).pressSequentially(code);
  await dialog.getByRole('textbox', { name: 'Authenticator code' }).fill(client.nextCode());
  await dialog.getByRole('textbox', { name: 'Transaction password' }).fill(client.transactionPassword);
  await dialog.getByRole('checkbox', { name: 'I compared the address' }).check();
  await dialog.getByRole('button', { name: `Withdraw ${text} USDT` }).click();
  await expect(followed(page).getByText('Confirmed by you')).toBeVisible();
  return fee ?? 0n;
}

/** The row of one client's withdrawal in the console's queue. */
async function inQueue(desk: Page, { uid }: VerifiedClient) {
  await desk.goto('/console/withdrawals');
  return desk.getByRole('row').filter({ has: desk.getByRole('link', { name: uid, exact: true }) });
}

async function decide(desk: Page, act: 'Approve' | 'Reject', client: VerifiedClient, amount: bigint, words: string) {
  const row = await inQueue(desk, client);
  await row
    .getByRole('button', { name: `${act} the withdrawal of ${written(amount)} USDT by client ${client.uid}` })
    .click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('textbox', { name: act === 'Approve' ? 'Reason' : 'Note to the client' }).fill(words);
  await dialog.getByRole('button', { name: act }).click();
  await expect(dialog).toHaveCount(0);
}

const messagesTo = async (page: Page, { email }: VerifiedClient) => {
  const answer = await page.request.get('/sandbox/messages', { params: { to: email } });
  return (await answer.json()) as Calls['GET /sandbox/messages']['response'];
};

/** Other tests' deposits mine blocks on the same networks, so a withdrawal may already be confirmed. */
const SENT = /^(Sent, awaiting confirmations|Completed)$/;

const grouped = (address: string): string => address.replace(/(.{4})(?=.)/g, '$1 ');

test.describe('money of a client', () => {
  let desks: Desks;
  let client: VerifiedClient;

  // The same two operators decide on all withdrawals.
  test.beforeAll(async ({ browser }, info) => {
    desks = await openDesks(browser, info);
  });
  test.afterAll(() => desks.close());
  test.beforeEach(async ({ page }) => {
    client = await openVerified(page, desks.reviewer);
  });

  test('is deposited, converted, moved between the wallets and withdrawn, exact to the last unit', {
    tag: '@desk',
  }, async ({ page }) => {
    const usdt = nothing();
    const btc = nothing();
    const address = newAddress();
    const withdrawn = units('52000.123456');

    await test.step('the deposit is seen, gains confirmations block by block, and becomes available', async () => {
      await page.goto('/wallet/deposit');
      await chooseNetwork(page, 'TRC20');
      await page.getByRole('button', { name: 'Generate Address' }).click();
      await page.getByLabel('Amount to send').fill('60000.654321');
      await page.getByRole('button', { name: 'Send test coins' }).click();
      await mine(page.request, 'TRC20', 1);
      const recent = page.getByRole('region', { name: 'Recent deposits' });
      const counted = page.getByText(/^[1-9]\d? of 20 confirmations$/);
      await expect(counted.or(recent.getByText('Completed'))).toBeVisible();
      await mine(page.request, 'TRC20', 20);
      await expect(page.getByRole('progressbar', { name: 'Confirmations' })).toBeHidden();
      await expect(recent.getByText('60,000.654321 USDT')).toBeVisible();
      await expect(recent.getByText('Completed')).toBeVisible();
      usdt.available = units('60000.654321');
      await expectHeld(page, 'USDT', usdt);
    });

    await test.step('the conversion spends at most what was requested, and credits at least the quote’s minimum', async () => {
      const quotes = new Map<string, Calls['POST /api/v3/convert/quote']['response']>();
      page.on('response', async (response) => {
        if (!response.url().endsWith('/api/v3/convert/quote') || !response.ok()) return;
        const quote = await response.json().catch(() => undefined);
        if (quote !== undefined) quotes.set(quote.quote_id, quote);
      });
      await page.goto('/wallet/convert?to=BTC');
      await page.getByRole('textbox', { name: 'From' }).fill('2500.5');
      await page.getByRole('button', { name: 'Convert 2,500.5 USDT to BTC' }).click();
      const dialog = page.getByRole('dialog', { name: 'Confirm conversion' });
      await dialog.getByRole('textbox', { name: 'Transaction password' }).fill(client.transactionPassword);
      const said = page.getByText(/USDT converted to [\d,.]+ BTC$/);
      let quoteId = '';
      page.on('request', (request) => {
        if (request.url().endsWith('/api/v3/convert/order')) quoteId = request.postDataJSON().quote_id;
      });
      // On a busy machine, a quote may expire before the confirmation arrives. A new quote is then shown, and the user
      // confirms again.
      await expect(async () => {
        if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Convert 2,500.5 USDT to BTC' }).click();
        await expect(said).toBeVisible({ timeout: 5_000 });
      }).toPass({ timeout: 60_000 });
      const [, spent = '', received = ''] =
        /([\d,.]+) USDT converted to ([\d,.]+) BTC/.exec((await said.textContent()) ?? '') ?? [];
      const quote = quotes.get(quoteId);
      expect(units(spent)).toBeLessThanOrEqual(units(quote?.amount ?? ''));
      expect(units(received)).toBeGreaterThanOrEqual(units(quote?.least ?? ''));
      usdt.available -= units(spent);
      btc.available += units(received);
      await expectHeld(page, 'USDT', usdt);
      await expectHeld(page, 'BTC', btc);
    });

    await test.step('transfers go to the futures and the funding wallet, and partly back', async () => {
      for (const [from, to, amount] of [
        ['SPOT', 'FUTURE', '1200.000001'],
        ['SPOT', 'FUNDING', '300.25'],
        ['FUTURE', 'SPOT', '700.000001'],
      ] as const) {
        await page.goto(`/wallet/transfer?coin=USDT&type=${to === 'SPOT' ? from : to}`);
        if (to === 'SPOT') await page.getByRole('button', { name: 'Change direction' }).click();
        await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
        const act = { name: `Transfer ${written(units(amount))} USDT` };
        await page.getByRole('button', act).click();
        const dialog = page.getByRole('dialog', { name: 'Confirm transfer' });
        await dialog.getByRole('textbox', { name: 'Transaction password' }).fill(client.transactionPassword);
        await dialog.getByRole('button', act).click();
        await expect(page).toHaveURL(/\/wallet$/);
      }
      usdt.available -= units('800.25');
      usdt.future += units('500');
      usdt.funding += units('300.25');
      await expectHeld(page, 'USDT', usdt);
    });

    let fee = 0n;
    await test.step('the withdrawal is fully on hold, with every detail in the email, and pending two approvals', async () => {
      fee = await withdraw(page, client, address, withdrawn);
      await expect(fact(page, 'Status')).toHaveText('Waiting for two approvals');
      await expect(fact(page, 'Approvals')).toHaveText('0 of 2');
      usdt.available -= withdrawn;
      usdt.frozen += withdrawn;
      await expectHeld(page, 'USDT', usdt);
      expect(await seriousFindings(page)).toEqual([]);
      const [mail] = (await messagesTo(page, client)).filter(({ code }) => code !== '');
      for (const detail of [
        grouped(address),
        'Network: BEP20',
        `Amount: ${written(withdrawn).replaceAll(',', '')} USDT`,
        `Network fee: ${written(fee)} USDT`,
        `The recipient receives ${written(withdrawn - fee).replaceAll(',', '')} USDT`,
      ]) {
        expect(mail?.text).toContain(detail);
      }
    });

    await test.step('two operators see whose withdrawal it is, and the warnings, and both approve', async () => {
      const row = await inQueue(desks.compliance, client);
      for (const words of [
        'Verified',
        'no previous withdrawals',
        `${written(withdrawn)} USDT`,
        grouped(address),
        'BEP20',
        'New address',
        'First withdrawal',
        'Deposited in the last hour',
        '0 of 2 approvals',
      ]) {
        await expect(row).toContainText(words);
      }
      expect(await seriousFindings(desks.compliance)).toEqual([]);
      await decide(desks.compliance, 'Approve', client, withdrawn, 'Called back on the known number');
      await expect(fact(page, 'Approvals')).toHaveText('1 of 2');
      await expect(row.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
      await decide(desks.treasury, 'Approve', client, withdrawn, 'The hot wallet has it');
      await expect(await inQueue(desks.treasury, client)).toHaveCount(0);
    });

    let txid = '';
    await test.step('the client follows the withdrawal live to its transaction', async () => {
      await expect(fact(page, 'Status')).toHaveText(SENT);
      txid = (await fact(page, 'Transaction').textContent()) ?? '';
      await mine(page.request, 'BEP20', 16);
      await expect(fact(page, 'Status')).toHaveText('Completed');
      await expect(followed(page).getByLabel('Withdrawal summary')).toContainText(`${written(withdrawn - fee)} USDT`);
      await expect(followed(page).getByRole('button', { name: 'Cancel withdrawal' })).toHaveCount(0);
      usdt.frozen -= withdrawn;
      await expectHeld(page, 'USDT', usdt);
    });

    await test.step('the histories and the file have every step', async () => {
      const list = page.getByRole('tabpanel');
      await page.goto('/history?tab=withdrawal');
      await expect(list.getByText(`${written(withdrawn)} USDT`)).toBeVisible();
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const [, line = ''] = (await readFile(await (await saved).path(), 'utf8')).split('\r\n');
      const [, coin, network, amount = '', charged = '', received = '', state, to, transaction] = line.split(',');
      expect([coin, network, state, to, transaction]).toEqual(['USDT', 'BEP20', 'Completed', address, txid]);
      expect([amount, charged, received].map(units)).toEqual([withdrawn, fee, withdrawn - fee]);
      for (const [tab, rows] of [
        ['Deposit', ['60,000.654321 USDT']],
        ['Transfer', ['1,200.000001 USDT', /^300\.25(0000)? USDT$/, '700.000001 USDT']],
      ] as const) {
        await page.getByRole('tab', { name: tab }).click();
        for (const row of rows) await expect(list.getByText(row)).toBeVisible();
      }
      await expectLedgerAdds(page, 'USDT', usdt);
      await expectLedgerAdds(page, 'BTC', btc);
    });
  });

  test.describe('a withdrawal that an operator must approve', () => {
    const amount = units('6000.000007');
    const usdt = nothing();
    const address = newAddress();

    test.beforeEach(async ({ page }) => {
      await deposit(page.request, client, 'USDT', '7500.00001');
      await withdraw(page, client, address, amount);
      await expect(fact(page, 'Status')).toHaveText('Waiting for one approval');
      Object.assign(usdt, nothing(), { available: units('1500.000003'), frozen: amount });
      await expectHeld(page, 'USDT', usdt);
    });

    const expectAllBack = async (page: Page, word: string) => {
      await expect(followed(page).getByText('The full amount is back in your spot wallet.')).toBeVisible();
      Object.assign(usdt, nothing(), { available: units('7500.00001') });
      await expectHeld(page, 'USDT', usdt);
      await expectLedgerAdds(page, 'USDT', usdt);
      await page.goto('/history?tab=withdrawal');
      const chip = page.getByRole('tabpanel').getByText(word, { exact: true }).and(page.locator(':not(option)'));
      await expect(chip).toBeVisible();
    };

    test('is rejected with a reason: the client sees it, and gets the full amount back', { tag: '@desk' }, async ({
      page,
    }) => {
      const note = 'Please show us the contract of the sale.';
      const row = await inQueue(desks.treasury, client);
      await row.getByRole('button', { name: /^Reject/ }).click();
      const dialog = desks.treasury.getByRole('dialog');
      await dialog.getByLabel('Reason').selectOption({ label: 'The source of the funds must be checked first' });
      await dialog.getByLabel('Note to the client').fill(note);
      await dialog.getByRole('button', { name: 'Reject' }).click();
      await expect(row).toHaveCount(0);
      await expect(fact(page, 'Status')).toHaveText('Rejected');
      await expect(followed(page)).toContainText(`The source of the funds must be checked first. ${note}`);
      expect(await seriousFindings(page)).toEqual([]);
      const [mail] = await messagesTo(page, client);
      expect(mail?.subject).toContain('withdrawal of 6000.000007 USDT was not completed');
      expect(mail?.text).toContain(note);
      await expectAllBack(page, 'Rejected');
    });

    test('is cancelled by its client while pending: the approver is informed', { tag: '@desk' }, async ({ page }) => {
      const row = await inQueue(desks.treasury, client);
      await row.getByRole('button', { name: /^Approve/ }).click();
      const dialog = desks.treasury.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Looks right');
      await followed(page).getByRole('button', { name: 'Cancel withdrawal' }).click();
      await expect(fact(page, 'Status')).toHaveText('Cancelled');
      await dialog.getByRole('button', { name: 'Approve' }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await expectAllBack(page, 'Cancelled');
    });

    test('is on hold during a restriction, shows why, and continues when it ends', { tag: '@desk' }, async ({
      page,
    }) => {
      const desk = desks.compliance;
      await desk.goto(`/console/clients/${client.uid}`);
      await desk.getByRole('button', { name: 'Restrict', exact: true }).click();
      const terms = desk.getByRole('dialog');
      await terms.getByLabel('Type').selectOption({ label: 'Withdrawals disabled' });
      await terms.getByLabel('Rule').fill('AML 4.2: withdrawals wait for proof of origin.');
      await terms.getByRole('button', { name: 'Restrict' }).click();
      await expect(terms).toHaveCount(0);

      await test.step('the client sees the restriction immediately, with reason, rule and end, and can appeal', async () => {
        await expect(fact(page, 'Status')).toHaveText('Freeze: blocked by a restriction');
        await page.keyboard.press('Escape');
        await expect(page.getByText(/^Withdrawals are temporarily disabled until/)).toBeVisible();
        await expect(page.getByText(/AML 4\.2: withdrawals wait for proof of origin\.$/).first()).toBeVisible();
        await expect(page.getByRole('link', { name: 'View or appeal' }).first()).toBeVisible();
        await expect(page.getByRole('button', { name: /^Withdraw USDT/ })).toBeDisabled();
        await expectHeld(page, 'USDT', usdt);
      });

      await test.step('although approved, the withdrawal is still not sent', async () => {
        const row = await inQueue(desks.treasury, client);
        await expect(row).toContainText('Restricted');
        await decide(desks.treasury, 'Approve', client, amount, 'Fine as such');
        await mine(page.request, 'BEP20', 2);
        const answer = await page.request.get('/api/v3/withdraw-history');
        const { withdraw: list } = (await answer.json()) as Calls['GET /api/v3/withdraw-history']['response'];
        expect(list).toMatchObject([{ state: 'FREEZE', stage: 'approved', txid: '' }]);
      });

      await test.step('once the restriction ends, the withdrawal is sent', async () => {
        await desk.getByRole('button', { name: /^End, Withdrawals/ }).click();
        await desk.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Proof of origin was given');
        await desk.getByRole('dialog').getByRole('button', { name: 'End' }).click();
        await page.getByRole('region', { name: 'Recent withdrawals' }).getByText('6,000.000007 USDT').click();
        await expect(fact(page, 'Status')).toHaveText(SENT);
        await mine(page.request, 'BEP20', 16);
        await expect(fact(page, 'Status')).toHaveText('Completed');
        usdt.frozen = 0n;
        await expectHeld(page, 'USDT', usdt);
      });
    });
  });
});

/** The sum of all ledger entries in the file must equal the wallets' balances. */
async function expectLedgerAdds(page: Page, coin: string, expected: Holding): Promise<void> {
  const file = await page.request.get('/api/v3/history.csv', { params: { tab: 'ledger', name: coin } });
  const sums: Record<string, bigint> = { spot: 0n, funding: 0n, future: 0n };
  for (const line of (await file.text()).trimEnd().split('\r\n').slice(1)) {
    const [, , wallet = '', , amount = ''] = line.split(',');
    sums[wallet] = (sums[wallet] ?? 0n) + units(amount);
  }
  const { available, frozen, funding, future } = expected;
  expect(sums).toEqual({ spot: available + frozen, funding, future });
}
