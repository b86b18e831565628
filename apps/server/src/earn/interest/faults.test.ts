import { assetUnits } from '@vitrine/money';
import { SequencerStopped } from '@vitrine/sequencer';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { stopDuty, TestExchange } from '../../testing/test-exchange.ts';
import { commandOf } from '../ledger-side.ts';
import {
  differences,
  isOfPool,
  passDays,
  refuse,
  retryNow,
  stakesOf,
  startAtTen,
  subscribe,
  subscribeLocked,
} from '../testing/earn-scene.ts';
import { sentBatches } from './batch-table.ts';

const BTC_PRODUCT = 2;
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await startAtTen(exchange);
  await stopDuty(exchange.exchange, 'earn moves');
});
afterEach(async () => {
  expect(await differences(exchange)).toEqual([]);
});
afterAll(() => exchange.close());

const faults = () => exchange.services.earn.faults.open();

test('a refused posting blocks neither other postings nor pay-outs, raises an alarm, and is retried at growing intervals', async () => {
  const own = await exchange.client({ USDT: '1000', BTC: '1' });
  await subscribe(own, { amount: '400' });
  await subscribeLocked(own, { amount: '500', days: 5 });
  await subscribe(own, { earn_id: BTC_PRODUCT, amount: '0.5' });
  await subscribeLocked(own, { earn_id: BTC_PRODUCT, amount: '0.5', days: 5 });
  const end = refuse(exchange, isOfPool(1));
  await passDays(exchange, 7, false);
  // 0.5 × 0.32% × 6 ÷ 365 and 0.5 × 0.4571% × 5 ÷ 365.
  expect(await own.available('BTC')).toBe('0.50005760');
  expect(await own.available('USDT')).toBe('100.000000');
  const states = (await stakesOf(own)).map(({ name, state }: { name: string; state: string }) => [name, state]);
  expect(states).toEqual([
    ['BTC', 'ENDED'],
    ['BTC', 'RUNNING'],
    ['USDT', 'RUNNING'],
    ['USDT', 'RUNNING'],
  ]);
  const before = await faults();
  // Six days of one stake and five of the other.
  expect(before).toHaveLength(11);
  expect(before[0]).toMatchObject({ kind: 'posting', reason: expect.stringContaining('unknown_asset'), attempts: 1 });
  const operator = await exchange.staff('support');
  expect((await operator.get('/api/v3/console/health')).body.earn_faults).toHaveLength(11);
  await retryNow(exchange);
  const [again] = await faults();
  expect(again).toMatchObject({ attempts: 2 });
  expect((again?.retryMs ?? 0) - Date.now()).toBeGreaterThan(15_000);
  end();
  // It is not retried before its retry time.
  await exchange.services.earn.posting.next();
  expect(await faults()).toHaveLength(11);
  await retryNow(exchange);
  expect(await faults()).toEqual([]);
  // 400 × 3% × 6 ÷ 365 and 500 × 4.2857% (rounded) × 5 ÷ 365.
  expect((await stakesOf(own))[2]).toMatchObject({ state: 'ENDED', ended_because: 'paid_out' });
  expect(await own.available('USDT')).toMatch(/^600\.49/);
});

test('a stake whose interest cannot be decided blocks no other stake of its product', async () => {
  const [bad, good] = [await exchange.client({ USDT: '1000' }), await exchange.client({ USDT: '1000' })];
  const { stake_id } = (await subscribe(bad, { amount: '1000' })).body;
  await subscribe(good, { amount: '1000' });
  await exchange.query('update earn_stakes set apr_ppm = 2147483647, principal_units = $2 where stake_id = $1', [
    stake_id,
    Number.MAX_SAFE_INTEGER,
  ]);
  await passDays(exchange, 3, false);
  expect(await good.available('USDT')).toBe('0.164383');
  expect(await faults()).toMatchObject([{ kind: 'stake', subject: stake_id }]);
  await exchange.query('update earn_stakes set apr_ppm = 30000, principal_units = 1000000000 where stake_id = $1', [
    stake_id,
  ]);
  await retryNow(exchange);
  expect(await bad.available('USDT')).toBe('0.164383');
  expect(await faults()).toEqual([]);
});

test('a pay-out that the ledger refuses blocks no other pay-out', async () => {
  const [bad, good] = [await exchange.client({ USDT: '1000' }), await exchange.client({ USDT: '1000' })];
  for (const who of [bad, good]) await subscribeLocked(who, { amount: '1000', days: 5 });
  const end = refuse(exchange, ({ legs }) => legs.some(({ owner, units }) => owner === bad.owner && units > 0));
  await passDays(exchange, 7, false);
  expect(await good.available('USDT')).toMatch(/^1000\.5/);
  expect(await bad.available('USDT')).toBe('0.000000');
  expect(await faults()).toMatchObject([{ kind: 'move', reason: expect.stringContaining('unknown_asset') }]);
  end();
  // The duty that resubmits moves is stopped here, so the test resolves them itself.
  await exchange.query('update earn_faults set retry_at = now()');
  await exchange.query(`update earn_moves set drafted_at = drafted_at - interval '1 minute' where state = 'sent'`);
  await exchange.services.earn.moves.resolve();
  expect(await bad.available('USDT')).toBe(await good.available('USDT'));
  expect(await faults()).toEqual([]);
});

