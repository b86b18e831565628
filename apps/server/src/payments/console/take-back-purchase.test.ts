import { systemOwners, type Wallet } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { TestInstallation } from '@vitrine/tools/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PaypalStandIn } from '../../providers/payment/testing/paypal-stand-in.ts';
import { PASSWORD, type TestClient, TestExchange, type TestStaff } from '../../testing/test-exchange.ts';

const PURCHASES = '/api/v3/console/purchases';
const UNIT = 1_000_000;
const BOUGHT = 95_238_095;
const SHARE = 38_095_238;
const TIMES = 64;

let paypal: PaypalStandIn;
let installation: TestInstallation;
let exchange: TestExchange;
let treasury: TestStaff;
let compliance: TestStaff;
const open = () => TestExchange.openOn(installation.url, installation.folder, paypal.settings);

beforeAll(async () => {
  paypal = await PaypalStandIn.start();
  installation = await TestExchange.installation();
  exchange = await open();
  [treasury, compliance] = [await exchange.staff('treasury'), await exchange.staff('compliance')];
});
afterAll(async () => {
  await exchange.close();
  await paypal.close();
  await installation.drop();
});

interface Bought {
  readonly client: TestClient;
  readonly id: number;
  readonly orderId: string;
}

/** A completed purchase of 95.238095 USDT for 100 USD. */
async function bought(buyer?: TestClient): Promise<Bought> {
  const client = buyer ?? (await exchange.client());
  const { body } = await client.post('/api/v3/paypal/payment', { amount: '100' });
  paypal.approve(body.order_id);
  await client.post('/api/v3/paypal/capture', { purchase_id: body.purchase_id });
  return { client, id: body.purchase_id, orderId: body.order_id };
}
const tell = (type: string, resource: object) => {
  const { body, headers } = paypal.event(type, resource);
  return exchange.visitor.post('/api/v3/paypal/webhook', body, headers);
};
const refund = async ({ orderId }: Bought, amount: string, as = 'REFUNDED') => {
  expect((await tell(`PAYMENT.CAPTURE.${as}`, paypal.refund(orderId, amount))).status).toBe(200);
};
const ask = ({ id }: Bought, who = treasury) =>
  who.post(`${PURCHASES}/take-back`, { purchase_id: id, reason: 'PayPal gave the money back' });
const approve = (id: number, who = compliance) =>
  who.post('/api/v3/console/approvals/approve', { id, reason: 'So it is' });
async function takenBack(purchase: Bought) {
  const { body } = await ask(purchase);
  return (await approve(body.approval)).body.approval;
}
const shown = async ({ id }: Bought) =>
  (await treasury.get(`${PURCHASES}?which=all&search=${id}`)).body.purchases.find((one: Bought) => one.id === id);
const isOwing = async ({ id }: Bought) =>
  (await treasury.get(`${PURCHASES}?which=owed&limit=200`)).body.purchases.some((one: Bought) => one.id === id);
const asset = () => exchange.services.instruments.assetByCode('USDT')?.asset ?? 0;
const balance = (owner: number, wallet: Wallet = 'spot') =>
  exchange.services.core.balance(owner, wallet, asset()).availableUnits;
/** Moves USDT between the client's wallets. Throws if the balance is too low. */
const move = ({ owner }: TestClient, units: number, from: Wallet = 'spot', to: Wallet = 'funding') =>
  exchange.submit({
    kind: 'Transfer',
    by: owner,
    purpose: 'between_wallets',
    legs: [
      { owner, wallet: from, asset: asset(), units: -units as AssetUnits },
      { owner, wallet: to, asset: asset(), units: units as AssetUnits },
    ],
  });

