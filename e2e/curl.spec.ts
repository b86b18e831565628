import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from './fixtures.ts';

const page = join(import.meta.dirname, '../docs/using-the-api.md');

test('the documented first trade with curl works as written', { tag: '@desk' }, async ({ baseURL }) => {
  test.skip(spawnSync('curl', ['--version']).error !== undefined, 'there is no curl on this machine');
  const script = /```sh\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8'))?.[1] ?? '';
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, VITRINE: baseURL },
  });
  expect(stdout).toContain('"delegate_type":"SELL"');
  expect(stdout).toMatch(/"state":"DISSAPROVED".*"state":"APPROVED"/);
});
