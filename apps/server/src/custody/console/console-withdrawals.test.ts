import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Reader } from '../../stream/testing/reader.ts';
import { PASSWORD, type TestClient, TestExchange, type TestStaff } from '../../testing/test-exchange.ts';
import { approveAbove, draft, outside, withdraw } from '../../testing/withdraw.ts';
import { mine, simulatedChain } from '../testing/books.ts';

let exchange: TestExchange;
let [first, second]: TestStaff[] = [];
const about = (name: string) => `/api/v3/console/${name}`;
const approve = (who: TestStaff | undefined, withdrawal_id: number) =>
  who?.post(about('withdrawals/approve'), { withdrawal_id, reason: 'looks right' });
const spot = async (client: TestClient) => {
  const { wallet } = (await client.get('/api/v3/wallet-balance?name=USDT')).body;
  return [Number(wallet.available), Number(wallet.freeze_balance)];
};
const itemOf = async (client: TestClient) => (await client.get('/api/v3/withdraw-history')).body.withdraw[0];

beforeAll(async () => {
  exchange = await TestExchange.open();
  await approveAbove(exchange, '20', '100');
  [first, second] = [await exchange.staff('treasury'), await exchange.staff('compliance')];
});
afterAll(() => exchange.close());

test('a withdrawal above the higher threshold needs two different approvers', async () => {
  const client = await exchange.client({ USDT: '400' });
  const { withdrawal_id } = (await withdraw(exchange, client, { withdraw_amount: '150' })).body;
  const waiting = (await first?.get(about('withdrawals?which=waiting')))?.body;
  const [item] = waiting.withdrawals.filter(({ id }: { id: number }) => id === withdrawal_id);
  const counted = async () => (await first?.get(about('health')))?.body.withdrawals_waiting;
  expect(waiting.waiting).toBeGreaterThan(0);
  expect(await counted()).toBe(waiting.waiting);
  expect(item).toMatchObject({ approvals_needed: 2, may_approve: true, completed_before: 0, value_usdt: '150.000000' });
  expect(item.hints).toEqual(expect.arrayContaining(['new_address', 'first_withdrawal']));

  expect((await approve(first, withdrawal_id))?.body.withdrawal).toMatchObject({
    stage: 'waiting_approval',
    may_approve: false,
  });
  expect((await approve(first, withdrawal_id))?.body.code).toBe('withdrawal_approved_by_you');
  expect((await approve(second, withdrawal_id))?.status).toBe(200);
  expect((await itemOf(client)).stage).not.toBe('waiting_approval');
  expect(await counted()).toBe(waiting.waiting - 1);
  expect((await approve(second, withdrawal_id))?.body.code).toBe('withdrawal_not_waiting');
  const trail = await exchange.query(
    `select staff_email from audit_trail where action = 'consoleApproveWithdrawal' and phase = 'done' order by id`,
  );
  expect(trail.map(({ staff_email }) => staff_email)).toEqual([first?.email, second?.email]);
});

test.each([
  ['waiting', 'oldest first', 1],
  ['over', 'newest first', -1],
] as const)('the withdrawal list “%s” is paged, %s, without gaps or repetitions', async (which, _, way) => {
  const client = await exchange.client({ USDT: '400' });
  for (let n = 0; n < 3; n += 1) {
    const { withdrawal_id } = (await withdraw(exchange, client, { withdraw_amount: '30' })).body;
    if (which === 'over')
      await first?.post(about('withdrawals/refuse'), { withdrawal_id, refusal: 'client_request', note: '' });
  }
  const page = async (query: string) => (await first?.get(about(`withdrawals?which=${which}&${query}`)))?.body;
  const idsOf = ({ withdrawals }: { withdrawals: { id: number }[] }) => withdrawals.map(({ id }) => id);
  const all = idsOf(await page('limit=200'));
  expect(all.length).toBeGreaterThanOrEqual(3);
  expect(all).toEqual(all.toSorted((a, b) => way * (a - b)));
  const paged: number[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const found = await page(`limit=2${cursor && `&cursor=${cursor}`}`);
    paged.push(...idsOf(found));
    cursor = found.next_cursor as string | undefined;
  }
  expect(paged).toEqual(all);
});