test('the share of a partial refund is taken back by two people, and is shown everywhere', async () => {
  const purchase = await bought();
  const { client } = purchase;
  expect((await ask(purchase)).body.code).toBe('nothing_owed');
  await refund(purchase, '40.00');
  expect(await shown(purchase)).toMatchObject({ owed: '38.095238', taken_back: '0.000000', available: '95.238095' });
  const sold = balance(systemOwners.payments);

  const { body } = await ask(purchase);
  expect(await shown(purchase)).toMatchObject({ is_take_back_asked: true });
  expect((await ask(purchase, compliance)).body.code).toBe('take_back_waits');
  expect((await approve(body.approval, treasury)).body.code).toBe('own_approval');
  expect(balance(client.owner)).toBe(BOUGHT);
  expect((await approve(body.approval)).body.approval).toMatchObject({
    state: 'done',
    kind: 'take_back_purchase',
    before: null,
    after: { purchase: purchase.id, taken_back_usdt: '0.000000', take_back_usdt_at_most: '38.095238' },
  });
  expect(balance(client.owner)).toBe(BOUGHT - SHARE);
  expect(balance(systemOwners.payments)).toBe(sold + SHARE);
  expect((await approve(body.approval)).body.code).toBe('approval_decided');
  expect((await ask(purchase)).body.code).toBe('nothing_owed');

  const item = await shown(purchase);
  expect(item).toMatchObject({ owed: '0.000000', taken_back: '38.095238', is_take_back_asked: false });
  const [own] = (await client.get('/api/v3/purchase-history')).body.purchases;
  expect(own).toMatchObject({
    taken_back: '38.095238',
    owed: '0.000000',
    take_backs: [{ amount: '38.095238', cause: 'refunded', position: item.take_backs[0].position }],
  });
  await exchange.services.histories.reached(own.take_backs[0].position, 30_000);
  const [line] = (await client.get('/api/v3/wallet/statement?name=USDT')).body.lines;
  expect(line).toMatchObject({
    cause: 'purchase_reversal',
    amount: '-38.095238',
    position: own.take_backs[0].position,
  });
  const records = await exchange.query(
    `select owner_id, units from money_records where purpose = 'purchase_reversal' and record = $1 order by line`,
    [purchase.id],
  );
  expect(records.map(({ units }) => Number(units))).toEqual([-SHARE, SHARE]);

  const { notifications } = (await client.get('/api/v3/notifications')).body;
  expect(notifications[0]).toMatchObject({
    kind: 'purchase_taken_back',
    parameters: { amount: '38.095238', charge: '100.00 USD', returned: '40.00 USD', owed: '0', cause: 'refunded' },
  });
  const [mail] = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body;
  expect(mail.subject).toBe('Vitrine reversed a purchase: 38.095238 USDT deducted');
  expect(mail.text).toContain('Of this, 40.00 USD was refunded to the payer');
});

test('reports show a take-back as a smaller purchase, not a sale, without profit or loss', async () => {
  const purchase = await bought();
  await refund(purchase, '40.00');
  await takenBack(purchase);
  const { client } = purchase;
  const [{ take_backs: takeBacks }] = (await client.get('/api/v3/purchase-history')).body.purchases;
  await exchange.services.histories.reached(takeBacks[0].position, 30_000);
  const today = new Date(exchange.services.clock()).toISOString().slice(0, 10);
  const { rows } = (await client.get(`/api/v3/period-statement?from=2020-01-01&to=${today}`)).body;
  expect(rows).toMatchObject([
    { coin: 'USDT', purchases: '57.142857', withdrawals: '0.000000', other: '0.000000', closing: '57.142857' },
  ]);
  const year = (await client.get(`/api/v3/yearly-report?year=${today.slice(0, 4)}`)).body;
  expect(year).toMatchObject({ count: 0, gain: '0.000000' });
  expect((await client.get('/api/v3/pnl')).body.totalPnl).toBe('0.000000');
});

