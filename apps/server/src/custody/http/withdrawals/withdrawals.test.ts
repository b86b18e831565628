import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCode } from '../../../auth/testing/totp-code.ts';
import { addPasskey, confirmedBy, HOST, setAuthenticator } from '../../../testing/factors.ts';
import { inTurn } from '../../../testing/in-turn.ts';
import {
  PASSWORD,
  stopDuty,
  type TestClient,
  TestExchange,
  type TestResponse,
} from '../../../testing/test-exchange.ts';
import {
  ageFactors,
  allowOneStep,
  approveAbove,
  draft,
  mailedCode,
  outside,
  saveLongAgo,
  withdraw,
  withdrawal,
} from '../../../testing/withdraw.ts';

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await approveAbove(exchange, '20');
});
afterAll(() => exchange.close());

const history = async (client: TestClient) => (await client.get('/api/v3/withdraw-history')).body.withdraw;
const one = async (client: TestClient, id: number) =>
  (await client.get(`/api/v3/withdrawals/one?withdrawal_id=${id}`)).body.withdrawal;
const spot = async (client: TestClient, coin = 'USDT') => {
  const { wallet } = (await client.get(`/api/v3/wallet-balance?name=${coin}`)).body;
  return [Number(wallet.available), Number(wallet.freeze_balance)];
};
/**
 * Verifies the client. Verified clients may withdraw 8 million USDT a day, even in a single withdrawal if they confirm
 * it with an authenticator that was set up at least a day ago.
 */
const verify = async ({ owner }: TestClient) => {
  await exchange.query('update client set verified_at = now() where owner = $1', [owner]);
  await exchange.services.kyc.refresh();
};

describe('GET /api/v3/networks', () => {
  test('shows the minimum and the fee of each coin on each of its networks', async () => {
    const { networks } = (await exchange.visitor.get('/api/v3/networks')).body;
    const rows = networks.map((row: Record<string, string>) => [row.coin, row.value, row.minimum, row.gasFee]);
    expect(rows).toContainEqual(['USDT', 'TRC20', '10', '1']);
    expect(rows).toContainEqual(['USDC', 'BEP20', '10', '0.3']);
    expect(rows).toContainEqual(['ETH', 'ERC20', '0.01', '0.0025']);
    expect(rows).toContainEqual(['BTC', 'BTC', '0.0001', '0.000068']);
    expect(networks.every((row: Record<string, unknown>) => row.withdrawals_open === true)).toBe(true);
  });
});

