import type { Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { contrastFindings, seriousFindings } from './accessibility.ts';
import { openDesks } from './desks.ts';
import { deposit, newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { openVerified } from './verified-client.ts';

test.setTimeout(240_000);

type Spot = Calls['GET /api/v3/wallets/spot']['response'];

async function availableOf(page: Page, coin: string): Promise<string | undefined> {
  const { wallet } = (await (await page.request.get('/api/v3/wallets/spot')).json()) as Spot;
  return wallet.find(({ name }) => name === coin)?.available;
}

const taskRow = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
/** Opens one of the task lists, which are tabs on phones. */
async function openList(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name, exact: true });
  await expect(page.getByRole('heading', { name: 'Reward account' })).toBeVisible();
  if ((await tab.count()) > 0) await tab.click();
}

test('a client checks in, deposits, claims and converts points into VIT, which is in the spot wallet', async ({
  page,
  browser,
}, info) => {
  const desks = await openDesks(browser, info);
  const person = await openVerified(page, desks.reviewer);

  await test.step('the check-in gives 10 points, once a day', async () => {
    await page.goto('/account/rewards');
    await openList(page, 'Daily');
    const row = taskRow(page, 'Check in');
    await row.getByRole('button', { name: 'Check in' }).click();
    await expect(page.getByText('Claimed Rewards')).toBeVisible();
    await expect(row.getByText('CLAIMED')).toBeVisible();
    await expect(page.getByText('You need 90 more points to convert')).toBeVisible();
  });

  await test.step('the deposit task is checked, and claimed once a deposit has arrived', async () => {
    await openList(page, 'Weekly');
    const row = taskRow(page, 'Deposit 50 USDT or more');
    await row.getByRole('button', { name: /^Check/ }).click();
    await expect(page.getByText('No deposit of this size yet')).toBeVisible();
    await deposit(page.request, person, 'USDT', '60');
    await expect(async () => {
      await row.getByRole('button', { name: /^(Check|Claim)/ }).click();
      await expect(row.getByText('CLAIMED')).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
  });

  await test.step('the verified identity is worth 200 points', async () => {
    await openList(page, 'One Time');
    const row = taskRow(page, 'Verify your identity');
    await row.getByRole('button', { name: /^Claim 200/ }).click();
    await expect(row.getByText('CLAIMED')).toBeVisible();
    await expect(page.getByText('Worth 2.60 VIT at 100 points to 1 VIT. Points do not expire.')).toBeVisible();
  });

  await test.step('fractions of a hundred are refused, 200 points become 2 VIT', async () => {
    const field = page.getByRole('textbox', { name: 'Points to convert' });
    await expect(field).toHaveValue('200');
    await field.fill('150');
    await expect(page.getByText('Enter a multiple of 100')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Convert', exact: true })).toBeDisabled();
    await field.fill('200');
    await page.getByRole('button', { name: 'Convert 200 points to 2 VIT' }).click();
    await expect(page.getByText('Successfully Converted')).toBeVisible();
    await expect(page.getByText('Converted to 2 VIT')).toBeVisible();
    await expect(page.getByText('You need 40 more points to convert')).toBeVisible();
    expect(await availableOf(page, 'VIT')).toBe('2.000000');
  });

  await test.step('the page has no accessibility problems, in either theme', async () => {
    expect([...(await seriousFindings(page)), ...(await contrastFindings(page, 'dark'))]).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(width).toBeLessThanOrEqual(0);
  });

  await test.step('a campaign card shows what is missing, and is claimed after a larger deposit', async () => {
    await page.goto('/account/tasks');
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Deposit 100 USDT or more' }) });
    await expect(card.getByRole('button', { name: 'Claim 100' })).toBeDisabled();
    await deposit(page.request, person, 'USDT', '100');
    await expect(async () => {
      await page.reload();
      await card.getByRole('button', { name: 'Claim 100' }).click({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await expect(card.getByText('CLAIMED')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('a guess can be changed until its round begins, and a mining shift is started', async () => {
    await page.goto('/account/games');
    // A round that begins between two clicks would refuse the second one.
    const minute = new Date().getUTCMinutes();
    if (minute === 59) await page.waitForTimeout(60_000);
    await page.getByRole('button', { name: 'Higher' }).click();
    await expect(page.getByText('You can change your guess until the round begins.')).toBeVisible();
    await page.getByRole('button', { name: 'Lower' }).click();
    await expect(page.getByRole('button', { name: 'Lower' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('button', { name: 'Higher' })).toHaveAttribute('aria-pressed', 'false');
    await expect(taskRow(page, 'Guess right 3 times').getByText('0 of 3')).toBeVisible();
    await page.getByRole('button', { name: 'Start a shift' }).click();
    await expect(page.getByText(/^Running until /)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start a shift' })).toBeDisabled();
    await expect(taskRow(page, 'Mine for 8 hours').getByText('0 of 8')).toBeVisible();
    expect([...(await seriousFindings(page)), ...(await contrastFindings(page, 'dark'))]).toEqual([]);
  });
  await desks.close();
});

test(
  'two operators fund rewards and change a task, and clients see it',
  { tag: '@desk' },
  async ({ page, browser }, info) => {
    const desks = await openDesks(browser, info);
    await signIn(page, await openAccount(page.request, newPerson()));
    const { treasury, compliance } = desks;

    await test.step('one operator requests 1,000 VIT', async () => {
      await treasury.goto('/console/rewards');
      await treasury.getByRole('button', { name: 'Add funds: VIT' }).click();
      const dialog = treasury.getByRole('dialog', { name: 'Add funds: VIT' });
      await dialog.getByLabel('Amount, VIT').fill('1000');
      await dialog.getByLabel('Reason').fill('Budget of the quarter');
      await dialog.getByRole('button', { name: 'Request approval' }).click();
      await expect(dialog).toHaveCount(0);
      expect([...(await seriousFindings(treasury)), ...(await contrastFindings(treasury, 'dark'))]).toEqual([]);
    });

    await test.step('another task is requested', async () => {
      await treasury.getByRole('button', { name: 'New task' }).click();
      const dialog = treasury.getByRole('dialog', { name: 'New task' });
      await dialog.getByLabel('List', { exact: true }).selectOption('Daily');
      await dialog.getByLabel('Rule', { exact: true }).selectOption('Trading volume (USDT)');
      await dialog.getByLabel('Threshold (days, USDT, guesses or hours)').fill('5000');
      await dialog.getByLabel('Points', { exact: true }).fill('60');
      await dialog.getByLabel('Name (leave empty to use the rule’s text)').fill('Active trader');
      await dialog.getByLabel('Reason').fill('For active clients');
      await dialog.getByRole('button', { name: 'Request approval' }).click();
      await expect(dialog).toHaveCount(0);
    });

    await test.step('a second operator approves both', async () => {
      await compliance.goto('/console/approvals');
      for (const words of ['Budget of the quarter', 'For active clients']) {
        const article = compliance.getByRole('article').filter({ hasText: words });
        await article.getByRole('button', { name: 'Approve' }).click();
        const dialog = compliance.getByRole('dialog');
        await dialog.getByLabel('Reason').fill('So it is');
        await dialog.getByRole('button', { name: 'Approve' }).click();
        await expect(dialog).toHaveCount(0);
      }
      await treasury.reload();
      await expect(treasury.getByRole('row').filter({ hasText: '1,000 VIT' })).toBeVisible();
      await expect(treasury.getByRole('row').filter({ hasText: 'Active trader' })).toBeVisible();
    });

    await test.step('the client sees the task', async () => {
      await page.goto('/account/rewards');
      await expect(taskRow(page, 'Active trader')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Verify your identity to convert' })).toBeVisible();
    });
    await desks.close();
  },
);

/** Opens the page of referrals, and returns the client's code. */
async function referralCode(page: Page): Promise<string> {
  await page.goto('/account/referral');
  return (await page.getByText(/^[2-9A-HJ-NP-Z]{6}$/).textContent()) ?? '';
}

test(
  'a friend signs up with a link, and both get a fee credit when the friend is verified',
  { tag: '@desk' },
  async ({ page, browser }, info) => {
    const desks = await openDesks(browser, info);
    await openVerified(page, desks.reviewer);
    const code = await referralCode(page);

    await test.step('the page shows the link, what both get, and that there are no friends yet', async () => {
      await expect(page.getByText(new RegExp(`/signup/${code}$`))).toBeVisible();
      await expect(page.getByText('100 USDT fee credit')).toBeVisible();
      await expect(page.getByText('10% of their fees')).toBeVisible();
      await expect(page.getByText('No friends yet')).toBeVisible();
      await page.getByRole('button', { name: 'Full terms' }).click();
      const dialog = page.getByRole('dialog', { name: 'Terms of the referral program' });
      await expect(dialog).toContainText('more than 50 USDT at once, each of you gets a further 100 USDT');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });

    const context = await browser.newContext({ baseURL: process.env.VITRINE_BASE_URL ?? '' });
    const friend = await context.newPage();
    await test.step('the sign-up page recognizes the code, and reports an unknown one', async () => {
      await friend.goto(`/signup/${code}`);
      await expect(friend.getByText(`You were invited with the code ${code}`)).toBeVisible();
      await friend.goto('/signup/ZZZZZ1');
      await expect(friend.getByText('The referral code ZZZZZ1 is not known.')).toBeVisible();
    });

    await test.step('after the friend is verified, each has 100 USDT of credit', async () => {
      await openVerified(friend, desks.reviewer, code);
      await expect(async () => {
        await page.reload();
        await expect(page.getByText('1 joined, 1 verified')).toBeVisible({ timeout: 3_000 });
        await expect(page.getByText('100.00 USDT').first()).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 60_000 });
      await friend.goto('/account/referral');
      await expect(friend.getByText('100.00 USDT').first()).toBeVisible();
      await expect(friend.getByText('your inviter earns 10% of your fees')).toBeVisible();
      expect([...(await seriousFindings(page)), ...(await contrastFindings(page, 'dark'))]).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(width).toBeLessThanOrEqual(0);
    });
    await context.close();
    await desks.close();
  },
);

test(
  'a reward held for a shared device is paid after an objection and a release',
  { tag: '@desk' },
  async ({ page, browser }, info) => {
    const desks = await openDesks(browser, info);
    await openVerified(page, desks.reviewer);
    const code = await referralCode(page);
    // In the same browser, so that both accounts have the same device cookie.
    await openVerified(page, desks.reviewer, code);

    await test.step('the friend sees why the reward is held, and objects', async () => {
      await expect(async () => {
        await page.goto('/account/referral');
        await expect(page.getByText('Your invitation reward is on hold')).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 60_000 });
      await expect(page.getByText('Same device or internet connection as your inviter’s.')).toBeVisible();
      await page.getByRole('button', { name: 'Object', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Object to this hold' });
      await dialog.getByRole('button', { name: 'Send objection' }).click();
      await expect(dialog.getByText('Please explain your objection in a sentence or two')).toBeVisible();
      await dialog.getByLabel('Your objection').fill(`My sister and I share this computer, code ${code}.`);
      await dialog.getByRole('button', { name: 'Send objection' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText(/^You objected on/)).toBeVisible();
      expect([...(await seriousFindings(page)), ...(await contrastFindings(page, 'dark'))]).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(width).toBeLessThanOrEqual(0);
    });

    await test.step('an operator requests the release, a second one approves it', async () => {
      const { compliance } = desks;
      await compliance.goto('/console/referral-holds');
      const article = compliance.getByRole('article').filter({ hasText: `code ${code}` });
      await expect(article).toContainText('Same device (80)');
      expect([...(await seriousFindings(compliance)), ...(await contrastFindings(compliance, 'dark'))]).toEqual([]);
      await article.getByRole('button', { name: 'Request release' }).click();
      const dialog = compliance.getByRole('dialog', { name: 'Release the rewards' });
      await dialog.getByLabel('Answer to both clients').fill('Thank you, this explains it.');
      await dialog.getByLabel('Reason').fill('A family with one computer');
      await dialog.getByRole('button', { name: 'Request release' }).click();
      await expect(dialog).toHaveCount(0);
      const headers = { origin: process.env.VITRINE_BASE_URL ?? '' };
      const list = await desks.reviewer.get('/api/v3/console/approvals?list=waiting');
      const { approvals } = (await list.json()) as Calls['GET /api/v3/console/approvals']['response'];
      const asked = approvals.find(({ reason }) => reason === 'A family with one computer');
      const data = { id: asked?.id, reason: 'So it is' };
      const answer = await desks.reviewer.post('/api/v3/console/approvals/approve', { data, headers });
      expect(answer.status(), await answer.text()).toBe(200);
    });

    await test.step('the friend has the credit, and sees the answer', async () => {
      await expect(async () => {
        await page.goto('/account/referral');
        await expect(page.getByText('Your invitation reward was released')).toBeVisible({ timeout: 3_000 });
        await expect(page.getByText('100.00 USDT').first()).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 60_000 });
      await expect(page.getByText('Thank you, this explains it.')).toBeVisible();
    });
    await desks.close();
  },
);