test('any shortfall in the wallet stays owed, and is taken later', async () => {
  const purchase = await bought();
  const { client } = purchase;
  await move(client, BOUGHT - 10 * UNIT);
  await refund(purchase, '100.00', 'REVERSED');
  await takenBack(purchase);
  expect([balance(client.owner), balance(client.owner, 'funding')]).toEqual([0, BOUGHT - 10 * UNIT]);
  expect(await shown(purchase)).toMatchObject({ owed: '85.238095', taken_back: '10.000000', available: '0.000000' });
  expect(await isOwing(purchase)).toBe(true);
  expect((await ask(purchase)).body.code).toBe('nothing_to_take');

  await move(client, BOUGHT - 10 * UNIT, 'funding', 'spot');
  const { body } = await ask(purchase);
  // The USDT was spent between request and approval: the take-back fails, and can be requested again.
  await move(client, BOUGHT - 10 * UNIT);
  expect((await approve(body.approval)).body.approval).toMatchObject({ state: 'failed', failure: 'nothing_to_take' });
  await move(client, BOUGHT - 10 * UNIT, 'funding', 'spot');
  await takenBack(purchase);
  expect(balance(client.owner)).toBe(0);
  expect(await shown(purchase)).toMatchObject({ owed: '0.000000', taken_back: '95.238095' });
  expect(await isOwing(purchase)).toBe(false);
  const { take_backs: takeBacks } = await shown(purchase);
  expect(takeBacks.map(({ amount, cause }: { amount: string; cause: string }) => [amount, cause])).toEqual([
    ['10.000000', 'reversed'],
    ['85.238095', 'reversed'],
  ]);
});

test('the amount of a lost dispute is owed once, even if also reported as a reversal; the amount of a won dispute is not owed', async () => {
  const purchase = await bought();
  const dispute = (status: string, outcome_code: string, update_time: string) => ({
    dispute_id: `PP-D-${purchase.id}`,
    update_time,
    status,
    dispute_amount: { currency_code: 'USD', value: '100.00' },
    dispute_outcome: { outcome_code },
    disputed_transactions: [{ seller_transaction_id: `CAP-${purchase.orderId}` }],
  });
  await tell('CUSTOMER.DISPUTE.RESOLVED', dispute('RESOLVED', 'RESOLVED_SELLER_FAVOUR', '2026-02-01T00:00:00Z'));
  expect(await shown(purchase)).toMatchObject({ owed: '0.000000', refunded: '0.00' });
  await tell('CUSTOMER.DISPUTE.RESOLVED', dispute('RESOLVED', 'RESOLVED_BUYER_FAVOUR', '2026-02-02T00:00:00Z'));
  expect(await shown(purchase)).toMatchObject({ owed: '95.238095', refunded: '100.00' });
  await refund(purchase, '100.00', 'REVERSED');
  expect(await shown(purchase)).toMatchObject({ owed: '95.238095' });
  await takenBack(purchase);
  expect(await shown(purchase)).toMatchObject({ owed: '0.000000', take_backs: [{ cause: 'dispute_lost' }] });
});

test('a take-back approved 64 times and run 64 times concurrently is executed once', async () => {
  const purchase = await bought();
  await refund(purchase, '40.00');
  const { body } = await ask(purchase);
  const other = await exchange.staff('treasury');
  const answers = await Promise.all(
    Array.from({ length: TIMES }, (_, n) => approve(body.approval, n % 2 === 0 ? compliance : other)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await Promise.all(Array.from({ length: TIMES }, () => exchange.services.purchaseTakeBacks.run()));
  expect(balance(purchase.client.owner)).toBe(BOUGHT - SHARE);
  expect((await shown(purchase)).take_backs).toHaveLength(1);
});

test('a take-back requested many times concurrently, each request approved, is executed once', async () => {
  const purchase = await bought();
  await refund(purchase, '40.00');
  const answers = await Promise.all(Array.from({ length: 16 }, () => ask(purchase)));
  const approvals = answers.flatMap(({ body }) => body.approval ?? []);
  expect(approvals.length).toBeGreaterThan(0);
  await Promise.all(approvals.map((id: number) => approve(id)));
  expect(balance(purchase.client.owner)).toBe(BOUGHT - SHARE);
  expect((await shown(purchase)).take_backs).toHaveLength(1);
});

test('while a client moves the owed amount away, no balance falls below zero and no more than owed is taken back', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const purchase = await bought();
    const { client } = purchase;
    await refund(purchase, '100.00');
    const { body } = await ask(purchase);
    const moves = Array.from({ length: TIMES }, () => move(client, Math.floor(BOUGHT / 60)).catch(() => undefined));
    await Promise.all([approve(body.approval), ...moves]);
    await exchange.services.purchaseTakeBacks.run();
    const { taken_back: taken } = await shown(purchase);
    expect(balance(client.owner)).toBeGreaterThanOrEqual(0);
    expect(balance(client.owner) + balance(client.owner, 'funding') + Math.round(Number(taken) * UNIT)).toBe(BOUGHT);
  }
});

