import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandBatch, Core, EventBuffer, type OwnerId, systemOwners } from '@vitrine/core';
import { assetUnits, timeMs } from '@vitrine/money';
import { createTestDatabase } from '@vitrine/tools/test-database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LedgerAudit } from '../../kit/ledger-audit.ts';
import { setupCommands } from '../../projections/testing/seeded-flow.ts';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
let client: TestClient;

beforeAll(async () => {
  // An exchange that starts for the first time, not a copy of one that ran before.
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  exchange = await TestExchange.openOn(database.url, folder, {}, async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
});
afterAll(() => exchange.close());

interface Sums {
  readonly assets: readonly { readonly coin: string; readonly sum: string; readonly owed_to_clients: string }[];
  readonly state_hash?: string;
  readonly state_hash_position?: number;
  readonly position: number;
}

const ask = (minPosition?: number) =>
  exchange.visitor.get(
    '/api/v3/ledger-sums',
    minPosition === undefined ? {} : { 'x-min-position': String(minPosition) },
  );

const sums = async (minPosition?: number): Promise<Sums> => (await ask(minPosition)).body;

/** The sums of USDT in a response that reflects everything done so far. */
const usdt = async () => (await sums(exchange.services.core.position)).assets.find(({ coin }) => coin === 'USDT');

const give = (to: OwnerId, units: number) => {
  const asset = exchange.services.instruments.assetByCode('USDT')?.asset ?? 0;
  return exchange.submit({
    kind: 'Transfer',
    by: systemOwners.custody,
    purpose: 'correction',
    legs: [
      { owner: systemOwners.custody, wallet: 'spot', asset, units: assetUnits(-units) },
      { owner: to, wallet: 'spot', asset, units: assetUnits(units) },
    ],
  });
};

test('the state hash and its position are the newest snapshot’s; the first snapshot is taken at the first start', async () => {
  await expect.poll(async () => (await sums()).state_hash).toMatch(/^[0-9a-f]{64}$/);
  const { state_hash, state_hash_position } = await sums();
  expect(state_hash_position).toBe(exchange.services.core.position);
  expect(state_hash).toBe(exchange.services.core.stateHash());
});

test('exactly what clients own is reported as owed to clients', async () => {
  client = await exchange.client();
  const before = await usdt();
  await give(systemOwners.house, 7_000_000);
  await give(systemOwners.treasury, 5_000_000);
  await give(client.owner, 3_000_000);
  const after = await usdt();
  expect(Number(after?.owed_to_clients) - Number(before?.owed_to_clients)).toBe(3);
  expect(after?.sum).toBe('0.000000');
});

test('a read with a minimum position waits until the sums are recomputed', async () => {
  await sums();
  await give(client.owner, 1);
  const { position } = exchange.services.core;
  expect((await sums()).position).toBeLessThan(position);
  const { status, headers, body } = await ask(position);
  expect(status).toBe(200);
  expect(body.position).toBe(position);
  expect(headers['x-log-position']).toBe(String(position));
});

test('ledger sums at a position that has not been reached are refused, and can be requested again', async () => {
  const { position } = exchange.services.core;
  expect(await ask(position + 1)).toMatchObject({
    status: 503,
    body: { code: 'position_not_reached', retryable: true },
  });
});

test('however many requests arrive while the log grows, ledger sums are computed at most once a second', async () => {
  const seen = new Set<number>();
  const startMs = performance.now();
  while (performance.now() - startMs < 2_500) {
    await give(client.owner, 1);
    for (const { body } of await Promise.all(
      Array.from({ length: 10 }, () => exchange.visitor.get('/api/v3/ledger-sums')),
    ))
      seen.add(body.position);
    await exchange.visitor.get('/metrics');
    await sleep(5);
  }
  const seconds = (performance.now() - startMs) / 1000;
  expect(seen.size).toBeGreaterThan(1);
  expect(seen.size).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
});

test('the first ledger sums of a process are also computed in steps, with other work between them', async () => {
  const core = new Core();
  const batch = new CommandBatch();
  for (const command of setupCommands(20_000)) batch.push(command);
  core.applyBatch(batch, timeMs(1), new EventBuffer());
  const step = vi.spyOn(core, 'assetSumsStep');
  const audit = new LedgerAudit(
    () => core,
    async () => undefined,
  );
  expect(audit.known()).toBeUndefined();
  const [first, second] = await Promise.all([audit.sums(), audit.sums()]);
  expect(step.mock.calls.length).toBeGreaterThan(1);
  expect(Math.max(...step.mock.calls.map(([accounts]) => accounts))).toBeLessThanOrEqual(20_000);
  expect(second).toBe(first);
  expect([first.position, [...first.byAsset.values()]]).toEqual([core.position, core.assetSums()]);
});
