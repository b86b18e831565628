import { createTestDatabase, type TestDatabase } from '@vitrine/tools/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectTo, createPool } from '../wiring/database/database.ts';
import { Nodes } from './nodes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function node(positionOf: () => number) {
  const pool = createPool(database.url);
  const nodes = new Nodes({ pool, connect: connectTo(database.url, 'vitrine nodes'), position: positionOf });
  await nodes.open();
  return {
    count: (at: number) => nodes.count(at),
    close: async () => {
      await nodes.close();
      await pool.end();
    },
  };
}

test('each node counts the nodes that are up, and those that have reached the requested position', async () => {
  const first = await node(() => 10);
  expect(first.count(10)).toEqual({ nodes: 1, confirmed: 1 });
  expect(first.count(11)).toEqual({ nodes: 1, confirmed: 0 });
  let behind = 7;
  const second = await node(() => behind);
  for (const each of [first, second]) await expect.poll(() => each.count(8)).toEqual({ nodes: 2, confirmed: 1 });
  behind = 9;
  await expect.poll(() => first.count(8)).toEqual({ nodes: 2, confirmed: 2 });
  await second.close();
  await expect.poll(() => first.count(8)).toEqual({ nodes: 1, confirmed: 1 });
  await first.close();
});
