import { expect, test } from 'vitest';
import { isOnWhite, pageKind, safeReturnPath } from './paths.ts';

test('the return path after sign-in is always within this site', () => {
  expect(safeReturnPath('/trades/spot/ETH')).toBe('/trades/spot/ETH');
  expect(safeReturnPath('/history?tab=orders#top')).toBe('/history?tab=orders#top');
  for (const foreign of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/wallet\u0000',
    '',
    undefined,
  ]) {
    expect(safeReturnPath(foreign)).toBe('/wallet');
  }
});

test('the return path after sign-in is never the sign-in page itself', () => {
  expect(safeReturnPath('/signin?next=/wallet')).toBe('/wallet');
  expect(safeReturnPath('/signup')).toBe('/wallet');
  expect(safeReturnPath('/wallet/../signin')).toBe('/wallet');
});

test('only sign-in and sign-up pages have a white background', () => {
  expect(['/signin', '/signup', '/signup/CODE9'].every(isOnWhite)).toBe(true);
  expect(['/', '/signing', '/wallet'].some(isOnWhite)).toBe(false);
});

test('a loading page is drawn in the layout of its kind of page', () => {
  const kinds = {
    '/wallet': 'overview',
    '/wallet/BTC': 'account',
    '/wallet/withdraw': 'form',
    '/wallet/withdraw/addresses': 'list',
    '/history/statement': 'list',
    '/trades/spot/BTC': 'trade',
    '/account/security': 'person',
    '/fee-rate': 'person',
    '/markets/prices': 'markets',
    '/about': 'reading',
  } as const;
  for (const [path, kind] of Object.entries(kinds)) expect(pageKind(path, {}), path).toBe(kind);
  expect(pageKind('/wallet', { tab: 'spot' })).toBe('account');
});
