import fs, { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeDurably, writeDurablySync } from './durable-file.ts';

let folder: string;
let steps: string[];
let restore: () => void;

/** The name of an open file descriptor in `steps`: 'folder', 'temporary' or the file's own name. */
const nameOf = (fd: number) => {
  const path = readlinkSync(`/proc/self/fd/${fd}`);
  if (path === folder) return 'folder';
  return basename(path).endsWith('.new') ? 'temporary' : basename(path);
};

/** Records flushes and renames in `steps`, and still performs them. */
async function recordSteps(): Promise<() => void> {
  const { fsyncSync, renameSync } = fs;
  const { rename } = fs.promises;
  const handle = await open(folder, 'r');
  const handles = Object.getPrototypeOf(handle);
  const { sync } = handles;
  await handle.close();
  const note = <A extends unknown[], R>(call: (...parameters: A) => R, name: (...parameters: A) => string) =>
    function (this: unknown, ...parameters: A): R {
      steps.push(name.apply(this, parameters));
      return call.apply(this, parameters);
    };
  fs.fsyncSync = note(fsyncSync, (fd) => `flush ${nameOf(fd)}`);
  fs.renameSync = note(renameSync, () => 'rename');
  fs.promises.rename = note(rename, () => 'rename');
  handles.sync = note(sync, function (this: { fd: number }) {
    return `flush ${nameOf(this.fd)}`;
  });
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, { fsyncSync, renameSync });
    fs.promises.rename = rename;
    handles.sync = sync;
    syncBuiltinESMExports();
  };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  steps = [];
  restore = await recordSteps();
});
afterEach(() => {
  restore();
  rmSync(folder, { recursive: true });
});

describe.skipIf(process.platform !== 'linux')('a file that must survive a power cut', () => {
  const order = ['flush temporary', 'rename', 'flush folder'];

  test('is flushed before it is renamed, and its folder after that', () => {
    writeDurablySync(join(folder, 'secret'), 'one');
    writeDurablySync(join(folder, 'secret'), 'two');
    expect(steps).toEqual([...order, ...order]);
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('two');
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  test('is written in the same order by the variant that does not block the thread', async () => {
    await writeDurably(join(folder, 'photo'), Buffer.alloc(600_000, 7));
    expect(steps).toEqual(order);
    expect(readFileSync(join(folder, 'photo')).equals(Buffer.alloc(600_000, 7))).toBe(true);
    expect(readdirSync(folder)).toEqual(['photo']);
  });
});
