import { seriousFindings } from './accessibility.ts';
import { openAccount } from './exchange.ts';
import { expect, test } from './fixtures.ts';

const COIN = 'NEAR';

test('a visitor views a market, and sign-in from there names the pair and returns to it', async ({ page, request }, {
  project,
}) => {
  const person = await openAccount(request);
  await page.goto('/markets/prices');
  await page
    .getByRole('link', { name: new RegExp(`${COIN}\\b`) })
    .first()
    .click();
  await expect(page).toHaveURL(`/price/${COIN}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${COIN}/USDT`);

  await test.step('the page has book, trades and chart, none of which links to an order ticket', async () => {
    await expect(page.getByRole('listbox', { name: 'Asks', exact: true }).getByRole('option').first()).toBeVisible();
    await expect(page.getByRole('listbox', { name: 'Bids', exact: true }).getByRole('option').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Trades' }).getByRole('listitem').first()).toBeVisible();
    await expect(page.locator('canvas').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /in the order form/ })).toHaveCount(0);
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('the converter follows the price in both directions', async () => {
    const coin = page.getByRole('textbox', { name: COIN, exact: true });
    const usdt = page.getByRole('textbox', { name: 'USDT', exact: true });
    await coin.fill('10');
    await expect(usdt).toHaveValue(/^\d+(\.\d+)?$/);
    await usdt.fill('100');
    await expect(coin).toHaveValue(/^\d+\.\d+$/);
  });

  await test.step('another pair opens on the same page; a lowercase URL is corrected', async () => {
    await page.getByRole('button', { name: `${COIN}/USDT: choose another pair` }).click();
    await page.getByRole('combobox', { name: 'Search coins' }).fill('LINK');
    await expect(page.getByRole('option', { name: /LINK/ }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/price/LINK');
    await page.goto('/price/near');
    await expect(page).toHaveURL(`/price/${COIN}`);
  });

  await test.step('sign-in names the pair, and continues to it', async () => {
    await page.getByRole('link', { name: `Trade ${COIN}/USDT` }).click();
    await expect(page).toHaveURL(/\/signin\?next=/);
    await expect(page.getByText(`Sign in to trade ${COIN}/USDT`)).toBeVisible();
    await page.getByLabel('Email address').fill(person.email);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/trades/spot/${COIN}`);
    if (project.name !== 'phone') await expect(page.getByRole('textbox', { name: 'Amount' })).toBeVisible();
  });
});
