import type { Page } from '@playwright/test';
import { seriousFindings } from './accessibility.ts';
import { test } from './clock-server.ts';
import { deposit, newPerson, openAccount, signIn } from './exchange.ts';
import { expect } from './fixtures.ts';

test.setTimeout(300_000);

const MINUTE_SECONDS = 60;
/** A settlement needs 15 of the 30 minutes before the expiry. */
const RECORDED_MINUTES = 17;

interface Offer {
  readonly id: number;
  readonly name: string;
  readonly side: 'SELL_HIGH' | 'BUY_LOW';
  readonly strike: string;
  readonly index?: string;
  readonly days: number;
  readonly expires_at: number;
  readonly open: boolean;
}

async function post(page: Page, path: string, data: object) {
  const answer = await page.request.post(path, { data, headers: { origin: process.env.VITRINE_BASE_URL ?? '' } });
  expect(answer.ok()).toBe(true);
  return answer.json();
}

const offers = async (page: Page): Promise<{ offers: readonly Offer[]; time: number }> =>
  (await page.request.get('/api/v3/earn/dual-offers')).json();

const own = async (page: Page, { id }: Offer) =>
  (await (await page.request.get('/api/v3/earn/dual')).json()).investments.find(
    ({ offer_id }: { offer_id: number }) => offer_id === id,
  );

async function spot(page: Page, coin: string): Promise<string> {
  return (await (await page.request.get(`/api/v3/wallet-balance?name=${coin}`)).json()).wallet.available;
}

