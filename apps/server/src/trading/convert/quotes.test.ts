import { createHmac } from 'node:crypto';
import { assetUnits } from '@vitrine/money';
import { expect, test } from 'vitest';
import { ConvertQuotes } from './quotes.ts';

const quotes = new ConvertQuotes('a secret');
const quoted = {
  owner: 1001,
  from: 1,
  to: 2,
  units: assetUnits(5_000_000),
  minUnits: assetUnits(7),
  expiresMs: 1_763_661_600_000,
};

test('a signed quote can be read, even by a restarted server with the same secret', () => {
  expect(new ConvertQuotes('a secret').read(quotes.sign(quoted))).toEqual(quoted);
});

test('a quote that was altered, or signed with another secret, is rejected', () => {
  const [terms = '', signature = ''] = quotes.sign(quoted).split('.');
  const better = Buffer.from('1001 1 2 5000000 1 1763661600000').toString('base64url');
  for (const forged of [`${better}.${signature}`, `${terms}.${signature.slice(1)}`, `${terms}.`, terms, '', '.'])
    expect(quotes.read(forged)).toBeUndefined();
  expect(quotes.read(new ConvertQuotes('another secret').sign(quoted))).toBeUndefined();
});

test('a quote is signed with 128 bits of HMAC-SHA-256 under a separate key', () => {
  const [terms = '', signature] = quotes.sign(quoted).split('.');
  const key = createHmac('sha256', 'a secret').update('quotes of conversions').digest();
  const mac = createHmac('sha256', key).update(terms).digest().subarray(0, 16);
  expect(signature).toBe(mac.toString('base64url'));
});

test('a conversion quote has exactly one valid encoding', () => {
  const signed = quotes.sign(quoted);
  const last = signed.at(-1) ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const spare = [...alphabet].filter((letter) => letter !== last).map((letter) => signed.slice(0, -1) + letter);
  for (const other of [...spare, `${signed}.x`, `${signed}.`, `${signed}=`, ` ${signed}`])
    expect(quotes.read(other)).toBeUndefined();
  expect(quotes.read(signed)).toEqual(quoted);
});
