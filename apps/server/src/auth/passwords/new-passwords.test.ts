import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { staffRoles } from '@vitrine/contract';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { LeakedPasswords, NoLeakedPasswords } from './leaked-passwords.ts';
import { NewPasswords } from './new-passwords.ts';
import { hashPassword, nobodysHash, verifyPassword } from './passwords.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-leaked-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const about = ['ada.lovelace@mail.example', '+14155552671', 'Ada King-Noël'];
/** The rules are checked without a person, so the database is not queried. */
const rules = (leaked?: LeakedPasswords) =>
  new NewPasswords({ pool: new pg.Pool(), brand: () => 'Lantern Exchange', leaked });
const faultOf = (password: string, leaked?: LeakedPasswords): Promise<string> =>
  rules(leaked)
    .demand(password, about)
    .then(
      () => 'none',
      ({ code }) => code,
    );

describe('a password made only of these words is refused', () => {
  test.each([
    ['the brand and a year', 'Lantern2026'],
    ['the brand as one word', 'LanternExchange!'],
    ['characters in place of letters', 'L@nt3rn-2026'],
    ['1 for an l', '1antern-1antern'],
    ['1 for an i', 'K1ng-K1ng-K1ng'],
    ['the parts of the address', 'ada_lovelace_9'],
    ['the name, without accents', 'kingnoel1815'],
    ['the phone number', '+1 (415) 555-2671'],
    ['the phone number as dialled locally', '415-555-2671'],
    ['words of the domain', 'my bitcoin wallet'],
    ['a word and a common password', 'lantern-iloveyou'],
  ])('%s', async (_, password) => {
    expect(await faultOf(password)).toBe('password_guessable');
  });

  test.each(['lantern over a calm harbour', 'ada drinks green tea', 'seven blue herons', 'wallet thrown in the sea'])(
    '“%s” is accepted, as it has enough other characters',
    async (password) => {
      expect(await faultOf(password)).toBe('none');
    },
  );

  test.each(staffRoles)('the name of the staff role %s', async (role) => {
    expect(await faultOf(`${role}-2026`)).toBe('password_guessable');
  });

  test('removing a word does not join its neighbors into another', async () => {
    // If removing `lantern` left no gap, `ada` would be formed and removed too, and the remainder would be too short.
    expect(await faultOf('alanterndaxyzw')).toBe('none');
  });
});

describe('characters of any kind', () => {
  test.each([
    'семь синих цапель',
    '七只蓝色的苍鹭飞过海港',
    '🦩🪿🦢🐧🦤🦚🦜🕊️🐓',
    ' \t blue \u00a0 herons ',
    "'; drop table--<b>&",
  ])('the password %j is accepted and signs in', async (password) => {
    expect(await faultOf(password)).toBe('none');
    const hashed = await hashPassword(password);
    expect(await verifyPassword(hashed, password)).toBe(true);
    expect(await verifyPassword(hashed, password.slice(0, -1))).toBe(false);
  });

  test('passwords of up to 128 characters are accepted, and none is cut off', async () => {
    const longest = 'a very long walk by the sea, '.repeat(5).slice(0, 128);
    expect([...longest]).toHaveLength(128);
    expect(await faultOf(longest)).toBe('none');
    expect(await faultOf('🦩'.repeat(64))).toBe('none');
    expect(await faultOf(`${longest}!`)).toBe('password_too_long');
    expect(await verifyPassword(await hashPassword(longest), `${longest.slice(0, -1)}!`)).toBe(false);
  });
});

test('comparing with the placeholder hash takes as long as comparing with a person’s hash', async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 4);
  expect(costOf(nobodysHash)).toEqual(costOf(await hashPassword('seven blue herons')));
  expect(await verifyPassword(nobodysHash, '')).toBe(false);
});

describe('leaked passwords', () => {
  const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
  const leakedOnes = Array.from({ length: 500 }, (_, n) => `leaked number ${n}`);

  async function fileOf(passwords: readonly string[], line: (hash: string, n: number) => string) {
    const path = join(folder, `${passwords.length}-${line('', 1).length}.txt`);
    writeFileSync(path, passwords.map(hashOf).sort().map(line).join(''));
    return LeakedPasswords.open(path);
  }

  test.each([
    ['with counts and CRLF', (hash: string, n: number) => `${hash}:${n * 7}\r\n`],
    ['only hashes', (hash: string) => `${hash}\n`],
  ])('every password in the file is found, and no other: %s', async (_, line) => {
    const leaked = await fileOf(leakedOnes, line);
    const found = await Promise.all(leakedOnes.map((password) => leaked.has(password)));
    expect(found.filter((isIn) => !isIn)).toEqual([]);
    const others = await Promise.all(leakedOnes.map((password) => leaked.has(`${password}!`)));
    expect(others.filter((isIn) => isIn)).toEqual([]);
    await leaked.close();
  });

  test('are refused by the rules for new passwords', async () => {
    const leaked = await fileOf(['seven blue herons'], (hash) => `${hash}:1\n`);
    expect(await faultOf('seven blue herons', leaked)).toBe('password_leaked');
    expect(await faultOf('seven blue egrets', leaked)).toBe('none');
    await leaked.close();
  });

  test('a missing or malformed file is reported at startup', async () => {
    const path = join(folder, 'words.txt');
    writeFileSync(path, 'password\nletmein\n');
    await expect(LeakedPasswords.open(path)).rejects.toThrow(NoLeakedPasswords);
    await expect(LeakedPasswords.open(join(folder, 'nowhere.txt'))).rejects.toThrow(NoLeakedPasswords);
  });
});
