import { expect, test } from './fixtures.ts';

test('the home page loads and says that this is a sandbox', async ({ page }) => {
  const response = await page.goto('/');
  expect(response?.status()).toBe(200);
  await expect(page.getByText('Sandbox').first()).toBeVisible();
});
