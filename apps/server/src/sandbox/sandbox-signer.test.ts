import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SandboxSigner } from './sandbox-signer.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-signer-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Starts the signer once and returns its journal. */
async function journalOfStart(): Promise<string> {
  const signer = new SandboxSigner({ dataDir, seed: async () => Buffer.alloc(32, 7) });
  expect((await signer.health()).networks).toHaveLength(4);
  await signer.stop();
  return readFileSync(journalPath(), 'utf8');
}

const journalPath = (): string => join(dataDir, readdirSync(dataDir)[0] ?? '', 'journal');

test('the sandbox’s signer creates its journal, continues it, and creates another if the first is missing or empty', async () => {
  const begun = await journalOfStart();
  expect(await journalOfStart()).toBe(begun);
  writeFileSync(journalPath(), '');
  const again = await journalOfStart();
  expect(again).toContain('begunAtMs');
  rmSync(journalPath());
  expect(await journalOfStart()).not.toBe(again);
});

test('the signer’s folder is inaccessible to other users', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'sandbox-signer-'));
  chmodSync(parent, 0o755);
  const signer = new SandboxSigner({ dataDir: parent, seed: async () => Buffer.alloc(32, 9) });
  await signer.health();
  await signer.stop();
  const [folder = ''] = readdirSync(parent);
  expect(statSync(join(parent, folder)).mode & 0o777).toBe(0o700);
  expect(statSync(join(parent, folder, 'journal')).mode & 0o777).toBe(0o600);
  rmSync(parent, { recursive: true });
});

test.runIf(process.platform === 'linux')('the signer’s seed is not in its environment', async () => {
  const seed = Buffer.alloc(32, 11);
  const signer = new SandboxSigner({ dataDir, seed: async () => seed });
  await signer.health();
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  const environments = children.map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'));
  const own = environments.filter((text) => text.includes(`SIGNER_DATA_DIR=${dataDir}`));
  expect(own).toHaveLength(1);
  expect(own[0]).not.toContain(seed.toString('hex'));
  await signer.stop();
});