test('a frozen client’s USDT is taken back too; support cannot request it, nor can operators for their own accounts', async () => {
  const purchase = await bought();
  await refund(purchase, '40.00');
  expect((await ask(purchase, await exchange.staff('support'))).status).toBe(403);
  await exchange.submit({ kind: 'FreezeOwner', owner: purchase.client.owner });
  await takenBack(purchase);
  expect(balance(purchase.client.owner)).toBe(BOUGHT - SHARE);

  const form = { password: PASSWORD, transaction_password: PASSWORD };
  const owner = await exchange.services.accounts.open({ username: compliance.email, ...form });
  const own = await bought(await exchange.signIn(compliance.email, owner));
  await refund(own, '40.00');
  expect((await ask(own, compliance)).body.code).toBe('own_account');
  expect(await takenBack(own)).toMatchObject({ state: 'failed', failure: 'own_account' });
  expect(balance(owner)).toBe(BOUGHT);
});

test('a take-back interrupted by a kill after the approval or the ledger entry is completed at the next start, and the client notified once', async () => {
  const [early, late] = [await bought(), await bought()];
  for (const purchase of [early, late]) await refund(purchase, '40.00');
  const { body: asked } = await ask(early);
  // The state after only the approval's transaction: the ledger has not been called.
  await exchange.query(`create function killed() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
  await exchange.query(`create trigger killed before update on purchase_take_backs for each row
    when (new.state = 'chosen') execute function killed()`);
  expect((await approve(asked.approval)).body.approval.state).toBe('done');
  expect(balance(early.client.owner)).toBe(BOUGHT);
  await exchange.query('drop trigger killed on purchase_take_backs');
  // The state after a kill between the ledger entry and the update of the row.
  await exchange.query(`create trigger killed before update on purchase_take_backs for each row
    when (new.state = 'taken') execute function killed()`);
  await takenBack(late);
  expect(balance(late.client.owner)).toBe(BOUGHT - SHARE);
  expect(await exchange.query('select state from purchase_take_backs where purchase_id = $1', [late.id])).toEqual([
    { state: 'chosen' },
  ]);
  await exchange.query('drop trigger killed on purchase_take_backs');
  // The amount to take is already stored, so a later refund does not change it.
  await refund(late, '20.00');
  await exchange.close();
  exchange = await open();
  for (const { client, id } of [early, late]) {
    const states = () => exchange.query('select state from purchase_take_backs where purchase_id = $1', [id]);
    await expect.poll(states).toEqual([{ state: 'taken' }]);
    expect(balance(client.owner)).toBe(BOUGHT - SHARE);
    await exchange.sendQueuedMail();
    const mails = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body;
    expect(mails.filter(({ subject }: { subject: string }) => subject.includes('deducted'))).toHaveLength(1);
    expect(
      await exchange.query(`select from notice where owner = $1 and kind = 'purchase_taken_back'`, [client.owner]),
    ).toHaveLength(1);
  }
});
