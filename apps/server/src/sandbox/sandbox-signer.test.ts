import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SandboxSigner } from './sandbox-signer.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-signer-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** One start of it; answers its journal. */
async function journalOfStart(): Promise<string> {
  const signer = new SandboxSigner({ dataDir, seed: async () => Buffer.alloc(32, 7) });
  expect((await signer.health()).networks).toHaveLength(4);
  await signer.stop();
  return readFileSync(journalPath(), 'utf8');
}

const journalPath = (): string => join(dataDir, readdirSync(dataDir)[0] ?? '', 'journal');

test('it begins its journal by itself, goes on with it, and begins another where it is gone or was never written to', async () => {
  const begun = await journalOfStart();
  expect(await journalOfStart()).toBe(begun);
  writeFileSync(journalPath(), '');
  const again = await journalOfStart();
  expect(again).toContain('begunAtMs');
  rmSync(journalPath());
  expect(await journalOfStart()).not.toBe(again);
});
