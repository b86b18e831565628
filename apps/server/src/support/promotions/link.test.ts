import { expect, test } from 'vitest';
import { isLink } from './link.ts';

test.each([
  ['/', true],
  ['/wallet/simple_earn', true],
  ['/price/BTC?from=promo#chart', true],
  ['https://example.com/offer', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['/\t/evil.example', false],
  ['https://bank.example@evil.example/', false],
  ['http://example.com', false],
  ['https:/example.com', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['wallet', false],
  ['', false],
])('the link %j is accepted: %s', (link, accepted) => {
  expect(isLink(link)).toBe(accepted);
});
