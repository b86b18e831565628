import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { xpubFingerprint } from '@vitrine/chains';
import { afterAll, expect, test } from 'vitest';
import { openKeyFile } from './key-file.ts';
import { SignerProcess } from './testing/signer-process.ts';

/** The programs that operators run; `tools/src/built-programs.ts` replaces them by their built versions in tests. */
const keyMaker = fileURLToPath(new URL('create-keys.ts', import.meta.url));
const journalMaker = fileURLToPath(new URL('begin-journal.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'signer-keys-'));
const path = join(folder, 'keys');
const passphrase = 'a passphrase of some length';
afterAll(() => rmSync(folder, { recursive: true }));

const run = (program: string, environment: Readonly<Record<string, string>>, ...options: readonly string[]) =>
  spawnSync(process.execPath, [program, ...options], {
    env: { SIGNER_PASSPHRASE: passphrase, ...environment },
    encoding: 'utf8',
  });
const create = (file = path, ...options: readonly string[]) => run(keyMaker, {}, '--file', file, ...options);

test('created keys are encrypted in a private file, and a signer that opens it has the printed addresses', async () => {
  const { stdout, status } = create();
  expect(status).toBe(0);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const hotAddress = /ERC20_HOT_ADDRESS=(0x[0-9a-fA-F]{40})/.exec(stdout)?.[1];
  expect(stdout).toMatch(/TRC20_HOT_ADDRESS=T[1-9A-Za-z]{33}\n/);
  expect(stdout).toMatch(/BTC_HOT_ADDRESS=bc1q[0-9a-z]{38}\n/);
  expect(stdout.match(/_XPUB=xpub/g)).toHaveLength(4);
  const own = { SIGNER_KEY_FILE: path, SIGNER_DATA_DIR: join(folder, 'data') };
  expect(run(journalMaker, own).stderr).toBe('');
  const signer = new SignerProcess();
  await signer.start({ ...own, SIGNER_SEED: '', SIGNER_PASSPHRASE: passphrase });
  const [network] = (await signer.client.health()).networks;
  expect(network?.hotAddress).toBe(hotAddress);
  expect(network?.depositXpub).toBe(xpubFingerprint(/ERC20_XPUB=(xpub\w+)/.exec(stdout)?.[1] ?? ''));
  await signer.remove();
});

test('for a Bitcoin test network, the address is printed in the format of that network', () => {
  const { stdout } = create(join(folder, 'keys for tests'), '--bitcoin', 'testnet');
  expect(stdout).toMatch(/BTC_HOT_ADDRESS=tb1q[0-9a-z]{38}\n/);
  expect(create(join(folder, 'no keys'), '--bitcoin', 'litecoin').status).toBe(1);
});

test('existing key files are never overwritten', () => {
  const before = readFileSync(path, 'utf8');
  const { stderr, status } = create();
  expect([status, stderr]).toEqual([
    1,
    `${path} already exists, and keys are never overwritten: choose another file.\n`,
  ]);
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test('a wrong passphrase does not open the keys, and a changed file is refused', () => {
  expect(() => openKeyFile(path, `${passphrase}!`)).toThrow('is wrong, or the file is damaged');
  const file = JSON.parse(readFileSync(path, 'utf8')) as { seed: string };
  const changed = join(folder, 'changed');
  writeFileSync(
    changed,
    JSON.stringify({ ...file, seed: file.seed.replace(/^../, (two) => (two === '00' ? '01' : '00')) }),
  );
  expect(() => openKeyFile(changed, passphrase)).toThrow('is wrong, or the file is damaged');
  writeFileSync(changed, '{}');
  expect(() => openKeyFile(changed, passphrase)).toThrow('is not a signer key file');
});