describe('POST /api/v3/otp', () => {
  test('quotes the fee and the amount received, and emails a code with every detail', async () => {
    const client = await exchange.client({ USDT: '1000' });
    const { body } = await draft(client, { withdraw_amount: '120.5' });
    expect(body.draft).toMatchObject({
      withdraw_amount: '120.500000',
      gasfee: '1.000000',
      received_amount: '119.500000',
    });
    expect(body.factors).toEqual({ email_code: expect.stringContaining('•••'), authenticator: false, passkey: false });
    const [mail] = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body;
    for (const detail of ['120.5 USDT', '119.5 USDT', 'TRC20', 'TSW8 zpeD DMrb ToXv QuVM 2rEe FaJQ fJJx 7D', mail.code])
      expect(mail.text).toContain(detail);
  });

  const wrongAddress =
    'The withdrawal address format is wrong. Please check the withdrawal address length and character content and try again.';
  const otherNetwork = 'This address does not match the currently selected primary network.';
  test.each([
    [{ withdraw_address: '' }, 'Please enter Recipient Address'],
    [{ withdraw_address: 'TSW8zpeDDMrbToXvQuVM2rEeFaJQfJJx7E' }, wrongAddress],
    [{ withdraw_address: 'T' }, wrongAddress],
    [{ withdraw_address: outside.ERC20 }, otherNetwork],
    [{ withdraw_address: outside.BTC }, otherNetwork],
    [{ bchain_name: 'ERC20' }, otherNetwork],
    [{ bchain_name: 'BEP20', withdraw_address: '0xd8da6BF26964aF9D7eEd9e03E53415D37aA96045' }, wrongAddress],
    [{ bchain_name: 'BTC' }, 'USDT cannot be withdrawn on BTC'],
    [{ withdraw_amount: '' }, 'Amount is required'],
    [{ withdraw_amount: '9.999999' }, 'Amount must be greater than minimum withdrawable (10)'],
    [{ withdraw_amount: '400.000001' }, 'Amount must be less than or equal to your balance (400.000000)'],
    [{ withdraw_amount: '50.0000001' }, 'The amount or price can have at most 6 decimals'],
  ])('refuses %o', async (fields, message) => {
    const { status, body } = await draft(await exchange.client({ USDT: '400' }), fields);
    expect([status >= 400 && status < 500, body.message]).toEqual([true, message]);
  });

  test('enforces the chosen limit per withdrawal without a second factor, and the tier’s 24-hour limit', async () => {
    const client = await exchange.client({ USDT: '5000' });
    expect((await draft(client, { withdraw_amount: '500.01' })).body).toMatchObject({
      code: 'single_withdrawal_limit',
      parameters: { value: '500.000000' },
    });
    expect((await withdraw(exchange, client, { withdraw_amount: '400' })).body.message).toBe('success');
    await setAuthenticator(client);
    expect((await draft(client, { withdraw_amount: '600' })).body).toMatchObject({
      code: 'factor_too_new',
      parameters: { value: '500.000000' },
    });
    const { single_applies, single_ends_at } = (await client.get('/api/v3/withdrawal-limits')).body;
    expect([single_applies, single_ends_at > Date.now() + 23 * 3_600_000]).toEqual([true, true]);
    expect((await exchange.visitor.post('/sandbox/authenticator', { email: client.email })).status).toBe(200);
    expect((await draft(client, { withdraw_amount: '600.01' })).body).toMatchObject({
      code: 'withdrawal_limit',
      parameters: { limit: '1000.000000', left: '600.000000' },
    });
    expect((await draft(client, { withdraw_amount: '600' })).status).toBe(200);
  });

  test('requires, above the limit per withdrawal, that the factor used to confirm is at least a day old', async () => {
    const client = await exchange.client({ USDT: '5000' });
    const old = await addPasskey(client);
    await ageFactors(exchange, client);
    const key = await setAuthenticator(client, await confirmedBy(client, old));
    const fields = { withdraw_amount: '600' };
    const confirm = async (proof: object) => {
      const verification = await mailedCode(exchange, client);
      const asked = { ...withdrawal(fields), verification, transaction_password: PASSWORD, ...proof };
      return (await client.post('/api/v3/withdrawals', asked, HOST)).body;
    };
    const ask = async () => (await client.post('/api/v3/otp', withdrawal(fields), HOST)).body.passkey;
    await ask();
    const refused = { code: 'factor_too_new', parameters: { value: '500.000000' } };
    expect(await confirm({ totp: await totpCode(key) })).toMatchObject(refused);
    const asked = await ask();
    const passkey = { token: asked.token, response: old.used(asked.options, { verified: true }) };
    expect((await confirm({ passkey })).message).toBe('success');
  });

  test('accepts no new passkey above the limit per withdrawal, even if the client also has an old one', async () => {
    const client = await exchange.client({ USDT: '5000' });
    const old = await addPasskey(client);
    await ageFactors(exchange, client);
    const added = await addPasskey(client, await confirmedBy(client, old));
    const confirm = async (fields: object) => {
      const { options, token } = (await client.post('/api/v3/otp', withdrawal(fields), HOST)).body.passkey;
      const passkey = { token, response: added.used(options, { verified: true }) };
      const verification = await mailedCode(exchange, client);
      const asked = { ...withdrawal(fields), verification, transaction_password: PASSWORD, passkey };
      return (await client.post('/api/v3/withdrawals', asked, HOST)).body;
    };
    expect((await confirm({ withdraw_amount: '600' })).code).toBe('factor_too_new');
    expect((await confirm({ withdraw_amount: '400' })).message).toBe('success');
  });

  test('refuses a restricted client, stating the reason, rule and end, and a client with a withdrawal hold', async () => {
    const client = await exchange.client({ USDT: '400' });
    const uid = (await client.get('/api/v3/account-client')).body.client.id;
    const officer = await exchange.staff('compliance');
    const terms = { uid, kind: 'withdraw', reason: 'funds_origin', rule: 'AML 4.2', days: 7 };
    await officer.post('/api/v3/console/restrictions/set', terms);
    const { status, body } = await draft(client);
    expect([status, body.code]).toEqual([403, 'withdrawals_restricted']);
    expect(body.message).toMatch(/until .* UTC: Source of funds under review\. AML 4\.2$/);

    const held = await exchange.client({ USDT: '400' });
    await exchange.query(
      `update client set withdrawals_held_until = now() + interval '1 hour',
         withdrawals_held_reason = 'account_password_changed' where owner = $1`,
      [held.owner],
    );
    expect((await draft(held)).body).toMatchObject({
      code: 'withdrawals_held',
      message: expect.stringContaining('the account password was changed'),
    });
  });

  test('refuses a blocked address on any network that shares it', async () => {
    const client = await exchange.client({ USDT: '400' });
    const { blocked } = exchange.services.withdrawals;
    const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
    await blocked.add('ERC20', address, 'Reported by three clients', { email: 'officer@test.example' });
    const { status, body } = await draft(client, { bchain_name: 'BEP20', withdraw_address: address.toLowerCase() });
    expect([status, body.code]).toEqual([403, 'recipient_flagged']);
    expect(body.message).toContain('Reported by three clients');
  });
});

