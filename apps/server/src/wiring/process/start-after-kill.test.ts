import { expect, test } from 'vitest';
import { withConnection } from '../../kit/postgres/connect.ts';
import { TestExchange } from '../../testing/test-exchange.ts';

/** The duration of the lease. A start used to wait ten seconds at most, even if the lease was longer. */
const LEASE_MS = 11_000;

const KILLED = `update log_lease set holder = 'a killed process', expires_at = clock_timestamp() + interval '${LEASE_MS} ms'`;

test('an exchange starts, and rebuilds its histories, even if the lease of a killed leader is long', async () => {
  const starts = ['off', 'on'].map(async (rebuild) => {
    const { url, folder, drop } = await TestExchange.installation();
    await withConnection(url, 'test', (client) => client.query(KILLED));
    const environment = { LEASE_MS: String(LEASE_MS), REBUILD_HISTORIES: rebuild };
    const exchange = await TestExchange.openOn(url, folder, environment, drop);
    const { status } = await exchange.visitor.get('/api/v3/all-pairs');
    await exchange.close();
    return status;
  });
  expect(await Promise.all(starts)).toEqual([200, 200]);
});
