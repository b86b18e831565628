import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A path of the site and the page on which a link to it stands. */
export interface SiteLink {
  readonly path: string;
  readonly foundOn: string;
}

/** As who types it. */
export const byAddress = async (page: Page, path: string): Promise<void> => {
  const response = await page.goto(path);
  expect(response?.status(), path).toBeLessThan(400);
};

interface Router {
  readonly state: { readonly status: string; readonly location: object; readonly resolvedLocation?: object };
  navigate(to: { readonly href: string }): Promise<void>;
}

/** As who follows a link within the app. */
export const byLink = async (page: Page, path: string): Promise<void> => {
  // The first has no app yet to follow a link in.
  if (!page.url().startsWith('http')) return byAddress(page, path);
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

/** The heading of the page for unknown addresses. */
export async function notFoundHeading(page: Page): Promise<string | null> {
  await page.goto('/an-address-that-leads-nowhere');
  return headingOf(page);
}

/**
 * The first heading of the open page, as the app draws it: the front page comes with one that stands until the app is
 * there.
 */
export async function headingOf(page: Page): Promise<string | null> {
  const heading = page.locator('#main').getByRole('heading', { level: 1 }).first();
  await expect(heading, `${page.url()} has a heading`).toBeVisible();
  return heading.textContent();
}

/**
 * Every link of the open page that stays on the site, those in menus included; queries and hashes are left out. The frame's menus
 * are the same on every page: they are opened on the first.
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
      .filter((url) => url.origin === location.origin)
      .map((url) => url.pathname),
  );
}

/** Pages that differ only in the coin they show are one kind of page: the same links stand on all of them. */
function kindOf(path: string): string {
  return path === '/trades/spot' ? '/trades/spot/{coin}' : path.replace(/\/[A-Z0-9]{2,8}$/, '/{coin}');
}

/** Beyond these, pages of one kind show nothing new: a coin more. */
const PAGES_OF_A_KIND = 2;

/**
 * Walks the site from the home page, link by link, and calls `onPage` with the pages it can reach open: the first of each kind,
 * where further links are gathered, and another. Answers their paths in the order of the walk, and how many kinds.
 */
export async function walkSite(
  page: Page,
  onPage: (link: SiteLink, look: { readonly isFirstOfKind: boolean }) => Promise<void>,
): Promise<{ paths: string[]; kinds: number }> {
  const seen = new Set(['/']);
  const opened: string[] = [];
  const perKind = new Map<string, number>();
  const waiting: SiteLink[] = [{ path: '/', foundOn: 'the address bar' }];
  for (let link = waiting.shift(); link !== undefined; link = waiting.shift()) {
    const kind = kindOf(link.path);
    const before = perKind.get(kind) ?? 0;
    if (before === PAGES_OF_A_KIND) continue;
    perKind.set(kind, before + 1);
    await byLink(page, link.path);
    await headingOf(page);
    opened.push(link.path);
    await onPage(link, { isFirstOfKind: before === 0 });
    if (before > 0) continue;
    for (const path of await internalLinks(page, opened.length === 1)) {
      if (seen.has(path)) continue;
      seen.add(path);
      waiting.push({ path, foundOn: link.path });
    }
  }
  return { paths: opened, kinds: perKind.size };
}
