import { contrastFindings, seriousFindings } from './accessibility.ts';
import { deposit, newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { headingOf, notFoundHeading, walkSite } from './site.ts';

test.setTimeout(600_000);

test('a button without a name is found, and so is text that lacks contrast in only one theme', {
  tag: '@desk',
}, async ({ page }) => {
  await page.setContent(`<html lang="en" data-mantine-color-scheme="light"><title>Two faults</title>
    <style>
      p { background: #fff; color: #000; transition: color 5s }
      [data-mantine-color-scheme='dark'] p { color: #eee }
    </style>
    <main><button></button><p>Pale</p></main></html>`);
  expect(await seriousFindings(page)).toEqual([expect.stringMatching(/^button-name at button/)]);
  expect(await contrastFindings(page, 'light')).toEqual([expect.stringMatching(/color-contrast at p/)]);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
});

for (const scheme of ['dark', 'light'] as const) {
  test(`with ${scheme} chosen, no page ever flashes in the other theme`, { tag: '@desk' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'light' : 'dark' });
    await page.addInitScript((scheme) => {
      localStorage.setItem('vitrine.preferences', JSON.stringify({ scheme }));
      const shown: (string | null)[] = [];
      Object.assign(window, { shown });
      const name = 'data-mantine-color-scheme';
      new MutationObserver(() => shown.push(document.documentElement.getAttribute(name))).observe(document, {
        subtree: true,
        attributeFilter: [name],
      });
    }, scheme);
    await page.goto('/markets/prices');
    await headingOf(page);
    const shown = await page.evaluate(() => (window as unknown as { readonly shown: string[] }).shown);
    expect(shown).toContain(scheme);
    expect(new Set(shown)).toEqual(new Set([scheme]));
  });
}

const LEAST_KINDS = { visitor: 15, client: 24 } as const;

for (const who of ['visitor', 'client'] as const) {
  test(`every page a ${who} can reach exists and is accessible`, async ({ page, request }, { project }) => {
    if (who === 'client') {
      const person = await openAccount(request, newPerson());
      await deposit(request, person, 'USDT', '1000');
      await signIn(page, person);
    }
    // Colors are the same at both widths: desktop checks them in both themes, the phone only those of its own frame.
    const isPhone = project.name === 'phone';
    const theme = isPhone ? 'light' : 'dark';
    await page.addInitScript((scheme) => {
      localStorage.setItem('vitrine.preferences', JSON.stringify({ scheme }));
    }, theme);
    const notFound = await notFoundHeading(page);
    const findings: string[] = [];
    const onPage: Parameters<typeof walkSite>[1] = async ({ path, foundOn }) => {
      if ((await headingOf(page)) === notFound) findings.push(`${path}, linked from ${foundOn}, leads nowhere`);
      // Sign-in and sign-up are white in both themes.
      const isWhite = await page.evaluate(() => /^\/sign(in|up)/.test(location.pathname));
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', isWhite ? 'light' : theme);
      // On a phone, a client's walk checks all other pages.
      if (isPhone && who === 'visitor' && !/^\/($|sign)/.test(path)) return;
      // The frame around the pages is checked only once, on the home page.
      const look = path === '/' ? {} : { within: '#main', without: isPhone ? ['color-contrast'] : [] };
      const found = await seriousFindings(page, look);
      if (!isWhite && !isPhone)
        found.push(...(await contrastFindings(page, theme, path === '/' ? undefined : '#main')));
      findings.push(...found.map((finding) => `${path}: ${finding}`));
    };
    const paths = await walkSite(page, onPage);
    test.info().annotations.push({ type: 'pages', description: paths.join(' ') });
    expect(findings).toEqual([]);
    expect(paths.length, 'kinds of pages reached').toBeGreaterThanOrEqual(LEAST_KINDS[who]);
  });
}