test('a withdrawal of coins deposited within the last hour gets a warning', async () => {
  const client = await exchange.client();
  const hintsOf = async (withdrawal_id: number) => (await exchange.services.withdrawals.table.one(withdrawal_id)).hints;
  const deposit = { username: client.email, coin: 'USDT', network: 'TRC20', amount: '200' };
  expect((await exchange.visitor.post('/sandbox/deposits', deposit)).status).toBe(200);
  await mine(exchange, 'TRC20', 20);
  await exchange.services.histories.reached(exchange.services.core.position, 10_000);
  const fresh = (await withdraw(exchange, client, { withdraw_amount: '30' })).body;
  expect(await hintsOf(fresh.withdrawal_id)).toContain('just_deposited');
  await exchange.query(
    `update money_records set time_ms = time_ms - 3600001 where purpose = 'deposit' and owner_id = $1`,
    [client.owner],
  );
  const later = (await withdraw(exchange, client, { withdraw_amount: '31' })).body;
  expect(await hintsOf(later.withdrawal_id)).not.toContain('just_deposited');
});

test('refusing a withdrawal returns the full amount, and the client sees the reason', async () => {
  const client = await exchange.client({ USDT: '400' });
  const { withdrawal_id } = (await withdraw(exchange, client)).body;
  const refusal = { withdrawal_id, refusal: 'funds_origin', note: 'Please show where this is from.' };
  expect((await first?.post(about('withdrawals/refuse'), refusal))?.body.withdrawal.stage).toBe('refused');
  expect(await spot(client)).toEqual([400, 0]);
  expect(await itemOf(client)).toMatchObject({
    state: 'REFUSED',
    refusal_reason: 'funds_origin',
    refusal_note: 'Please show where this is from.',
  });
  const [mail] = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body;
  expect(mail.text).toContain('The source of the funds must be checked first');
  expect((await approve(second, withdrawal_id))?.body.code).toBe('withdrawal_not_waiting');
});

test('the client’s pages are notified of each approval, and of a restriction and its end', async () => {
  const { app } = exchange.exchange;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = await exchange.client({ USDT: '400' });
  const { port } = app.server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${client.token}` };
  const reader = await new Reader(`ws://127.0.0.1:${port}/stream`, headers).open();
  const { withdrawal_id } = (await withdraw(exchange, client, { withdraw_amount: '150' })).body;
  let marks = 0;
  // Notifications arrive in order: once the marker has arrived, all earlier ones have arrived too.
  const heardBy = async (act: () => unknown): Promise<number[]> => {
    const mark = async () => {
      marks += 1;
      const id = -marks;
      await exchange.query(`select pg_notify('client_money', $1)`, [`${client.owner} withdrawal ${id}`]);
      await reader.next('money', (message) => message.id === id);
      return reader.all('money').map((message) => message.id);
    };
    const before = (await mark()).length;
    await act();
    return (await mark()).slice(before, -1);
  };
  expect(await heardBy(() => approve(first, withdrawal_id))).toEqual([withdrawal_id]);
  const uid = (await client.get('/api/v3/account-client')).body.client.id;
  const terms = { uid, kind: 'withdraw', reason: 'funds_origin', rule: 'AML 4.2', days: 7 };
  let id = 0;
  const restrict = async () => {
    id = (await second?.post(about('restrictions/set'), terms))?.body.restriction.id;
  };
  expect(await heardBy(restrict)).toEqual([withdrawal_id]);
  const end = { id, reason: 'cleared' };
  expect(await heardBy(() => second?.post(about('restrictions/end'), end))).toContain(withdrawal_id);
  reader.socket.close();
});

test('operators cannot decide on withdrawals from their own account', async () => {
  const member = await exchange.staff('treasury');
  const owner = await exchange.services.accounts.open({
    username: member.email,
    password: PASSWORD,
    transaction_password: PASSWORD,
  });
  await exchange.visitor.post('/sandbox/deposits', { coin: 'USDT', amount: '400', username: member.email });
  const client = await exchange.signIn(member.email, owner);
  const { withdrawal_id } = (await withdraw(exchange, client)).body;
  expect((await approve(member, withdrawal_id))?.body.code).toBe('own_account');
  const refusal = { withdrawal_id, refusal: 'client_request', note: '' };
  expect((await member.post(about('withdrawals/refuse'), refusal)).body.code).toBe('own_account');
});