describe('POST /api/v3/withdrawals', () => {
  test('holds the whole amount, and shows it as pending', async () => {
    const client = await exchange.client({ USDT: '400' });
    const { body } = await withdraw(exchange, client);
    expect(body).toMatchObject({ message: 'success', withdrawal_id: expect.any(Number) });
    expect(await spot(client)).toEqual([350, 50]);
    const [item] = await history(client);
    expect(item).toMatchObject({
      state: 'ONHOLD',
      stage: 'waiting_approval',
      may_cancel: true,
      position: body.position,
    });
    expect(item.client_wallet.coin.name).toBe('USDT');
  });

  test('answers wrong_code and wrong_password as specified, and allows five attempts per code', async () => {
    const client = await exchange.client({ USDT: '400' });
    await draft(client);
    const code = await mailedCode(exchange, client);
    const wrong = code === '000000' ? '000001' : '000000';
    const confirm = (fields: object) =>
      client.post('/api/v3/withdrawals', withdrawal({ verification: code, transaction_password: PASSWORD, ...fields }));
    expect((await confirm({ transaction_password: 'not this one' })).body).toEqual({ message: 'wrong_password' });
    for (let tries = 2; tries <= 5; tries += 1)
      expect((await confirm({ verification: wrong })).body).toEqual({ message: 'wrong_code', factor: 'email' });
    expect((await confirm({})).body.message).toBe('wrong_code');
    expect(await history(client)).toEqual([]);
    expect(await spot(client)).toEqual([400, 0]);
  });

  test.each([{ withdraw_amount: '51' }, { withdraw_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }, { coin: 'USDC' }])(
    'accepts a code only for its own draft: not with %o',
    async (fields) => {
      const client = await exchange.client({ USDT: '400', USDC: '400' });
      await draft(client);
      const verification = await mailedCode(exchange, client);
      const body = { ...withdrawal(fields), verification, transaction_password: PASSWORD };
      expect((await client.post('/api/v3/withdrawals', body)).body.message).toBe('wrong_code');
    },
  );

  test('rejects another client’s code, and the code of an earlier draft', async () => {
    const [client, other] = [await exchange.client({ USDT: '400' }), await exchange.client({ USDT: '400' })];
    await draft(client);
    const old = await mailedCode(exchange, client);
    await draft(other);
    await draft(client);
    const body = withdrawal({ verification: old, transaction_password: PASSWORD });
    for (const who of [client, other])
      expect((await who.post('/api/v3/withdrawals', body)).body.message).toBe('wrong_code');
  });

  test('accepts no fee other than the quoted one', async () => {
    const client = await exchange.client({ USDT: '400' });
    await draft(client);
    const verification = await mailedCode(exchange, client);
    const body = withdrawal({ verification, transaction_password: PASSWORD, gasfee: '0' });
    expect((await client.post('/api/v3/withdrawals', body)).body.code).toBe('fee_changed');
  });

  test('requires the authenticator if one is set up, and accepts no recovery code', async () => {
    const client = await exchange.client({ USDT: '900' });
    const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    const { recovery_codes } = (await client.post('/api/v3/totp/enrol', { code: await totpCode(key, -1) })).body;
    await ageFactors(exchange, client);
    expect((await draft(client, { withdraw_amount: '800' })).body.factors.authenticator).toBe(true);
    const verification = await mailedCode(exchange, client);
    const confirm = (totp?: string) =>
      client.post(
        '/api/v3/withdrawals',
        withdrawal({ withdraw_amount: '800', verification, transaction_password: PASSWORD, ...(totp && { totp }) }),
      );
    const refused = { message: 'wrong_code', factor: 'authenticator' };
    expect((await confirm()).body).toEqual(refused);
    expect((await confirm(recovery_codes[0])).body).toEqual(refused);
    expect((await confirm(await totpCode(key))).body.message).toBe('success');
  });

  test('needs no approval below the first threshold, one above it, and two above the second threshold', async () => {
    await approveAbove(exchange, '20', '100');
    const stages: unknown[] = [];
    for (const withdraw_amount of ['20', '20.01', '100.01']) {
      const client = await exchange.client({ USDT: '400' });
      await withdraw(exchange, client, { withdraw_amount });
      const [{ stage, approvals_needed }] = await history(client);
      stages.push([stage === 'waiting_approval', approvals_needed]);
    }
    expect(stages).toEqual([
      [false, 0],
      [true, 1],
      [true, 2],
    ]);
  });
});

