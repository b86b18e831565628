import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestExchange } from '../../testing/test-exchange.ts';
import { headOfLog } from '../../wiring/log-heads.ts';

const program = fileURLToPath(new URL('../../verify-log.ts', import.meta.url));
const bid = { delegate_type: 'BUY', trade_type: 'limit', order_per_unit: '60000.0', number_of_order: '0.01' };

let exchange: TestExchange;
let owner: number;

/** Runs the program as an operator would, while a server is running. Returns its exit code and output. */
async function verify(...options: string[]): Promise<{ code: number; said: string }> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATABASE_URL: exchange.databaseUrl };
  return promisify(execFile)(process.execPath, [program, ...options], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );
}

/** Changes the database directly, verifies, and restores it. */
async function verifyAfter(change: string, back: string) {
  await exchange.query(change);
  try {
    return await verify();
  } finally {
    await exchange.query(back);
  }
}

beforeAll(async () => {
  exchange = await TestExchange.open();
  const client = await exchange.client({ USDT: '10000', BTC: '1' });
  owner = client.owner;
  for (let i = 0; i < 5; i += 1) await client.order({ ...bid, remember: true });
  await client.order({ ...bid, trade_type: 'stop_limit', trigger_price: '66000.0', order_per_unit: '66000.0' });
  const other = await exchange.client({ USDT: '100000' });
  await other.order({ ...bid, delegate_type: 'BUY', order_per_unit: '59000.0' });
  const { body } = await client.order({ ...bid, delegate_type: 'SELL', order_per_unit: '61000.0' });
  const filled = await other.order({ ...bid, order_per_unit: '61000.0', number_of_order: '0.004' });
  expect([body.message, filled.body.message]).toEqual(['success', 'success']);
  // Open orders are written when they are a second old.
  const { body: clock } = await exchange.visitor.post('/sandbox/clock', { advanceSeconds: 2 });
  const position = { 'x-min-position': String(clock.position) };
  expect((await client.get('/api/v3/trades/order-histories', position)).status).toBe(200);
});
afterAll(() => exchange.close());

test('npm run log:verify finds everything intact while a server is running, and reports its speed', async () => {
  const { code, said } = await verify();
  expect(said).toMatch(
    /The log is intact: batches 1 to \d+ \(up to position \d+\), checked from the beginning of the log; \d+ snapshots match/,
  );
  expect(said).toMatch(/\d+ commands\/s/);
  expect(code).toBe(0);
});

test('log:verify does not report an order younger than a second, which the tables lack', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const { body } = await client.order({ ...bid, number_of_order: '0.001' });
  const position = { 'x-min-position': String(body.position) };
  expect((await client.get('/api/v3/trades/order-histories', position)).status).toBe(200);
  expect(await exchange.query(`select order_id from orders where order_id = ${body.order_id}`)).toEqual([]);
  expect((await verify()).code).toBe(0);
});

test('log:verify finds a head noted earlier unless the log up to it was rewritten', async () => {
  const head = /The head of the log is (\d+:[0-9a-f]{64})/.exec((await verify()).said)?.[1] ?? '';
  expect(await headOfLog({ query: (text: string) => exchange.query(text).then((rows) => ({ rows })) } as never)).toBe(
    head,
  );
  const again = await verify('--head', head);
  expect([again.code, again.said]).toEqual([
    0,
    expect.stringContaining('The head given with --head is part of this log.'),
  ]);
  const [position, hash = ''] = head.split(':');
  const other = await verify('--head', `${position}:${hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}`);
  expect([other.code, other.said]).toEqual([1, expect.stringContaining('was truncated or rewritten')]);
  expect((await verify('--head', 'nonsense')).said).toContain('--head takes <position:hash>');
});

test('log:verify reports a flipped byte in a batch behind the newest snapshot', async () => {
  const flip = 'update log_batch set payload = set_byte(payload, 3, 255 - get_byte(payload, 3)) where n = 2';
  const { code, said } = await verifyAfter(flip, flip);
  expect(said).toContain('The log is damaged at batch 2: its content does not match its checksum.');
  expect(code).toBe(1);
});

test('log:verify reports a missing batch', async () => {
  await exchange.query('create table kept as select * from log_batch where n = 3');
  const { code, said } = await verifyAfter(
    'delete from log_batch where n = 3',
    'insert into log_batch select * from kept',
  );
  expect(said).toContain('The log is damaged at batch 3: it is missing');
  expect(code).toBe(1);
});

test('log:verify reports a changed snapshot', async () => {
  const flip = 'update log_snapshot_chunk set bytes = set_byte(bytes, 9, 255 - get_byte(bytes, 9))';
  const { code, said } = await verifyAfter(flip, flip);
  expect(said).toContain('the snapshot at this batch is damaged');
  expect(code).toBe(1);
});

test('log:verify reports a changed balance, with the balance from the log', async () => {
  const change = (units: number) => `update account_balances set units = units + ${units} where owner_id = ${owner}
    and wallet = 'spot' and asset_id = (select asset_id from assets where code = 'BTC')`;
  const { code, said } = await verifyAfter(change(1), change(-1));
  expect(said).toMatch(
    new RegExp(
      `The account_balances table has (\\d+) units for owner ${owner}, wallet spot, .* according to the log, the balance is`,
    ),
  );
  expect(code).toBe(1);
});

test('log:verify reports a deleted balance', async () => {
  await exchange.query(`create table kept_balances as select * from account_balances where owner_id = ${owner}`);
  const { said } = await verifyAfter(
    `delete from account_balances where owner_id = ${owner}`,
    'insert into account_balances select * from kept_balances',
  );
  expect(said).toMatch(new RegExp(`The account_balances table has 0 units for owner ${owner}`));
});

test.each([
  ['price_ticks = price_ticks + 1', 'price_ticks = price_ticks - 1', 'a different price_ticks for order'],
  ['filled_lots = filled_lots + 1', 'filled_lots = filled_lots - 1', 'a different size_lots or filled_lots for order'],
])('log:verify reports a changed open order (%s)', async (change, back, sentence) => {
  const order = `order_id = (select max(order_id) from resting_orders where owner_id = ${owner})`;
  const { code, said } = await verifyAfter(
    `update resting_orders set ${change} where ${order}`,
    `update resting_orders set ${back} where ${order}`,
  );
  expect(said).toContain(sentence);
  expect(code).toBe(1);
});
