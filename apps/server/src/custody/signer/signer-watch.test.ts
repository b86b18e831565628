import { accountPath, type Chain, evmAddresses, SeedKeys, SigningClient, SimulatedChain } from '@vitrine/chains';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MigratedDatabase, openMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { CustodyAlarms } from '../alarms.ts';
import { SignerProcess } from '../testing/signer-process.ts';
import { SignerWatch } from './signer-watch.ts';

const seed = '0c'.repeat(32);
const coins = { ETH: { decimals: 18, perPayment: '1', perDay: '2' } };
const signer = new SignerProcess(seed, { ERC20: { maxFee: '1', feesPerDay: '3', coins } });
const clock = { ms: 1_800_000_000_000 };
let database: MigratedDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = database.pool;
  await signer.start();
});
afterAll(async () => {
  await signer.remove();
  await database.close();
});

async function networkOf(keysOf: string): Promise<{ readonly chain: Chain; readonly xpub: string }> {
  const keys = new SeedKeys(Buffer.from(keysOf, 'hex'));
  const xpub = await keys.accountXpub(accountPath('evm', 'deposit'));
  const hotAddress = evmAddresses.derive(await keys.accountXpub(accountPath('evm', 'hot')), 0);
  const eth = { coin: 'ETH', decimals: 18 };
  const common = {
    network: 'ERC20',
    addresses: evmAddresses,
    coins: [eth],
    premine: {},
    nowMs: () => clock.ms,
  } as const;
  return { chain: new SimulatedChain({ ...common, xpub, hotAddress }), xpub };
}

async function watchOf(keysOf = seed, client: SigningClient = signer.client): Promise<SignerWatch> {
  const networks = [await networkOf(keysOf)];
  return new SignerWatch({ signer: client, networks, alarms: new CustodyAlarms(pool), nowMs: () => clock.ms });
}

const alarmed = async () =>
  (await pool.query('select subject from custody_alarms where ended_at is null order by 1')).rows.map(
    ({ subject }) => subject,
  );

test('a signer with our keys is recognized, and reports how much of its limits is used', async () => {
  const { state, isStopped, networks } = await (await watchOf()).report();
  expect([state, isStopped]).toEqual(['reachable', false]);
  expect(networks).toMatchObject([
    {
      hasOurHotAddress: true,
      hasOurXpub: true,
      health: { feesUsed: '0', feesPerDay: `3${'0'.repeat(18)}`, coins: [{ coin: 'ETH', used: '0' }] },
    },
  ]);
});

test('a signer with different keys raises an alarm until it has ours', async () => {
  const watch = await watchOf('0b'.repeat(32));
  expect((await watch.report()).networks).toMatchObject([{ hasOurHotAddress: false, hasOurXpub: false }]);
  await watch.watch();
  expect(await alarmed()).toEqual(['keys']);
  await (await watchOf()).watch();
  expect(await alarmed()).toEqual([]);
});

test('an unreachable signer is reported with the time it went down, and raises an alarm after a minute', async () => {
  const watch = await watchOf();
  const { sinceMs: upSinceMs } = await watch.report();
  clock.ms += 5_000;
  await signer.kill();
  const wentMs = clock.ms;
  expect(await watch.report()).toMatchObject({ state: 'unreachable', sinceMs: wentMs, networks: [] });
  await watch.watch();
  expect(await alarmed()).toEqual([]);
  clock.ms += 60_000;
  await watch.watch();
  expect(await alarmed()).toEqual(['signer']);
  expect(await watch.report()).toMatchObject({ state: 'unreachable', sinceMs: wentMs });
  await signer.start();
  await watch.watch();
  expect(await alarmed()).toEqual([]);
  expect((await watch.report()).sinceMs).toBeGreaterThan(upSinceMs);
});

test('a signer that requires a different secret is reported as a fault', async () => {
  const stranger = new SigningClient({ url: signer.url, secret: 'x'.repeat(32) });
  const report = await (await watchOf(seed, stranger)).report();
  expect(report).toMatchObject({ state: 'fault', networks: [] });
  expect(report.problem).toContain('its secret or its clock differs');
});
