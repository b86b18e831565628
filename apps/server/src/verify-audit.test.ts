import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { duties } from './staff/duties.ts';
import { TestExchange } from './testing/test-exchange.ts';

const program = fileURLToPath(new URL('./verify-audit.ts', import.meta.url));

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
  const auditor = await exchange.staff('administrator');
  for (let n = 0; n < 3; n += 1) await auditor.get('/api/v3/console/audit?limit=1');
});
afterAll(() => exchange.close());

/** Runs the program while the server is running, as operators do. */
async function verify(...parameters: readonly string[]): Promise<{ code: number; said: string }> {
  const { PATH } = process.env;
  const env = { PATH, DATABASE_URL: exchange.databaseUrl };
  return promisify(execFile)(process.execPath, [program, ...parameters], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );
}

test('the hourly duty writes the head of the audit trail into the log, which then confirms the trail', async () => {
  expect((await verify()).said).toContain('Hashes in the log that match the audit trail: 0');
  const all = duties(exchange.services);
  for (const duty of all) duty.start();
  await expect.poll(() => exchange.services.core.auditAnchor).toEqual(await exchange.services.audit.head());
  await Promise.all(all.map((duty) => duty.stop()));
  const head = await exchange.services.audit.head();
  const { code, said } = await verify('--head', String(head?.hash));
  expect(said).toContain(`Hashes in the log that match the audit trail: 1, the last one at entry ${head?.sequence}.`);
  expect(said).toContain(`intact: ${head?.sequence} entries, head ${head?.hash}`);
  expect(said).toContain(`The head given with --head is entry ${head?.sequence}.`);
  expect(code).toBe(0);
});

test('an audit head that is no longer in the chain is reported', async () => {
  const { code, said } = await verify('--head', 'ab'.repeat(32));
  expect(said).toContain('that entry or one before it was changed or removed');
  expect(code).toBe(1);
});

test('a changed audit entry is reported', async () => {
  await exchange.query('alter table audit_trail disable trigger all');
  await exchange.query(`update audit_trail set subject = 'nobody' where id = 2`);
  const { code, said } = await verify();
  expect(said).toMatch(/entry 2/);
  expect(code).toBe(1);
});
