import type { Page } from '@playwright/test';

/** On a phone, the filters of a history are behind a button. */
export async function openFilters(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: 'Filter' }).click();
}