describe('a one-step withdrawal', () => {
  test('to an address saved at least a day ago needs no emailed code, until the limit is used up', async () => {
    const client = await exchange.client({ USDT: '900' });
    await saveLongAgo(exchange, client);
    expect((await draft(client, { one_step: true })).body.factors.email_code).not.toBe('');
    await allowOneStep(exchange, client);
    const { body } = await withdraw(exchange, client, { one_step: true });
    expect(body.message).toBe('success');
    const other = { one_step: true, withdraw_address: 'TGkWdpawVNfeset3P6uTBbLaPY7nZVZvXY' };
    expect((await draft(client, other)).body.factors.email_code).not.toBe('');
    await exchange.query('update withdrawals set value_units = 9999000000 where id = $1', [body.withdrawal_id]);
    await verify(client);
    expect((await draft(client, { one_step: true })).body.factors.email_code).not.toBe('');
  });
});

test('renaming a saved address needs the transaction password, and is recorded', async () => {
  const client = await exchange.client();
  const address_id = await saveLongAgo(exchange, client);
  const rename = async (transaction_password: string) =>
    (await client.post('/api/v3/saved-addresses/rename', { address_id, label: 'Mine', transaction_password })).body;
  const label = async () => (await client.get('/api/v3/saved-addresses')).body.addresses[0].label;
  expect((await rename('not mine at all')).code).toBe('wrong_transaction_password');
  expect(await label()).toBe('Cold wallet');
  expect((await rename(PASSWORD)).message).toBe('success');
  expect(await label()).toBe('Mine');
  const [newest] = await exchange.services.securityEvents.of(client.owner, { limit: 1 });
  expect(newest).toMatchObject({ kind: 'address_renamed', details: { network: 'TRC20', address: outside.TRC20 } });
});

describe.each(['rename', 'remove'])('a request to %s a saved address', (change) => {
  const saved = async () => {
    const client = await exchange.client();
    const form = { address_id: await saveLongAgo(exchange, client), label: 'Mine', transaction_password: PASSWORD };
    const { label, ...id } = form;
    const post = () => client.post(`/api/v3/saved-addresses/${change}`, change === 'rename' ? form : id);
    const labels = () =>
      exchange.query('select label from saved_addresses where removed_at is null and owner = $1', [client.owner]);
    return { client, post, labels };
  };

  test('fails if it cannot be recorded', async () => {
    const { post, labels } = await saved();
    await exchange.query('alter table security_event rename to away');
    const { status } = await post();
    await exchange.query('alter table away rename to security_event');
    expect(status).toBe(500);
    expect(await labels()).toEqual([{ label: 'Cold wallet' }]);
  });

  test('needs a session that has not ended', async () => {
    const { client, post, labels } = await saved();
    const lock = `select from client where owner = ${client.owner} for no key update`;
    const end = `delete from session using client where client.person_id = session.person_id and owner = ${client.owner}`;
    const [answer] = await inTurn<[TestResponse]>(exchange, lock, [post], end);
    expect(answer.body.code).toBe('session_expired');
    expect(await labels()).toEqual([{ label: 'Cold wallet' }]);
  });
});

