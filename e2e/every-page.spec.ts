import { contrastFindings, seriousFindings } from './accessibility.ts';
import { deposit, newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { headingOf, notFoundHeading, walkSite } from './site.ts';

test.setTimeout(600_000);

const LEAST_KINDS = { visitor: 15, client: 24 } as const;

for (const who of ['visitor', 'client'] as const) {
  test(`every page a ${who} can reach is there, and open to everyone`, async ({ page, request }, { project }) => {
    if (who === 'client') {
      const person = await openAccount(request, newPerson());
      await deposit(request, person, 'USDT', '1000');
      await signIn(page, person);
    }
    // The same colours stand on both widths: the desk looks at both themes, the phone at the one the desk begins without.
    const isPhone = project.name === 'phone';
    const theme = isPhone ? 'light' : 'dark';
    await page.addInitScript((scheme) => {
      localStorage.setItem('vitrine.preferences', JSON.stringify({ scheme }));
    }, theme);
    const notFound = await notFoundHeading(page);
    const findings: string[] = [];
    const { paths, kinds } = await walkSite(page, async ({ path, foundOn }, { isFirstOfKind }) => {
      if ((await headingOf(page)) === notFound) findings.push(`${path}, linked from ${foundOn}, leads nowhere`);
      if (!isFirstOfKind) return;
      // Sign-in and sign-up are white in both themes.
      const isWhite = await page.evaluate(() => /^\/sign(in|up)/.test(location.pathname));
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', isWhite ? 'light' : theme);
      // What stands around each page is looked at once.
      const look = path === '/' ? {} : { within: '#main' };
      const found = await seriousFindings(page, look);
      if (!isWhite && !isPhone) found.push(...(await contrastFindings(page, theme, look.within)));
      findings.push(...found.map((finding) => `${path}: ${finding}`));
    });
    test.info().annotations.push({ type: 'pages', description: paths.join(' ') });
    expect(findings).toEqual([]);
    expect(kinds, 'kinds of pages reached').toBeGreaterThanOrEqual(LEAST_KINDS[who]);
  });
}
