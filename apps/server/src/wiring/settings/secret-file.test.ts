import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrMakeSecret } from './secret-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'session.secret');
const read = () => readOrMakeSecret(file(), 32);

test('a secret is created once, readable only by its owner, and leaves no other file', () => {
  const secret = read();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(read()).toBe(secret);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['session.secret']);
});

test.each(['', '\n', 'abc', '0'.repeat(62), 'z'.repeat(64)])(
  'a secret file that a power cut left as %j prevents startup; the error names the file, which stays unchanged',
  (text) => {
    writeFileSync(file(), text);
    expect(read).toThrow(
      `The secret in ${file()} is empty or damaged: restore this file from a backup and keep the rest of the folder`,
    );
    expect(readFileSync(file(), 'utf8')).toBe(text);
  },
);

test('an unreadable secret file prevents startup, and the error names it', () => {
  mkdirSync(file());
  expect(read).toThrow(
    `The secret in ${file()} cannot be read (EISDIR): give the user that runs Vitrine read access to this file.`,
  );
});