describe('enabling one-step withdrawals', () => {
  const choose = async (client: TestClient, is_on: boolean, transaction_password = PASSWORD) =>
    (await client.post('/api/v3/withdrawal-choices/one-step', { is_on, transaction_password })).body;
  const state = async (client: TestClient) => (await client.get('/api/v3/withdrawal-limits')).body.one_step;
  const mails = async ({ email }: TestClient) => (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body;
  const dayLater = () =>
    exchange.query(`update withdrawal_choices set one_step_from = one_step_from - interval '24 hours'`);

  test('takes effect a day later; the client is notified and emailed immediately', async () => {
    const client = await exchange.client({ USDT: '900' });
    await saveLongAgo(exchange, client);
    expect((await choose(client, true, 'not mine at all')).code).toBe('wrong_transaction_password');
    const { from } = await choose(client, true);
    expect(Math.abs(from - Date.now() - 86_400_000)).toBeLessThan(60_000);
    expect(await state(client)).toMatchObject({ is_on: false, from });
    expect((await mails(client))[0].subject).toContain('one-step withdrawal will be turned on');
    const { notifications } = (await client.get('/api/v3/notifications')).body;
    expect(notifications[0]).toMatchObject({ kind: 'security_changed', parameters: { kind: 'one_step_on' } });
    expect((await draft(client, { one_step: true })).body.factors.email_code).not.toBe('');
    await dayLater();
    expect(await state(client)).toMatchObject({ is_on: true, from: 0 });
    expect((await draft(client, { one_step: true })).body.factors.email_code).toBe('');
    expect(await choose(client, false)).toEqual({ message: 'saved', from: 0 });
    expect((await draft(client, { one_step: true })).body.factors.email_code).not.toBe('');
  });

  test('is not postponed by a repeated request, and can be cancelled before the day is over', async () => {
    const client = await exchange.client();
    const { from } = await choose(client, true);
    expect(await choose(client, true)).toEqual({ message: 'saved', from });
    const before = (await mails(client)).length;
    expect(await choose(client, false)).toEqual({ message: 'saved', from: 0 });
    await dayLater();
    expect(await state(client)).toMatchObject({ is_on: false, from: 0 });
    expect((await choose(client, true)).from).toBeGreaterThanOrEqual(from);
    expect((await mails(client)).length).toBe(before + 1);
  });
});

describe('POST /api/v3/withdrawals/cancel', () => {
  test('returns the full amount, only once even if repeated', async () => {
    const client = await exchange.client({ USDT: '400' });
    const { withdrawal_id } = (await withdraw(exchange, client)).body;
    for (const _ of ['once', 'twice'])
      expect((await client.post('/api/v3/withdrawals/cancel', { withdrawal_id })).body.message).toBe('success');
    expect(await spot(client)).toEqual([400, 0]);
    expect(await one(client, withdrawal_id)).toMatchObject({ state: 'CANCELLED', may_cancel: false });
    expect((await client.get('/api/v3/withdrawal-limits')).body.used).toBe('0.000000');
  });

  test('is refused once the withdrawal is being sent', async () => {
    const client = await exchange.client({ USDT: '400' });
    const { withdrawal_id } = (await withdraw(exchange, client)).body;
    await exchange.query(`update withdrawals set state = 'sending' where id = $1`, [withdrawal_id]);
    const { status, body } = await client.post('/api/v3/withdrawals/cancel', { withdrawal_id });
    expect([status, body.code]).toEqual([409, 'withdrawal_under_way']);
    expect(await spot(client)).toEqual([350, 50]);
  });
});

describe('a withdrawal to another client', () => {
  const addressOf = async (client: TestClient) =>
    (await client.post('/api/v3/generate-wallet', { wallet_type: 'TRC20' })).body.wallet.wallet_address;

  test('arrives immediately, without a fee', async () => {
    const [client, friend] = [await exchange.client({ USDT: '400' }), await exchange.client()];
    const { body } = await withdraw(exchange, client, {
      withdraw_address: await addressOf(friend),
      withdraw_amount: '15',
    });
    expect(await spot(friend)).toEqual([15, 0]);
    expect(await spot(client)).toEqual([385, 0]);
    expect(await one(client, body.withdrawal_id)).toMatchObject({
      state: 'PROCEED',
      is_internal: true,
      gasfee: '0.000000',
      received_amount: '15.000000',
    });
    const [row] = await exchange.query('select receiver, units from internal_transfers where withdrawal_id = $1', [
      body.withdrawal_id,
    ]);
    expect(row).toEqual({ receiver: String(friend.owner), units: '15000000' });
  });

  test('is listed as a completed deposit of the receiver, also in the exported file and on the coin’s page, without naming the sender', async () => {
    const [client, friend] = [await exchange.client({ USDT: '400' }), await exchange.client({ USDT: '5' })];
    const address = await addressOf(friend);
    await withdraw(exchange, client, { withdraw_address: address, withdraw_amount: '15' });
    const list = async (query = '') => (await friend.get(`/api/v3/deposit-history?${query}`)).body;
    const { deposit } = await list();
    expect(deposit.map((item: Record<string, string>) => [item.is_internal, item.recharge_amount])).toEqual([
      [true, '15.000000'],
      [false, '5.000000'],
    ]);
    expect(deposit[0]).toMatchObject({
      coin: 'USDT',
      network: 'TRC20',
      recharge_status: 'APPROVED',
      address,
      txid: '',
      explorer_url: '',
      confirmations: 0,
      unlock_confirmations: 0,
    });
    expect(deposit[0].position).toBeGreaterThan(0);
    const told = JSON.stringify(deposit);
    for (const secret of [client.email, `"${client.owner}"`]) expect(told).not.toContain(secret);

    const amounts = async (query: string) =>
      (await list(query)).deposit.map((item: Record<string, string>) => item.recharge_amount);
    expect(await amounts('state=completed&name=USDT')).toEqual(['15.000000', '5.000000']);
    expect(await amounts('state=pending')).toEqual([]);
    expect(await amounts('name=BTC')).toEqual([]);
    expect(await amounts('to=2020-01-01')).toEqual([]);

    const file: string = (await friend.get('/api/v3/history.csv?tab=deposit')).body;
    const [heading = [], newest = []] = file.split('\r\n').map((line) => line.split(','));
    const cells = Object.fromEntries(heading.map((name, index) => [name, newest[index]]));
    expect(cells).toMatchObject({ From: 'Another client', Amount: '15.000000', State: 'Completed', Transaction: '' });

    const coin = (await friend.get('/api/v3/wallet-single-coin?name=USDT')).body;
    expect(coin.deposit).toEqual(deposit);

    const reached = { 'x-min-position': String(exchange.services.core.position) };
    const { lines } = (await friend.get('/api/v3/ledger?cause=deposit', reached)).body;
    expect(lines.map(({ amount }: { amount: string }) => amount)).toEqual(['15.000000', '5.000000']);
    const day = new Date(exchange.services.clock()).toISOString().slice(0, 10);
    const { rows } = (await friend.get(`/api/v3/period-statement?from=${day}&to=${day}`, reached)).body;
    expect(rows).toMatchObject([{ coin: 'USDT', deposits: '20.000000', other: '0.000000', closing: '20.000000' }]);
    expect((await client.get('/api/v3/deposit-history')).body.deposit).toHaveLength(1);
  });

  test('appears in lists of deposits and withdrawals that can be paged in both directions', async () => {
    const [client, friend] = [await exchange.client({ USDT: '400' }), await exchange.client({ USDT: '5' })];
    const address = await addressOf(friend);
    // Approvals are needed only above 40 USDT, which is more than the total of the three withdrawals.
    await approveAbove(exchange, '40');
    for (const withdraw_amount of ['11', '12', '13'])
      await withdraw(exchange, client, { withdraw_address: address, withdraw_amount });
    await approveAbove(exchange, '20');
    const turn = async (who: TestClient, path: string, key: string) => {
      const page = async (cursor?: string) =>
        (await who.get(`${path}?limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`)).body;
      const first = await page();
      expect(first.previous_cursor).toBeUndefined();
      const second = await page(first.next_cursor);
      expect(second.next_cursor).toBeUndefined();
      const back = await page(second.previous_cursor);
      expect(back[key]).toEqual(first[key]);
      expect(back.previous_cursor).toBeUndefined();
      for (const cursor of ['12', 'b_', 'c_1', 'b_1_2'])
        expect((await who.get(`${path}?cursor=${cursor}`)).body.code).toBe('invalid_request');
      return [...first[key], ...second[key]];
    };
    const received = await turn(friend, '/api/v3/deposit-history', 'deposit');
    expect(received.map(({ recharge_amount }) => Number(recharge_amount))).toEqual([13, 12, 11, 5]);
    const sent = await turn(client, '/api/v3/withdraw-history', 'withdraw');
    expect(sent.map(({ withdraw_amount }) => Number(withdraw_amount))).toEqual([13, 12, 11]);
  });

  test('is refused if the address is the client’s own', async () => {
    const client = await exchange.client({ USDT: '400' });
    expect((await draft(client, { withdraw_address: await addressOf(client) })).body.code).toBe('recipient_own');
  });
});

describe('a withdrawal interrupted by a kill of the server continues', () => {
  const run = () => exchange.services.withdrawals.progress.run();
  // Stop the server's own runs: a run does not wait for a withdrawal that another run is advancing.
  beforeAll(() => stopDuty(exchange.exchange, 'withdrawals'));

  test('after it was confirmed, but before its amount was put on hold', async () => {
    const client = await exchange.client({ USDT: '400' });
    await draft(client);
    const [row] = await exchange.query(
      `update withdrawals set state = 'requested', requested_at = now() where owner = $1 returning id`,
      [client.owner],
    );
    await run();
    expect(await spot(client)).toEqual([350, 50]);
    expect(await one(client, Number(row?.id))).toMatchObject({ stage: 'waiting_approval' });
  });

  test('after its amount was put on hold, but before the row recorded it', async () => {
    const client = await exchange.client({ USDT: '400' });
    const { withdrawal_id } = (await withdraw(exchange, client)).body;
    await exchange.query(`update withdrawals set state = 'requested' where id = $1`, [withdrawal_id]);
    await run();
    expect(await spot(client)).toEqual([350, 50]);
    expect(await one(client, withdrawal_id)).toMatchObject({ stage: 'waiting_approval' });
  });

  test.each(['cancelled', 'refused'])('after it was %s, but before its amount was returned', async (state) => {
    const client = await exchange.client({ USDT: '400' });
    const { withdrawal_id } = (await withdraw(exchange, client)).body;
    await exchange.query('update withdrawals set state = $2 where id = $1', [withdrawal_id, state]);
    // Wait until the read models include the withdrawal's hold.
    await exchange.services.histories.reached(exchange.services.core.position, 10_000);
    await run();
    expect(await spot(client)).toEqual([400, 0]);
    await run();
    expect(await spot(client)).toEqual([400, 0]);
  });

  test('after the ledger moved it to another client', async () => {
    const [client, friend] = [await exchange.client({ USDT: '400' }), await exchange.client()];
    const { wallet } = (await friend.post('/api/v3/generate-wallet', { wallet_type: 'TRC20' })).body;
    const { body } = await withdraw(exchange, client, {
      withdraw_address: wallet.wallet_address,
      withdraw_amount: '15',
    });
    await exchange.query('delete from internal_transfers where withdrawal_id = $1', [body.withdrawal_id]);
    await exchange.query(`update withdrawals set state = 'sending' where id = $1`, [body.withdrawal_id]);
    await run();
    expect(await spot(friend)).toEqual([15, 0]);
    expect(
      await exchange.query('select from internal_transfers where withdrawal_id = $1', [body.withdrawal_id]),
    ).toHaveLength(1);
  });
});