test('a term is not paid out before its last posting', async () => {
  const own = await exchange.client({ USDT: '1000' });
  await subscribeLocked(own, { amount: '1000', days: 5 });
  const end = refuse(exchange, ({ by, purpose, legs }) => purpose === 'interest' && by === 101 && legs.length === 2);
  await passDays(exchange, 7, false);
  expect(await own.available('USDT')).toBe('0.000000');
  end();
  await retryNow(exchange);
  expect((await stakesOf(own))[0]).toMatchObject({ state: 'ENDED' });
  expect(await own.available('USDT')).toMatch(/^1000\.5/);
});

test('a posting that may be in the log is looked up in the histories and not paid twice, even though the core forgets its reference', async () => {
  const own = await exchange.client({ USDT: '4000' });
  await subscribe(own, { amount: '4000' });
  await passDays(exchange, 2);
  const paid = await own.available('USDT');
  const posted = await exchange.query('select batch_id from earn_batches order by batch_id desc limit 1');
  await exchange.query(`update earn_batches set state = 'sent', position = null where batch_id = $1`, [
    posted[0]?.batch_id,
  ]);
  const [batch] = await sentBatches(exchange.services.earn.pool, 1);
  if (batch === undefined) throw new Error('there is no batch');
  // Keeps the duty from submitting it before the core has forgotten it.
  await exchange.query(`insert into earn_faults values ('posting', $1, '', 1, now(), now() + interval '1 hour')`, [
    batch.id,
  ]);
  await exchange.submit({ kind: 'AdvanceClock', byMs: 3_600_001 });
  // Each new reference evicts two old ones.
  const { core, sequencer } = exchange.services;
  for (let i = 0; i < 500 && core.acceptanceOf(commandOf(batch)) !== undefined; i += 1)
    await sequencer.submit({
      kind: 'Transfer',
      by: 3,
      purpose: 'house_funding',
      legs: [
        { owner: 3, wallet: 'spot', asset: batch.asset, units: assetUnits(-1) },
        { owner: 4, wallet: 'spot', asset: batch.asset, units: assetUnits(1) },
      ],
      reference: { source: 'client', words: [i, 1, 2, 3] },
    });
  expect(core.acceptanceOf(commandOf(batch))).toBeUndefined();
  await retryNow(exchange);
  expect(await exchange.query(`select from earn_batches where state = 'sent'`)).toEqual([]);
  expect(await own.available('USDT')).toBe(paid);
});

test('interest that is not in the histories yet is not shown as earned', async () => {
  const own = await exchange.client({ USDT: '4000' });
  const { stake_id } = (await subscribe(own, { amount: '4000' })).body;
  await passDays(exchange, 3);
  expect((await stakesOf(own))[0]).toMatchObject({ day: 2, earned: '0.657534' });
  const [last] = await exchange.query(
    'select batch_id from earn_interest where stake_id = $1 order by cut desc limit 1',
    [stake_id],
  );
  await exchange.query('update earn_batches set position = $2 where batch_id = $1', [last?.batch_id, 2 ** 40]);
  expect((await stakesOf(own))[0]).toMatchObject({ day: 1, earned: '0.328767' });
});

test('unlocking a stake posts only that stake’s interest', async () => {
  const [own, other] = [await exchange.client({ USDT: '1000' }), await exchange.client()];
  const { stake_id } = (await subscribeLocked(own, { amount: '1000' })).body;
  await passDays(exchange, 2);
  await stopDuty(exchange.exchange, 'earn interest');
  await exchange.query(`update earn_batches set state = 'sent', position = null
    where batch_id in (select batch_id from earn_interest where stake_id = ${stake_id})`);
  const isSent = async () => (await exchange.query(`select from earn_batches where state = 'sent'`)).length === 1;
  const unlock = { stake_id, accepted: true };
  expect((await other.post('/api/v3/stake/unlock', unlock)).body.code).toBe('unknown_stake');
  expect(await isSent()).toBe(true);
  expect((await own.post('/api/v3/stake/unlock', unlock)).body).toMatchObject({ message: 'success' });
  expect(await isSent()).toBe(false);
});

test('a subscription whose outcome in the log is unknown is not abandoned by this process', async () => {
  const own = await exchange.client({ USDT: '1000' });
  const { sequencer, earn } = exchange.services;
  const { submit } = sequencer;
  const moves = () => exchange.query('select state from earn_moves where owner = $1 order by move_id', [own.owner]);
  const attempt = async (outcome: 'unknown' | 'not_accepted') => {
    sequencer.submit = () => Promise.reject(new SequencerStopped(outcome));
    expect((await subscribe(own, { amount: '10' })).status).toBeGreaterThanOrEqual(500);
    sequencer.submit = submit;
    await exchange.query(`update earn_moves set drafted_at = drafted_at - interval '1 minute' where state = 'sent'`);
    await earn.moves.resolve();
  };
  await attempt('not_accepted');
  expect(await moves()).toEqual([{ state: 'abandoned' }]);
  await attempt('unknown');
  expect(await moves()).toEqual([{ state: 'abandoned' }, { state: 'sent' }]);
});
