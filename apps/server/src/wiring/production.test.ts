import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@vitrine/tools/test-database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withConnection } from '../kit/postgres/connect.ts';
import { createServerRole, type ServerRole } from './database/testing/server-role.ts';
import { ServerProcess } from './process/testing/server-process.ts';
import { productionSettings } from './settings/testing/production-settings.ts';

let database: TestDatabase;
let role: ServerRole;
let dataDir: string;

beforeEach(async () => {
  database = await createTestDatabase();
  role = await createServerRole(database.url);
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
});
afterEach(async () => {
  await role.drop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const settings = () => ({
  ...productionSettings,
  DATABASE_URL: role.url,
  DATABASE_OWNER_URL: database.url,
  DATA_DIR: dataDir,
});
const start = (environment: Readonly<Record<string, string>>) => ServerProcess.start({ ...settings(), ...environment });

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

test('production serves metrics only at their own address, and logs once that it ignores a proxy', async () => {
  const metrics = `127.0.0.1:${await freePort()}`;
  const server = await start({ TRUSTED_PROXIES: '0', METRICS_LISTEN: metrics });
  // If the web app has been built, this gets one of its pages, which are served on any path that is not an API call.
  expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('vitrine_log_position');
  expect(await (await fetch(`http://${metrics}/metrics`)).text()).toMatch(/^vitrine_log_position \d+$/m);
  for (let i = 0; i < 3; i++) await server.get('/healthz', { 'x-forwarded-for': '203.0.113.5' });
  await server.kill('SIGTERM');
  expect(server.said().split('X-Forwarded-For ignored: TRUSTED_PROXIES is 0')).toHaveLength(2);
  await expect(fetch(`http://${metrics}/metrics`)).rejects.toThrow();
});

test('a production start logs connections without TLS, missing markets and the first operator’s access', async () => {
  const bucket = { KYC_S3_URL: 'http://bucket.example/kyc', KYC_S3_ACCESS_KEY: 'a', KYC_S3_SECRET_KEY: 'b' };
  const server = await start(bucket);
  expect(server.said()).toContain('Unencrypted connections (no TLS) to other machines: KYC_S3_URL');
  await expect.poll(() => server.said()).toContain('No market is listed yet');
  expect(server.said()).toContain('INDEX_SOURCES names no source');
  expect(server.said()).toContain('npm run console:create-admin -- --email');
  await server.kill('SIGTERM');
});

test('a production start warns if the index of perpetual markets has only one source', async () => {
  const server = await start({ INDEX_SOURCES: 'kraken', INDEX_KRAKEN_URL: 'ws://127.0.0.1:9' });
  await expect.poll(() => server.said()).toContain('WARNING: INDEX_SOURCES names only one source');
  await server.kill('SIGTERM');
});

test('production sends HSTS, nosniff and a CSP with every response, and never redirects; its pages send no referrer', async () => {
  const server = await start({});
  for (const path of [
    '/healthz',
    '/docs',
    '/docs/json',
    '/api/v3/markets',
    '/api/v3/nothing',
    '/%ff',
    '/sandbox/messages',
  ]) {
    const { headers, status } = await fetch(server.url + path, {
      redirect: 'manual',
      headers: { 'x-forwarded-proto': 'http' },
    });
    expect([path, headers.get('location'), status < 300 || status >= 400]).toEqual([path, null, true]);
    expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000; includeSubDomains']);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    expect(headers.get('content-security-policy'), path).toMatch(/base-uri 'none'.*frame-ancestors 'none'/);
  }
  expect((await fetch(`${server.url}/docs`)).headers.get('referrer-policy')).toBe('no-referrer');
  await server.kill('SIGTERM');
});

test('production refuses a server role that owns the tables, before creating any table, unless this is allowed', async () => {
  const refusal =
    'The role of DATABASE_URL can change the audit trail: set DATABASE_OWNER_URL to the role that owns the tables';
  const oneRole = { ...settings(), DATABASE_URL: database.url };
  expect(await ServerProcess.refusal(oneRole)).toContain(refusal);
  const { DATABASE_OWNER_URL, ...unnamed } = oneRole;
  expect(await ServerProcess.refusal(unnamed)).toContain(refusal);
  const tables = await withConnection(DATABASE_OWNER_URL, 'test', (client) =>
    client.query('select from pg_tables where schemaname = current_schema()'),
  );
  expect(tables.rowCount).toBe(0);

  const server = await ServerProcess.start({ ...unnamed, DATABASE_ONE_ROLE: 'on' });
  expect(server.said()).toContain('can change the audit trail, as DATABASE_ONE_ROLE=on allows');
  await server.kill('SIGTERM');
});
