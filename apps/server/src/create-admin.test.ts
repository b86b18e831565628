import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestExchange } from './testing/test-exchange.ts';

const program = join(import.meta.dirname, 'create-admin.ts');
const ADA = ['--email', 'ada@test.example', '--name', 'Ada Moreau'];

let installation: Awaited<ReturnType<typeof TestExchange.installation>>;
let exchange: TestExchange;

beforeAll(async () => {
  installation = await TestExchange.installation();
  exchange = await TestExchange.openOn(installation.url, installation.folder);
});
afterAll(async () => {
  await exchange.close();
  await installation.drop();
});

/** Runs the program on the exchange's database, as operators do while a server is running. */
async function createAdmin(...parameters: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const { PATH } = process.env;
  const env = { PATH, DATABASE_URL: installation.url, DATA_DIR: installation.folder };
  return promisify(execFile)(process.execPath, [program, ...parameters], { env }).catch((error) => error);
}

test('create-admin prints a link with which the administrator sets a password, once, and leaves an audit entry', async () => {
  const { stdout } = await createAdmin(...ADA, '--force');
  const link = /https?:\/\/\S+/.exec(stdout)?.[0] ?? '';
  expect(new URL(link).pathname).toBe('/console/welcome');
  const members = await exchange.query(`select email, name, roles::text from staff_member where email = $1`, [ADA[1]]);
  expect(members).toEqual([{ email: ADA[1], name: ADA[3], roles: '{administrator}' }]);
  const [entry] = await exchange.query(`select action, subject from audit_trail order by id desc limit 1`);
  expect(entry).toEqual({ action: 'console:create-admin', subject: `staff ${ADA[1]}` });
});

test('create-admin refuses to create another administrator, unless forced', async () => {
  const { stdout, stderr } = await createAdmin('--email', 'bob@test.example', '--name', 'Bob');
  expect([stdout, stderr]).toEqual(['', expect.stringContaining('An administrator already exists')]);
});