/** The nearest open offer of BTC, once the simulated market has an index. */
async function nearest(page: Page, side: Offer['side']): Promise<Offer> {
  let found: Offer | undefined;
  await expect(async () => {
    const open = (await offers(page)).offers.filter((one) => one.name === 'BTC' && one.side === side && one.open);
    const way = ({ strike }: Offer) => (side === 'SELL_HIGH' ? 1 : -1) * Number(strike);
    [found] = open.sort((a, b) => a.expires_at - b.expires_at || way(a) - way(b));
    expect(found).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return found as Offer;
}

/**
 * Moves the clock to shortly before the expiry, waits until the index is recorded minute by minute, and passes the
 * expiry.
 */
async function passExpiry(page: Page, offer: Offer): Promise<void> {
  const { time } = await offers(page);
  const advanceSeconds = Math.floor((offer.expires_at - time) / 1_000) - 20 * MINUTE_SECONDS;
  await post(page, '/sandbox/clock', { advanceSeconds });
  const confirmedAt = async (): Promise<number> => {
    const { indexes } = await (await page.request.get('/api/v3/futures/index')).json();
    return indexes.find(({ name }: { name: string }) => name === 'BTC-USDT-PERP').confirmed_at;
  };
  // A minute is recorded once the feed has confirmed a price in it and a later minute has begun.
  for (let minute = 0; minute < RECORDED_MINUTES; minute += 1) {
    const { time: begun } = await post(page, '/sandbox/clock', { advanceSeconds: MINUTE_SECONDS });
    await expect.poll(confirmedAt, { timeout: 20_000, intervals: [500] }).toBeGreaterThan(begun + 2_000);
  }
  const left = Math.ceil((offer.expires_at - (await offers(page)).time) / 1_000);
  await post(page, '/sandbox/clock', { advanceSeconds: Math.max(1, left) + MINUTE_SECONDS, settle: true });
}

const dialog = (page: Page) => page.getByRole('dialog');

/** Selects the offer on the page and subscribes to it, checking each step. */
async function subscribe(page: Page, offer: Offer, amount: string): Promise<void> {
  await page.goto('/wallet/earn');
  await expect(page.getByText('High Yield products involve higher risks.')).toBeVisible();
  const side = offer.side === 'SELL_HIGH' ? 'Sell high' : 'Buy low';
  await page.getByRole('radiogroup', { name: 'Direction' }).getByText(side).click();
  const strike = Number(offer.strike).toLocaleString('en-US');
  await page
    .getByRole('button', { name: `Subscribe ${side} BTC at ${strike}` })
    .first()
    .click();
  const field = dialog(page).getByRole('textbox', { name: 'Amount' });
  await field.fill(amount);
  await expect(dialog(page).getByText(`If the settlement price is below ${strike}`)).toBeVisible();
  await expect(dialog(page).getByText(`If the settlement price is ${strike} or higher`)).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Accept the terms' })).toBeDisabled();
  expect(await seriousFindings(page)).toEqual([]);
  await expect(field).toHaveValue(amount);
  await dialog(page)
    .getByRole('checkbox', { name: /I accept both outcomes/ })
    .check();
  await dialog(page)
    .getByRole('button', { name: /^Subscribe/ })
    .click();
  await expect(dialog(page)).toBeHidden();
}

test('above both strikes at the expiry, a subscription to sell BTC is converted, and one to buy BTC is returned', async ({
  page,
}) => {
  const person = await openAccount(page.request, newPerson());
  await deposit(page.request, person, 'BTC', '1');
  await deposit(page.request, person, 'USDT', '2000');
  await signIn(page, person);
  const offer = await nearest(page, 'SELL_HIGH');
  const toBuy = await nearest(page, 'BUY_LOW');
  expect(toBuy.expires_at).toBe(offer.expires_at);

  await test.step('the amount is validated before the checkbox is enabled', async () => {
    await page.goto('/wallet/earn');
    await page
      .getByRole('button', { name: /^Subscribe Sell high BTC/ })
      .first()
      .click();
    const amount = dialog(page).getByRole('textbox', { name: 'Amount' });
    await amount.fill('0.0009');
    await expect(dialog(page).getByText('Amount must be greater than or equal minimum')).toBeVisible();
    await amount.fill('1.1');
    await expect(dialog(page).getByText('Amount must be less than maximum')).toBeVisible();
    await expect(dialog(page).getByRole('checkbox', { name: /I accept both outcomes/ })).toBeDisabled();
    await page.keyboard.press('Escape');
  });

  await test.step('0.1 BTC is invested, and both outcomes are shown', async () => {
    await subscribe(page, offer, '0.1');
    expect(await spot(page, 'BTC')).toBe('0.90000000');
    const { returned, converted } = await own(page, offer);
    const holdings = page.getByRole('region', { name: 'Your dual investments' });
    await holdings.scrollIntoViewIfNeeded();
    await expect(holdings).toContainText(`Below: ${returned.replace(/0+$/, '')} BTC`);
    await expect(holdings).toContainText(Number(converted).toLocaleString('en-US', { maximumFractionDigits: 6 }));
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('1,000 USDT is invested in the offer to buy', async () => {
    await subscribe(page, toBuy, '1000');
    expect(await spot(page, 'USDT')).toBe('1000.000000');
  });

  await test.step('above the strikes, the BTC is sold, and the USDT is returned with its yield', async () => {
    // An open page would only slow down the many steps of the clock.
    await page.goto('about:blank');
    await post(page, '/sandbox/prices', { coin: 'BTC', changePercent: 15, seconds: 2 });
    await expect
      .poll(async () => Number((await offers(page)).offers.find(({ id }) => id === offer.id)?.index ?? 0), {
        timeout: 60_000,
      })
      .toBeGreaterThan(Number(offer.strike) * 1.02);
    await passExpiry(page, offer);
    await expect.poll(async () => (await own(page, offer)).outcome, { timeout: 30_000 }).toBe('converted');
    await expect.poll(async () => (await own(page, toBuy)).outcome, { timeout: 30_000 }).toBe('returned');
    const [{ converted }, { returned }] = [await own(page, offer), await own(page, toBuy)];
    expect(Number(await spot(page, 'USDT'))).toBeCloseTo(1_000 + Number(converted) + Number(returned), 6);
    expect(await spot(page, 'BTC')).toBe('0.90000000');
    await page.goto('/wallet/earn');
    const holdings = page.getByRole('region', { name: 'Your dual investments' });
    await expect(holdings).toContainText('Converted at the strike');
    await expect(holdings).toContainText('Settled at');
    await expect(holdings).toContainText('Returned with yield');
    expect(await seriousFindings(page)).toEqual([]);
  });
});
