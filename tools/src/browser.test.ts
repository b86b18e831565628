import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { browserPath } from './browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-browser-'));
const chrome = join(folder, 'google-chrome');
writeFileSync(chrome, '#!/bin/sh\n');
chmodSync(chrome, 0o755);
const plainFile = join(folder, 'notes.txt');
writeFileSync(plainFile, '');

afterAll(() => rmSync(folder, { recursive: true }));

test('a browser on PATH is found by any of its names', () => {
  expect(browserPath({ PATH: `/nowhere:${folder}` })).toBe(chrome);
});

test('no browser is found if there is none on PATH', () => {
  expect(browserPath({ PATH: '/nowhere' })).toBeUndefined();
});

test('CHROME_PATH takes precedence and is refused unless it names a program', () => {
  expect(browserPath({ PATH: '/nowhere', CHROME_PATH: chrome })).toBe(chrome);
  expect(() => browserPath({ PATH: folder, CHROME_PATH: plainFile })).toThrow('which is not an executable program');
});
