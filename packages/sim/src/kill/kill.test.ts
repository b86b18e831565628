import { expect, test } from 'vitest';
import { killUnderLoad } from './kill-run.ts';

test('five kill -9 of the server and two of Postgres under load: nothing acknowledged is lost or doubled', async () => {
  const report = await killUnderLoad({
    serverKills: 5,
    postgresKills: 2,
    ordersPerSecond: 2_000,
    onRound: (line) => console.log(line),
  });
  console.log(report);
  expect(report.faults).toEqual([]);
  // Without these the kills proved nothing.
  expect(report.acknowledged).toBeGreaterThan(1_000);
  expect(report.unanswered).toBeGreaterThan(0);
}, 600_000);
