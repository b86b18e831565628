import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A path of the site, and the page that links to it. */
export interface SiteLink {
  readonly path: string;
  readonly foundOn: string;
}

/** Opens a path as if it had been typed into the address bar. */
export const byAddress = async (page: Page, path: string): Promise<void> => {
  const response = await page.goto(path);
  expect(response?.status(), path).toBeLessThan(400);
};

interface Router {
  readonly state: { readonly status: string; readonly location: object; readonly resolvedLocation?: object };
  navigate(to: { readonly href: string }): Promise<void>;
}

/** Opens a path as if a link within the app had been followed. */
export const byLink = async (page: Page, path: string): Promise<void> => {
  // The first page cannot be reached by a link, and links from and to the front page load a document.
  const { protocol, pathname } = new URL(page.url());
  if (!protocol.startsWith('http') || pathname === '/' || path === '/') return byAddress(page, path);
  await page.evaluate(
    (href) => (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href }),
    path,
  );
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
      .state;
    return status === 'idle' && location === resolvedLocation;
  });
};

/** The heading of the page for unknown URLs. */
export async function notFoundHeading(page: Page): Promise<string | null> {
  await page.goto('/an-address-that-leads-nowhere');
  return headingOf(page);
}

/**
 * The first heading of the open page, as drawn by the app: the front page's HTML has its own, shown until the app has
 * loaded.
 */
export async function headingOf(page: Page): Promise<string | null> {
  const heading = page.locator('#main').getByRole('heading', { level: 1 }).first();
  await expect(heading, `${page.url()} has a heading`).toBeVisible();
  return heading.textContent();
}

/**
 * All internal links of the open page, including those in menus, without queries and hashes. The frame's menus are the
 * same on every page of the app, so these menus are opened only on the first.
 */
async function internalLinks(page: Page, isFirst: boolean): Promise<string[]> {
  const found = new Set(await visibleLinks(page));
  const menus = page.locator(`${isFirst ? '' : '#main '}[aria-haspopup]:visible:not([disabled])`);
  const opened = page.locator('[role=dialog]:visible, [role=menu]:visible');
  for (let index = 0; index < (await menus.count()); index += 1) {
    await menus.nth(index).click();
    await expect(opened.first()).toBeVisible();
    for (const path of await visibleLinks(page)) found.add(path);
    await page.keyboard.press('Escape');
    await expect(
      opened,
      `${page.url()}: Escape closes what ${await menus.nth(index).textContent()} opened`,
    ).toHaveCount(0);
  }
  return [...found];
}

function visibleLinks(page: Page): Promise<string[]> {
  return page.locator('a[href]').evaluateAll((anchors) =>
    anchors
      .map((anchor) => new URL((anchor as HTMLAnchorElement).href))
      // Calls of the API, such as downloads, are no pages.
      .filter((url) => url.origin === location.origin && !url.pathname.startsWith('/api/'))
      .map((url) => url.pathname),
  );
}

/** The front page and the first page of the app: their frames differ, and those of all other pages do not. */
const PAGES_WITH_MENUS = 2;

/** Pages that differ only in their coin are one kind of page: all have the same links. */
function kindOf(path: string): string {
  return path === '/trades/spot' ? '/trades/spot/{coin}' : path.replace(/\/[A-Z0-9]{2,8}$/, '/{coin}');
}

/**
 * Crawls the site from the home page and calls `onPage` while each page is open. Opens one page of each kind, because
 * more would only show other coins. Returns the paths in the order visited.
 */
export async function walkSite(page: Page, onPage: (link: SiteLink) => Promise<void>): Promise<string[]> {
  const seen = new Set(['/']);
  const opened: string[] = [];
  const kinds = new Set<string>();
  const waiting: SiteLink[] = [{ path: '/', foundOn: 'the address bar' }];
  for (let link = waiting.shift(); link !== undefined; link = waiting.shift()) {
    const kind = kindOf(link.path);
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    await byLink(page, link.path);
    await headingOf(page);
    opened.push(link.path);
    await onPage(link);
    for (const path of await internalLinks(page, opened.length <= PAGES_WITH_MENUS)) {
      if (seen.has(path)) continue;
      seen.add(path);
      waiting.push({ path, foundOn: link.path });
    }
  }
  return opened;
}
