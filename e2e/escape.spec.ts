import type { Locator } from '@playwright/test';
import { newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

/**
 * Presses Escape in the first frame that shows the dialog or menu opened by the button, before the focus can have moved
 * into it.
 */
const escapeAtOnce = (button: Locator): Promise<void> =>
  button.evaluate(
    (opener) =>
      new Promise((resolve) => {
        const isOpened = () =>
          [...document.querySelectorAll('[role=dialog], [role=menu]')].some((box) => box.checkVisibility());
        const watch = new MutationObserver(() => {
          if (!isOpened()) return;
          watch.disconnect();
          const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
          (document.activeElement ?? document.body).dispatchEvent(key);
          resolve();
        });
        watch.observe(document.body, { subtree: true, childList: true, attributes: true });
        (opener as HTMLElement).focus();
        (opener as HTMLElement).click();
      }),
  );

test('Escape closes a dialog or menu from the first frame in which it is open', async ({ page, request }, info) => {
  const person = await openAccount(request, newPerson());
  await signIn(page, person);
  const opened = page.locator('[role=dialog]:visible, [role=menu]:visible');
  const isPhone = info.project.name === 'phone';
  const places = {
    '/wallet': isPhone ? ['Menu', 'Help chat'] : ['Account', 'Help chat', /^Notifications/, 'Deposit'],
    '/trades/spot/BTC': [/choose another pair$/, 'Indicators'],
  };
  for (const [path, names] of Object.entries(places)) {
    await page.goto(path);
    for (const name of names) {
      await test.step(`${path}: ${name}`, async () => {
        const button = page.getByRole('button', { name }).first();
        await expect(button).toBeVisible();
        await escapeAtOnce(button);
        await expect(opened).toHaveCount(0);
      });
    }
  }
});
