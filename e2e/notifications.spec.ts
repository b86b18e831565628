import { deposit, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

// Desktop only: on phones, the bell links to the page with all notifications.
test('the bell shows the newest notifications without leaving the page, marks them read, and links to all', {
  tag: '@desk',
}, async ({ page, request }) => {
  const person = await openAccount(request);
  for (const coin of ['BTC', 'ETH', 'SOL', 'ADA', 'XRP', 'DOT', 'LINK', 'UNI'])
    await deposit(request, person, coin, '2');
  await signIn(page, person);
  await page.goto('/markets/prices');
  const bar = page.getByRole('banner');
  // The welcome message, eight deposits, and this sign-in if it counts as new.
  const bell = bar.getByRole('button', { name: /^Notifications, (9|10) unread$/ });
  const menu = page.getByRole('dialog', { name: 'Notifications' });
  await bell.click();
  await expect(menu.getByRole('listitem')).toHaveCount(8);
  await expect(menu.getByText('2 UNI arrived')).toBeVisible();
  await expect(menu.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(page).toHaveURL(/\/markets\/prices$/);

  await test.step('notifications that arrive while the menu is open come first', async () => {
    await deposit(request, person, 'NEAR', '5');
    await expect(menu.getByRole('listitem').first()).toContainText('5 NEAR arrived');
    await expect(menu.getByRole('listitem')).toHaveCount(8);
  });

  await test.step('once marked as read, the notifications stay listed, and the bell shows no unread count', async () => {
    await menu.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(bar.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    await expect(menu.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
    await expect(menu.getByRole('listitem')).toHaveCount(8);
    await page.reload();
    await expect(bar.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  });

  await test.step('Escape closes the menu; the page lists the rest', async () => {
    await bar.getByRole('button', { name: 'Notifications', exact: true }).click();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await bar.getByRole('button', { name: 'Notifications', exact: true }).click();
    await menu.getByRole('link', { name: 'All notifications' }).click();
    await expect(page).toHaveURL(/\/account\/notifications$/);
    await expect(menu).toHaveCount(0);
    await expect(page.getByText('Welcome to Vitrine')).toBeVisible();
    await expect(page.locator('#main').getByRole('heading', { name: 'Today' })).toBeVisible();
  });
});
