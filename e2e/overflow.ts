import type { Page } from '@playwright/test';

/**
 * The texts of the open page that a reader cannot see completely, one line each: those outside the window, those that an
 * element around them cuts off, and those that another text covers. Texts in areas that scroll sideways are left out, and
 * so is what only screen readers get.
 */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Shown {
      readonly element: HTMLElement;
      readonly text: string;
      readonly rect: DOMRect;
      readonly isFixed: boolean;
    }
    const SLACK = 1.5;
    const OVERLAP = 4;
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    const nameOf = (element: HTMLElement): string => {
      const own =
        element.className && typeof element.className === 'string' ? `.${element.className.split(' ')[0]}` : '';
      return `${element.tagName.toLowerCase()}${own}`;
    };
    const say = (what: string, { element, text }: Shown) =>
      found.push(
        `${what}: "${text.slice(0, 60)}" in ${element.parentElement ? `${nameOf(element.parentElement)} > ` : ''}${nameOf(element)}`,
      );

    const around = (element: HTMLElement): HTMLElement[] => {
      const parents: HTMLElement[] = [];
      for (let each: HTMLElement | null = element; each && each !== document.body; each = each.parentElement)
        parents.push(each);
      return parents;
    };
    const isForScreenReaders = (element: HTMLElement) =>
      around(element).some((each) => {
        const { clipPath, clip, width: w, opacity } = getComputedStyle(each);
        return clipPath === 'inset(50%)' || clip === 'rect(0px, 0px, 0px, 0px)' || w === '1px' || opacity === '0';
      });
    const scrollsSideways = (element: HTMLElement) => {
      const { overflowX } = getComputedStyle(element);
      return (overflowX === 'auto' || overflowX === 'scroll') && element.scrollWidth > element.clientWidth;
    };

    const shown: Shown[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const element = node.parentElement;
      if (text === '' || !element || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      if (['SCRIPT', 'STYLE', 'OPTION', 'NOSCRIPT', 'TITLE'].includes(element.tagName) || isForScreenReaders(element))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const isFixed = around(element).some((each) => ['fixed', 'sticky'].includes(getComputedStyle(each).position));
      // The lines that a limit hides have rectangles below their element.
      const limited = around(element).find((each) => getComputedStyle(each).webkitLineClamp !== 'none');
      const lowest = limited ? limited.getBoundingClientRect().bottom - SLACK : Number.POSITIVE_INFINITY;
      for (const rect of range.getClientRects())
        if (rect.width > 0 && rect.height > 0 && rect.top < lowest) shown.push({ element, text, rect, isFixed });
    }

    const said = new Set<HTMLElement>();
    for (const one of shown) {
      const { element, rect } = one;
      if (said.has(element)) continue;
      for (const parent of around(element)) {
        if (scrollsSideways(parent)) break;
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(parent);
        // Summaries are limited to a number of lines in any language, and so are hashes and addresses to a width.
        if (webkitLineClamp !== 'none' || parent.tagName === 'CODE') break;
        const box = parent.getBoundingClientRect();
        const cutX = overflowX !== 'visible' && (rect.right > box.right + SLACK || rect.left < box.left - SLACK);
        const cutY =
          (overflowY === 'hidden' || overflowY === 'clip') && (rect.bottom > box.bottom + 4 || rect.top < box.top - 4);
        if (!cutX && !cutY) continue;
        say(
          `${textOverflow === 'ellipsis' && cutX ? 'shortened' : 'cut off'} by ${Math.round(Math.max(rect.right - box.right, rect.bottom - box.bottom))} px`,
          one,
        );
        said.add(element);
        break;
      }
      const isInScroller = element.tagName === 'CODE' || around(element).some(scrollsSideways);
      if (!said.has(element) && !isInScroller && (rect.right > width + SLACK || rect.left < -SLACK)) {
        say('outside the window', one);
        said.add(element);
      }
    }

    // Rotated panes have larger rectangles than they cover.
    const isTilted = (element: HTMLElement) => {
      const { transform, rotate } = getComputedStyle(element);
      const { is2D, b, c } = new DOMMatrix(transform === 'none' ? '' : transform);
      return !is2D || b !== 0 || c !== 0 || rotate !== 'none';
    };
    const still = shown.filter(
      ({ isFixed, element }) => !isFixed && !around(element).some((each) => scrollsSideways(each) || isTilted(each)),
    );
    still.sort((a, b) => a.rect.top - b.rect.top);
    for (const [index, one] of still.entries())
      for (let next = index + 1; next < still.length; next += 1) {
        const other = still[next] as Shown;
        if (other.rect.top > one.rect.bottom) break;
        if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element))
          continue;
        const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        const tall = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
        // Lines that are lower than their font, as in headings, overlap a little.
        const lower = Math.min(one.rect.height, other.rect.height);
        if (wide <= OVERLAP || tall <= lower / 2 || said.has(other.element)) continue;
        say(`covers "${one.text.slice(0, 30)}"`, other);
        said.add(other.element);
      }

    const { scrollWidth } = document.documentElement;
    if (scrollWidth > width + 1) found.push(`the page is ${scrollWidth - width} px wider than the window`);
    return found;
  });
}
