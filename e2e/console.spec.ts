import type { Browser, Page, TestInfo } from '@playwright/test';
import { contrastFindings, seriousFindings } from './accessibility.ts';
import { authenticatorCode } from './authenticator.ts';
import { expect, test } from './fixtures.ts';
import { byAddress, byLink } from './site.ts';
import { approveShown, freshCode, invitationPath, newStaff, type StaffPerson, signInStaff } from './staff.ts';

test.setTimeout(240_000);

/** One administrator per project, as an authenticator code works only once. */
const administratorOf = ({ project }: TestInfo) => (project.name === 'phone' ? 'administrator2' : 'administrator');

async function signInByHand(page: Page, person: StaffPerson): Promise<void> {
  await page.goto('/console/');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Authenticator code').fill(await freshCode(person));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

async function desk(browser: Browser, person: StaffPerson): Promise<Page> {
  const context = await browser.newContext();
  await signInStaff(context, person);
  return context.newPage();
}

test(
  'a change by two-person approval is requested, approved and in force, and recorded in an audit trail that verifies',
  {
    // Desktop only: there is only one fee schedule, and two projects would change it at the same time.
    tag: '@desk',
  },
  async ({ page, browser, request }, info) => {
    const [asker, second] = await newStaff(request, administratorOf(info), ['administrator'], ['treasury']);
    if (asker === undefined || second === undefined) throw new Error('no staff member was created');
    await signInByHand(page, asker);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Change the fee schedule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('VIP 5: Taker (ppm)').fill('340');
    await expect(dialog.getByRole('table', { name: 'What changes' })).toContainText('350');
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Enter a reason of at least three characters');
    await dialog.getByLabel('Reason').fill('As agreed in the risk meeting');
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await expect(page.getByText('Approval requested. A second person must approve or reject it.')).toBeVisible();
    await page.getByRole('link', { name: 'Approvals' }).first().click();
    const own = page.getByRole('article', { name: /Fee schedule/ }).first();
    await expect(own).toContainText('You cannot approve your own request.');
    await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0);

    const other = await desk(browser, second);
    await other.goto('/console/approvals');
    const waiting = other.getByRole('article', { name: /Fee schedule/ }).first();
    await expect(waiting).toContainText(asker.email);
    await approveShown(other, waiting);
    await other.context().close();

    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('row', { name: /VIP 5/ })).toContainText('0.0340%');
    await expect(page.getByRole('region', { name: 'Versions' })).toContainText(`approved by ${second.email}`);
    await page.getByRole('link', { name: 'Audit trail' }).click();
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await expect(page.getByText(/Chain intact: [\d,]+ entries/)).toBeVisible();
    await page.getByLabel('Action').fill('consoleApprove');
    await page.getByRole('button', { name: 'Filter' }).click();
    const done = page.getByRole('row', { name: new RegExp(`${second.email}.*Done`) }).first();
    await done.getByRole('button', { name: 'consoleApprove' }).click();
    await expect(page.getByRole('dialog')).toContainText('exchange settings');
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as JSON Lines' }).click();
    expect((await download).suggestedFilename()).toBe('audit-trail.jsonl');
  },
);

