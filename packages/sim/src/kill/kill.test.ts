import { builtServer } from '@vitrine/tools/server-build';
import { expect, test } from 'vitest';
import { killUnderLoad } from './kill-run.ts';

test('kill -9 of the server and of Postgres under load: nothing acknowledged is lost or duplicated', async () => {
  const report = await killUnderLoad({
    server: await builtServer(),
    serverKills: 1,
    postgresKills: 1,
    ordersPerSecond: 1_000,
    onRound: (line) => console.log(line),
  });
  console.log(report);
  expect(report.faults).toEqual([]);
  // If these numbers were too low, the kills would prove nothing.
  expect(report.acknowledged).toBeGreaterThan(300);
  expect(report.unanswered).toBeGreaterThan(0);
}, 600_000);
