import { expect, test } from 'vitest';
import { isOwnHost, ownOrigin } from './own-origin.ts';

test.each([
  ['localhost', true],
  ['localhost:4000', true],
  ['LocalHost:80', true],
  ['shop.localhost', true],
  ['127.0.0.1:4000', true],
  ['[::1]:4000', true],
  ['vitrine.example', true],
  ['evil.example', false],
  ['localhost.evil.example', false],
  ['', false],
])('the host “%s”: own is %s', (host, is) => {
  expect(isOwnHost(host, 'https://vitrine.example')).toBe(is);
});

test.each([
  '"><script>alert(1)</script>@localhost',
  'user:secret@127.0.0.1',
  '@localhost',
  'localhost/"><script>',
  'localhost?"',
  'localhost#"',
  'localhost\\"',
  'local\thost',
  '127.1',
])('the Host header “%s” is not taken into pages', (host) => {
  expect(ownOrigin({ protocol: 'http', headers: { host } }, undefined)).toBeUndefined();
  expect(isOwnHost(host, 'https://localhost')).toBe(false);
});

test('the origin of a sandbox is the host of the request, that of an exchange its public origin', () => {
  const request = { protocol: 'http', headers: { host: 'localhost:4000' } } as const;
  expect(ownOrigin(request, undefined)).toBe('http://localhost:4000');
  expect(ownOrigin(request, 'https://vitrine.example')).toBe('https://vitrine.example');
});