test('operators cannot approve withdrawals to their own account', async () => {
  const member = await exchange.staff('treasury');
  const owner = await exchange.services.accounts.open({
    username: member.email,
    password: PASSWORD,
    transaction_password: PASSWORD,
  });
  const withdraw_address = await exchange.services.custody.addresses.give(owner, 'TRC20');
  const client = await exchange.client({ USDT: '400' });
  const { withdrawal_id } = (await withdraw(exchange, client, { withdraw_address })).body;
  const { withdrawals } = (await member.get(about('withdrawals?which=waiting'))).body;
  expect(withdrawals.find(({ id }: { id: number }) => id === withdrawal_id).may_approve).toBe(false);
  expect((await approve(member, withdrawal_id))?.body.code).toBe('own_account');
  expect((await approve(second, withdrawal_id))?.body.withdrawal.stage).toBe('completed');
});

test('many small withdrawals in a day need as many approvals as one large withdrawal', async () => {
  const client = await exchange.client({ USDT: '400' });
  const fields = { withdraw_amount: '15' };
  await withdraw(exchange, client, fields);
  expect((await itemOf(client)).approvals_needed).toBe(0);
  expect((await draft(client, fields)).body.draft.approvals_needed).toBe(1);
  await withdraw(exchange, client, fields);
  expect((await itemOf(client)).approvals_needed).toBe(1);
  await withdraw(exchange, client, { withdraw_amount: '80' });
  expect((await itemOf(client)).approvals_needed).toBe(2);
});

test('a blocked address, or a withdrawal hold on the client, delays even an approved withdrawal', async () => {
  const { custody } = exchange.services;
  const client = await exchange.client({ USDT: '400' });
  const { withdrawal_id } = (await withdraw(exchange, client)).body;
  const stage = async () => {
    await custody.readOn('TRC20');
    return (await itemOf(client)).stage;
  };
  const block = { network: 'TRC20', address: outside.TRC20, reason: 'Reported by three clients' };
  const { blocked } = (await second?.post(about('blocked-addresses/add'), block))?.body ?? {};
  await approve(first, withdrawal_id);
  expect(await stage()).toBe('approved');
  await exchange.query(`update client set withdrawals_held_until = now() + interval '1 hour' where owner = $1`, [
    client.owner,
  ]);
  await second?.post(about('blocked-addresses/remove'), { blocked_id: blocked.id, reason: 'It was another one' });
  expect(await stage()).toBe('approved');
  // Raise the network fee above the maximum, so that the payment is requested but not made.
  const chain = simulatedChain(exchange, 'TRC20');
  const { fee } = chain;
  chain.fee = 10n ** 15n;
  const hold = (until: string) =>
    exchange.query(`update client set withdrawals_held_until = ${until} where owner = $1`, [client.owner]);
  await hold('null');
  expect(await stage()).toBe('sending');
  await hold(`now() + interval '1 hour'`);
  expect(await stage()).toBe('approved');
  chain.fee = fee;
  await hold('null');
  expect(await stage()).toBe('sending');
  expect((await itemOf(client)).txid).not.toBe('');
});

test('blocking and unblocking an address records the operator and the reason', async () => {
  const client = await exchange.client({ USDT: '400' });
  const block = { network: 'TRC20', address: outside.TRC20, reason: 'Reported by three clients' };
  const { blocked } = (await second?.post(about('blocked-addresses/add'), block))?.body ?? {};
  expect((await second?.post(about('blocked-addresses/add'), block))?.body.code).toBe('address_blocked');
  expect((await first?.get(about('blocked-addresses')))?.body.addresses).toMatchObject([
    { address: outside.TRC20, reason: 'Reported by three clients', added_by: second?.email },
  ]);
  expect((await draft(client)).body.code).toBe('recipient_flagged');
  await second?.post(about('blocked-addresses/remove'), { blocked_id: blocked.id, reason: 'It was another one' });
  expect((await draft(client)).status).toBe(200);
});
