import type { Page } from '@playwright/test';

/** On a phone what narrows a history down waits behind a button. */
export async function openFilters(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: 'Filter' }).click();
}
