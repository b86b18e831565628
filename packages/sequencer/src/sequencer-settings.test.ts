import { expect } from 'vitest';
import { completeSettings } from './sequencer-settings.ts';
import { alice, deposit, USDT } from './testing/commands.ts';
import { prepare, test } from './testing/fixtures.ts';

test.for([1_000, 3_000, 15_000, 60_000])(
  'by default, startup waits longer than a lease of %d ms',
  (leaseMs, { databaseUrl }) => {
    expect(completeSettings({ databaseUrl, leaseMs }).leaseWaitMs).toBe(leaseMs + 7_000);
    expect(completeSettings({ databaseUrl, leaseMs, leaseWaitMs: 200 }).leaseWaitMs).toBe(200);
  },
);

test('by default, startup waits ten seconds for the lease', ({ databaseUrl }) => {
  expect(completeSettings({ databaseUrl })).toMatchObject({ leaseMs: 3_000, leaseWaitMs: 10_000 });
});

test('the lease of a killed process does not prevent the next start, which waits for it', async ({ open, client }) => {
  const leaseMs = 1_500;
  await (await prepare(await open({ leaseMs }))).close();
  await client.query(
    `update log_lease set holder = 'a killed process', expires_at = clock_timestamp() + $1 * interval '1 ms'`,
    [leaseMs],
  );
  const next = await open({ leaseMs });
  expect((await next.submit(deposit(alice, USDT, 1))).refusal).toBeUndefined();
});
