import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startMark } from '../process/process-life.ts';
import { claimDataDir, hasReached } from './data-dir.ts';

const undo: (() => unknown)[] = [];
let parent: string;
let dataDir: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  dataDir = join(parent, 'data');
});
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
  rmSync(parent, { recursive: true, force: true });
});

const mark = () => JSON.parse(readFileSync(join(dataDir, 'vitrine.json'), 'utf8'));
const writeMark = (text: string) => writeFileSync(join(dataDir, 'vitrine.json'), text);
const claim = () => claimDataDir(dataDir, 'sandbox');

test('an empty or missing data folder can be claimed, even repeatedly; only its owner may enter it', () => {
  for (let i = 0; i < 2; i++) claim().release();
  expect(mark()).toEqual({ madeBy: 'vitrine', format: 1 });
  expect(readdirSync(dataDir)).toEqual(['vitrine.json']);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'vitrine.json')).mode & 0o777).toBe(0o600);
  chmodSync(dataDir, 0o755);
  claim().release();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test('a data folder of another program, a file, a newer format or a foreign mark prevents startup and is left unchanged', () => {
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'thesis.txt'), 'mine');
  expect(claim).toThrow('contains files that were not created by Vitrine (such as thesis.txt): choose an empty folder');
  expect(() => claimDataDir(join(dataDir, 'thesis.txt'), 'sandbox')).toThrow('is not a folder: choose a folder');
  for (const text of ['{"madeBy":"vitrine","format":2}', '{"madeBy":"someone"}']) {
    writeMark(text);
    expect(claim).toThrow(text.includes('2') ? 'written by a newer Vitrine (format 2' : 'not written by Vitrine');
    expect(readFileSync(join(dataDir, 'vitrine.json'), 'utf8')).toBe(text);
  }
});

test.each(['', '{"madeBy":"vit', 'not json', '{"madeBy":"vitrine"}', '{"madeBy":"vitrine","format":1,"mode":"toy"}'])(
  'if a power cut left the mark as %j, the error names the file and says to keep the rest of the folder',
  (text) => {
    claim().release();
    writeMark(text);
    expect(claim).toThrow(
      `The file ${join(dataDir, 'vitrine.json')} is empty or damaged: restore this file from a backup and keep the rest of the folder`,
    );
  },
);

test('a data folder without write permission prevents startup', () => {
  // A folder in which we cannot write: root may write anywhere except below /proc; anyone else is stopped by the file
  // mode.
  const closed = process.getuid?.() === 0 ? '/proc/vitrine' : dataDir;
  chmodSync(parent, 0o500);
  expect(() => claimDataDir(closed, 'sandbox')).toThrow(/cannot be written \(E\w+\): give this user write access/);
});

test('the data folder’s lock of a server that no longer runs is taken over', () => {
  claim().release();
  const ended = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(join(dataDir, 'server.pid'), `${ended.pid} 1\n`);
  claim().release();
  writeFileSync(join(dataDir, 'server.pid'), `${process.ppid} 1\n`);
  claim().release();
});

test('a copy of a data folder is not mistaken for the original, on which a server runs', () => {
  claim();
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  undo.push(() => other.kill('SIGKILL'));
  const lock = join(dataDir, 'server.pid');
  const [, , folder] = readFileSync(lock, 'utf8').trim().split(' ');
  writeFileSync(lock, `${other.pid} ${startMark(other.pid ?? 0)} ${folder}\n`);
  expect(claim).toThrow(`Another Vitrine (process ${other.pid}) is running on DATA_DIR ${dataDir}`);
  const copy = join(parent, 'copy');
  cpSync(dataDir, copy, { recursive: true });
  claimDataDir(copy, 'sandbox').release();
});

test('a data folder belongs to the mode that it was first used in, and refuses the other mode', () => {
  const first = claimDataDir(dataDir, 'production');
  // The mode is recorded only after the database has been checked.
  expect(mark().mode).toBeUndefined();
  first.recordUse('embedded');
  first.release();
  expect(mark().mode).toBe('production');
  expect(claim).toThrow(`DATA_DIR ${dataDir} belongs to production: set MODE=production`);
  rmSync(dataDir, { recursive: true });
  const sandbox = claim();
  sandbox.recordUse('embedded');
  sandbox.release();
  expect(() => claimDataDir(dataDir, 'production')).toThrow(`DATA_DIR ${dataDir} belongs to a sandbox`);
});

test('a data folder records which database it reached last', () => {
  expect(hasReached(dataDir, 'db.example/vitrine')).toBe(false);
  const folder = claim();
  expect(hasReached(dataDir, 'db.example/vitrine')).toBe(false);
  for (const database of ['db.example/vitrine', 'other.example/vitrine']) {
    folder.recordUse(database);
    expect(mark()).toEqual({ madeBy: 'vitrine', format: 1, mode: 'sandbox', database });
    expect(hasReached(dataDir, database)).toBe(true);
  }
  expect(hasReached(dataDir, 'db.example/vitrine')).toBe(false);
});

test('a data folder of an earlier release is a sandbox if it holds files that only a sandbox creates', () => {
  claim().release();
  claimDataDir(dataDir, 'production').release();
  mkdirSync(join(dataDir, 'postgres'));
  expect(() => claimDataDir(dataDir, 'production')).toThrow('belongs to a sandbox');
  claim().release();
});
