import { expect, test } from 'vitest';
import { coverageReport, uncovered } from './coverage.ts';
import { repositoryTexts } from './repository.ts';
import { notCovered } from './specified.ts';

test('every specified page and call is built and driven by a test, but for those listed as missing', () => {
  expect(uncovered(repositoryTexts())).toEqual(notCovered);
});

test('a page without a URL, and a call that no test uses, are reported', () => {
  const texts = new Map([
    ['apps/web/src/lib/paths.ts', "  about: '/about',\n  spot: '/trades/spot/$coin',\n"],
    ['e2e/about.spec.ts', "await page.goto('/about');"],
    ['e2e/spot.spec.ts', `await page.goto(\`/trades/spot/\${coin}\`);`],
    ['apps/server/src/system/http/wallets.test.ts', `client.get(\`/api/v3/wallets/\${wallet}\`)`],
    ['apps/server/src/http/access.test.ts', "client.get('/api/v3/overview')"],
  ]);
  const missing = uncovered(texts);
  expect(missing).not.toContain('/about');
  expect(missing).not.toContain('/trades/spot/{coin?}');
  expect(missing).not.toContain('/api/v3/wallets/funding');
  expect(missing).toEqual(expect.arrayContaining(['/signin', '/api/v3/overview']));
  expect(coverageReport(texts)).toContain('| `/signin` | **not built** | **no test** |');
});