test(
  'an invited person chooses a password, must first enroll an authenticator, and is signed in',
  { tag: '@desk' },
  async ({ page, browser, request }, info) => {
    const [administrator] = await newStaff(request, administratorOf(info), ['administrator']);
    if (administrator === undefined) throw new Error('no staff member was created');
    await signInStaff(page.context(), administrator);
    await page.goto('/console/staff');
    const email = `invited-${info.project.name}-${Date.now()}@console.example`;
    await page.getByRole('button', { name: 'Add staff member' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Invited Person');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Support').check();
    await dialog.getByLabel('Reason').fill('Joins support');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText('Approval requested. Another administrator must approve or reject it.')).toBeVisible();
    const waiting = page.getByRole('region', { name: 'Waiting for another administrator' });
    await expect(waiting).toContainText(`Give Invited Person (${email}) access to the console as Support.`);
    const [second] = await newStaff(request, administratorOf(info), ['administrator']);
    if (second === undefined) throw new Error('no staff member was created');
    const other = await desk(browser, second);
    await other.goto('/console/approvals');
    const asked = other.getByRole('article').filter({ hasText: email });
    await approveShown(other, asked);
    await other.context().close();

    const context = await browser.newContext();
    const guest = await context.newPage();
    await guest.goto(await invitationPath(request, email));
    await guest.getByLabel('New password', { exact: true }).fill('Pelican-orchard-58');
    await guest.getByLabel('Confirm new password').fill('Pelican-orchard-58');
    await guest.getByRole('button', { name: 'Continue' }).click();
    await expect(guest.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    const key = (await guest.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).textContent()) ?? '';
    await guest.getByLabel('Current code').fill(authenticatorCode(key));
    await guest.getByRole('button', { name: 'Set up and sign in' }).click();
    await expect(guest.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await guest.getByRole('button', { name: 'I have saved the codes' }).click();
    await expect(guest.getByRole('link', { name: /Invited Person/ })).toBeVisible();
    await expect(guest.getByRole('link', { name: 'Staff' })).toHaveCount(0);
    await guest.goto('/console/approvals');
    await expect(guest.getByRole('note')).toContainText('You can make and approve requests after');

    await page.reload();
    await page.getByRole('button', { name: 'Disable, Invited Person' }).first().click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Was here for a test');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByText('Invited Person is disabled')).toBeVisible();
    await guest.goto('/console/access');
    await expect(guest.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await context.close();
  },
);

test(
  'a passkey is added with a fresh code, and is the second factor from then on',
  { tag: '@desk' },
  async ({ page, request, passkeySite: site }, info) => {
    const [person] = await newStaff(request, administratorOf(info), ['support']);
    if (person === undefined) throw new Error('no staff member was created');
    const password = async () => {
      await page.goto(`${site}/console/access`);
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.keyboard.press('Enter');
    };
    await password();
    await page.getByLabel('Authenticator code').fill(await freshCode(person));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('This laptop');
    await dialog.getByLabel('Authenticator code').fill(await freshCode(person));
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('The passkey was added')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await password();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Your access' })).toBeVisible();
  },
);

test('every page of the console is accessible', async ({ page, request }, info) => {
  const [person] = await newStaff(request, administratorOf(info), ['administrator']);
  if (person === undefined) throw new Error('no staff member was created');
  const theme = info.project.name === 'phone' ? 'light' : 'dark';
  await page.addInitScript((scheme) => localStorage.setItem('vitrine.console.scheme', scheme), theme);
  const findings: string[] = [];
  // With `within`, checks only that part of the page: the frame around the pages needs to be checked only once.
  const look = async (path: string, within?: string) => {
    await (within === undefined ? byAddress : byLink)(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    await expect(page.locator('main [aria-busy=true]'), `${path} has loaded`).toHaveCount(0);
    // Colors are the same at both widths, so only one project checks their contrast.
    const without = theme === 'dark' ? [] : ['color-contrast'];
    const found = await seriousFindings(page, within === undefined ? {} : { within, without });
    if (theme === 'dark') found.push(...(await contrastFindings(page, theme, within)));
    findings.push(...found.map((finding) => `${path}: ${finding}`));
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(width, `${path} needs no scrolling sideways`).toBeLessThanOrEqual(0);
  };
  for (const path of ['/console/signin', '/console/welcome', '/console/nowhere']) await look(path);
  await signInStaff(page.context(), person);
  await page.goto('/console/access');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  const paths = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
  expect(paths.length).toBeGreaterThan(4);
  await look('/console/access');
  for (const path of paths) await look(path, 'main');
  expect(findings).toEqual([]);
});

test(
  'an auditor sees the treasury and whether the ledger adds up, and can change nothing',
  { tag: '@desk' },
  async ({ page, request }, info) => {
    const [auditor] = await newStaff(request, administratorOf(info), ['auditor']);
    if (auditor === undefined) throw new Error('no staff member was created');
    await signInStaff(page.context(), auditor);
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto('/console/treasury');
    await expect(page.getByRole('table', { name: 'Coins and networks' }).getByText('Open').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    const strip = page.getByRole('region', { name: 'Health of the exchange' });
    await expect(strip).toContainText(/All \d+ assets: zero/);
    // Nothing is cut off.
    const cut = await strip.evaluate((box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight);
    expect(cut).toBe(false);
  },
);

test(
  'a delisting that does not continue by itself is an alarm on every page, and in the list of markets',
  { tag: '@desk' },
  async ({ page, request }, info) => {
    const [auditor] = await newStaff(request, administratorOf(info), ['auditor']);
    if (auditor === undefined) throw new Error('no staff member was created');
    await signInStaff(page.context(), auditor);
    const name = 'BTC-USDT-PERP';
    // Simulated: a real one would stop the market for the other tests.
    await page.route('**/api/v3/console/health', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), blocked_delistings: [name] } });
    });
    await page.route('**/api/v3/console/markets', async (route) => {
      const response = await route.fetch();
      const { markets } = await response.json();
      const blocked = { is_delisting: true, delisting_obstacle: 'settlement_outdated' };
      const json = {
        markets: markets.map((one: { name: string }) => (one.name === name ? { ...one, ...blocked } : one)),
      };
      await route.fulfill({ response, json });
    });
    await page.goto('/console/treasury');
    const alarm = page.getByRole('region', { name: 'Health of the exchange' }).getByRole('alert');
    await expect(alarm).toContainText('Delistings that need action');
    await alarm.getByRole('link', { name }).click();
    const row = page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
    await expect(row).toContainText('Delisting needs action');
    await expect(row).toContainText('Halt the market, which withdraws the delisting, and request it again.');
    expect(await seriousFindings(page)).toEqual([]);
  },
);
