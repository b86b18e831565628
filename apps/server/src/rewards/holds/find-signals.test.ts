import { createHash, randomBytes } from 'node:crypto';
import type { ReferralSignal } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestExchange } from '../../testing/test-exchange.ts';
import { befriend } from '../testing/befriend.ts';
import { verify } from '../testing/give-points.ts';
import { findSignals } from './find-signals.ts';

let exchange: TestExchange;
let pair: readonly [inviter: number, friend: number];

beforeAll(async () => {
  exchange = await TestExchange.open();
});
beforeEach(async () => {
  const clients = [await exchange.client(), await exchange.client()];
  pair = [clients[0]?.owner ?? 0, clients[1]?.owner ?? 0];
  // Both clients have signed up from this computer.
  await exchange.query('delete from security_event where owner = any($1)', [pair]);
  await exchange.query('delete from known_device where owner = any($1)', [pair]);
});
afterAll(() => exchange.close());

const found = () => findSignals(exchange.services.rewardPool, ...pair);
const forBoth = async (sql: string, ...values: readonly unknown[]) => {
  for (const owner of pair) await exchange.query(sql, [owner, ...values]);
};
const deviceOf = (mark: string) => createHash('sha256').update(mark).digest();
const newDevice = 'insert into known_device (owner, device_hash) values ($1, $2)';
const newEvent = `insert into security_event (owner, at, kind, ip, user_agent, details)
  values ($1, now() + make_interval(hours => $3), 'signed_in', $2, 'Browser 1', '{}')`;
const newWithdrawal = `insert into withdrawals (owner, state, asset_id, coin, network, address, units, fee_units,
    value_units, limit_units, is_one_step, drafted_at, expires_at, state_at)
  values ($1, $2, 1, 'ETH', 'ETHEREUM', 'outside', 2, 1, 1, 1, false, now(), now(), now())`;
const newDeposit = (owner: number, from: string) =>
  exchange.query(
    `insert into chain_deposits (network, txid, output, coin, owner_id, address, from_address, chain_amount, units, remainder)
     values ('ETHEREUM', $2, '0', 'ETH', $1, 'ours', $3, 1, 1, 0)`,
    [owner, randomBytes(8).toString('hex'), from],
  );

test('two clients with nothing in common have no signals', async () => {
  expect(await found()).toEqual([]);
  for (const [index, owner] of pair.entries()) {
    await exchange.query(newDevice, [owner, deviceOf(`browser ${index}`)]);
    await exchange.query(newEvent, [owner, `192.0.2.${index}`, 0]);
  }
  expect(await found()).toEqual([]);
});

test.each<readonly [ReferralSignal, () => Promise<unknown>]>([
  [
    'same_document',
    () =>
      forBoth(
        "insert into kyc_case (owner, id_type, id_mark, key_id) values ($1, 'Government ID', $2, 'a')",
        deviceOf('a passport'),
      ),
  ],
  ['same_device', () => forBoth(newDevice, deviceOf('a browser’s id'))],
  ['same_address', () => forBoth(newWithdrawal, 'completed')],
  [
    'same_sender',
    async () => {
      for (const owner of pair) await newDeposit(owner, 'a payer of two');
    },
  ],
])('%s is found', async (signal, make) => {
  await make();
  expect(await found()).toEqual([signal]);
});

test('an address that was only saved, and never withdrawn to, is not a signal', async () => {
  await forBoth(
    `insert into saved_addresses (owner, network, address, label, added_at, usable_at)
     values ($1, 'ETHEREUM', 'outside', '', now(), now())`,
  );
  await exchange.query(newWithdrawal, [pair[1], 'completed']);
  for (const state of ['refused', 'cancelled']) await exchange.query(newWithdrawal, [pair[0], state]);
  expect(await found()).toEqual([]);
  await exchange.query(newWithdrawal, [pair[0], 'completed']);
  expect(await found()).toEqual(['same_address']);
});

test('the same IP address is a signal within a day, and not after that', async () => {
  await exchange.query(newEvent, [pair[0], '192.0.2.7', -30]);
  await exchange.query(newEvent, [pair[1], '192.0.2.7', 0]);
  expect(await found()).toEqual([]);
  await exchange.query(newEvent, [pair[0], '192.0.2.7', -20]);
  expect(await found()).toEqual(['same_network']);
});

test('a sign-up from the inviter’s IP address is a signal within an hour', async () => {
  await exchange.query(newEvent, [pair[1], '192.0.2.8', 0]);
  await exchange.query('update client set created_at = now() where owner = $1', [pair[1]]);
  await exchange.query(`update client set created_at = now() + interval '30 minutes' where owner = $1`, [pair[1]]);
  await exchange.query(newEvent, [pair[0], '192.0.2.8', 0]);
  expect(await found()).toEqual(['same_network', 'quick_sign_up']);
});

test('the same IP address and User-Agent are not the same device', async () => {
  await forBoth(newEvent, '192.0.2.9', 0);
  await forBoth(newDevice, deviceOf('192.0.2.9\nBrowser 1'));
  expect(await found()).not.toContain('same_device');
  await forBoth(newDevice, deviceOf('its cookie'));
  expect(await found()).toContain('same_device');
});

test('an address from which many verified clients deposit is not a signal', async () => {
  for (const owner of pair) await newDeposit(owner, 'an exchange');
  expect(await found()).toEqual(['same_sender']);
  for (let others = 1; others <= 4; others += 1) {
    const { owner } = await exchange.client();
    await verify(exchange, owner);
    await newDeposit(owner, 'an exchange');
    expect(await found()).toEqual(others <= 3 ? ['same_sender'] : []);
  }
});

test('dust that the sender sends to unverified accounts, or to the inviter’s friends, does not hide the signal', async () => {
  for (const owner of pair) await newDeposit(owner, 'a payer');
  for (let n = 0; n < 5; n += 1) {
    const [stranger, friend] = [await exchange.client(), await exchange.client()];
    await befriend(exchange, pair[0], friend.owner);
    await verify(exchange, friend.owner);
    for (const { owner } of [stranger, friend]) await newDeposit(owner, 'a payer');
  }
  expect(await found()).toEqual(['same_sender']);
});
