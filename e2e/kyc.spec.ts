import { type APIRequestContext, type Browser, type Page, test as plain } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { newPerson, openAccount, outboxCode, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { photoFile } from './photos.ts';

/** One reviewer per project, as a sign-in code works only once. */
const reviewer = () => (plain.info().project.name === 'phone' ? 'compliance2' : 'compliance');

/** A separate browser window, signed in to the console with a password and a code. */
async function openConsole(browser: Browser, request: APIRequestContext, who: string): Promise<Page> {
  const baseURL = process.env.VITRINE_BASE_URL ?? '';
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, isMobile: false });
  const headers = { origin: baseURL };
  const email = `${who}@console.example`;
  await expect(async () => {
    const sinceMs = Date.now() - 1_000;
    const first = { email, password: `${who}-runs-the-show` };
    const { ticket } = await (await context.request.post('/api/v3/console/login', { data: first, headers })).json();
    const second = { ticket, code: await outboxCode(request, email, sinceMs) };
    const answer = await context.request.post('/api/v3/console/second-factor', { data: second, headers });
    expect(answer.status(), await answer.text()).toBe(200);
  }).toPass({ timeout: 70_000, intervals: [1_000, 10_000] });
  return context.newPage();
}

async function chooseFile(page: Page, name: string): Promise<void> {
  const file = await photoFile(page, name);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles(file);
}

/** Takes the selfie from the camera's live picture on desktops; on phones, the camera app provides a file. */
async function takeSelfie(page: Page): Promise<void> {
  if (test.info().project.name === 'phone') {
    const file = await photoFile(page, 'selfie');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Use the camera' }).click();
    return (await chooser).setFiles(file);
  }
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await page.getByRole('button', { name: 'Take photo' }).click();
}

const preview = (page: Page, what: string) => page.getByRole('img', { name: `${what} as it will be sent` });

async function sendPhoto(page: Page, button: string, next: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('heading', { name: next })).toBeVisible();
}

test('a client verifies their identity: one photo is rejected, sent again and approved, and the limits rise', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const person = await openAccount(page.request, newPerson());
  await signIn(page, person);
  await page.goto('/verification/overview');
  await expect(page.getByText('1,000 USDT')).toBeVisible();
  await page.getByRole('link', { name: 'Verify now' }).click();

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Field is required')).toHaveCount(2);
  await page.getByRole('radio', { name: 'Passport/Others' }).check();
  await page.getByLabel('ID number').fill(`C48 ${Date.now()}`);
  await page.getByRole('button', { name: 'Next' }).click();

  await page.getByRole('button', { name: 'Send selfie' }).click();
  await expect(page.getByText('Photo is required')).toBeVisible();
  await takeSelfie(page);
  await expect(preview(page, 'Your selfie')).toBeVisible();
  await sendPhoto(page, 'Send selfie', 'Front of your document');
  await chooseFile(page, 'front');
  await page.getByRole('button', { name: 'Retake photo' }).click();
  await chooseFile(page, 'front');
  await sendPhoto(page, 'Send photo', 'Back of your document');
  await chooseFile(page, 'back');
  await page.getByRole('button', { name: 'Send photo' }).click();
  await expect(page.getByText('Your KYC has been submitted')).toBeVisible();
  await expect(page.getByText('Pending KYC')).toBeVisible();

  const uid = (await (await page.request.get('/api/v3/account-client')).json()).client.user.user_unique_id;
  const desk = await openConsole(browser, page.request, reviewer());
  await desk.goto('/console/kyc');
  await desk.getByRole('navigation', { name: 'Cases' }).getByRole('link', { name: uid }).click();
  for (const photo of ['Selfie', 'Front', 'Back']) {
    await expect(desk.getByRole('img', { name: photo })).toBeVisible();
  }
  await desk.getByRole('button', { name: 'Zoom in: Back' }).click();
  await desk.getByRole('button', { name: 'Rotate: Back' }).click();
  await desk.getByRole('button', { name: 'Approve: Selfie' }).click();
  await desk.getByRole('button', { name: 'Approve: Front' }).click();
  await desk.getByRole('button', { name: 'Reject: Back' }).click();
  await expect(desk.getByRole('button', { name: 'Save decision' })).toBeDisabled();
  await desk.getByRole('combobox', { name: 'Reason: Back' }).selectOption({ label: 'Not clear: glare' });
  await desk.getByRole('textbox', { name: 'Note to the client: Back' }).fill('The lower lines cannot be read.');
  await desk.getByRole('button', { name: 'Save decision' }).click();
  await expect(desk.getByText(`Decision saved for client ${uid}`)).toBeVisible();

  await page.goto('/verification/kyc');
  await expect(page.getByRole('heading', { name: 'Back of your document' })).toBeVisible();
  await expect(page.getByText('Your photo is not clear. Please try again.')).toBeVisible();
  await expect(page.getByText('Reviewer’s note: The lower lines cannot be read.')).toBeVisible();
  await chooseFile(page, 'back');
  await page.getByRole('button', { name: 'Send photo' }).click();
  await expect(page.getByText('Pending KYC')).toBeVisible();

  await desk.goto(`/console/kyc/${uid}`);
  await expect(desk.getByRole('heading', { name: 'Earlier photos' })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Approve: Selfie' })).toHaveCount(0);
  await desk.getByRole('button', { name: 'Approve: Back' }).click();
  await desk.getByRole('button', { name: 'Save decision' }).click();
  await expect(desk.getByText(`Client ${uid} is verified`)).toBeVisible();
  await desk.context().close();

  await page.goto('/account/verify');
  await expect(page.getByText('Your account is verified')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: person.email })).toBeVisible();
  await expect(page.getByText('8,000,000 USDT')).toBeVisible();
  await page.getByRole('link', { name: 'Go to profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);

  const looks = ['kycCase looked', 'kycPhoto looked', 'kycPhoto looked', 'kycPhoto looked'];
  const trail = await auditTrail(browser, page.request, uid);
  expect(trail.slice(0, 4)).toEqual(looks);
  expect(trail.filter((entry) => entry.startsWith('decideKyc'))).toEqual([
    'decideKyc asked',
    'decideKyc done',
    'decideKyc asked',
    'decideKyc done',
  ]);
});

/** The audit trail's actions on a client, oldest first, after verifying its hash chain. */
async function auditTrail(browser: Browser, request: APIRequestContext, uid: string): Promise<string[]> {
  const auditor = await openConsole(browser, request, 'auditor');
  const verdict = await (await auditor.request.get('/api/v3/console/audit/verify')).json();
  expect(verdict).toMatchObject({ holds: true, broken_at: null });
  const { entries } = (await (
    await auditor.request.get('/api/v3/console/audit', { params: { subject: `client ${uid}`, limit: 100 } })
  ).json()) as Calls['GET /api/v3/console/audit']['response'];
  await auditor.context().close();
  return entries.map(({ action, phase }) => `${action} ${phase}`).reverse();
}

test('a HEIC photo and a file that is not a photo get different errors, and neither is sent', { tag: '@desk' }, async ({
  page,
}) => {
  await signIn(page, await openAccount(page.request, newPerson()));
  await page.goto('/verification/kyc');
  await page.getByRole('radio', { name: 'Government ID' }).check();
  await page.getByLabel('ID number').fill('X1');
  await page.getByRole('button', { name: 'Next' }).click();
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
  for (const [buffer, message] of [
    [Buffer.from('not a photo'), 'This file cannot be read as a photo.'],
    [heic, 'HEIC photos are not supported.'],
  ] as const) {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByText(message)).toBeVisible();
  }
  const { message } = await (await page.request.get('/api/v2/upload/check-kyc')).json();
  expect(message).toBe('no_existing_kyc');
});

test('while a slow phone reads a photo, the button says so, and the next step needs no further response', async ({
  page,
}) => {
  await signIn(page, await openAccount(page.request, newPerson()));
  await page.addInitScript(() => {
    const readPicture = window.createImageBitmap.bind(window);
    window.createImageBitmap = async (...wanted: unknown[]) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return readPicture(wanted[0] as Blob);
    };
  });
  await page.goto('/verification/kyc');
  await page.getByRole('radio', { name: 'Government ID' }).check();
  await page.getByLabel('ID number').fill(`S ${Date.now()}`);
  await page.getByRole('button', { name: 'Next' }).click();
  await chooseFile(page, 'selfie');
  await expect(page.getByRole('button', { name: 'Preparing photo…' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Send selfie' })).toHaveCount(0);
  await expect(preview(page, 'Your selfie')).toBeVisible();
  await page.route('**/api/v2/upload/check-kyc', () => undefined);
  await sendPhoto(page, 'Send selfie', 'Front of your document');
});

test('identity verification can be completed by keyboard', { tag: '@desk' }, async ({ page }) => {
  await signIn(page, await openAccount(page.request, newPerson()));
  await page.goto('/verification/kyc');
  const press = async (key: string, times = 1) => {
    for (let count = 0; count < times; count += 1) await page.keyboard.press(key);
  };
  await page.getByRole('radio', { name: "Driver's License" }).focus();
  await press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Government ID' })).toBeChecked();
  await press('Tab');
  await page.keyboard.type('KB 42');
  await press('Enter');
  for (const [next, send] of [
    ['Take a selfie', 'Send selfie'],
    ['Front of your document', 'Send photo'],
    ['Back of your document', 'Send photo'],
  ] as const) {
    await expect(page.getByRole('heading', { name: next })).toBeFocused();
    const file = await photoFile(page, next);
    const chooser = page.waitForEvent('filechooser');
    await press('Tab', 2);
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused();
    await press('Enter');
    await (await chooser).setFiles(file);
    await expect(page.getByRole('button', { name: 'Retake photo' })).toBeVisible();
    const button = page.getByRole('button', { name: send });
    for (let count = 0; count < 12 && !(await button.evaluate((node) => node === document.activeElement)); count += 1) {
      await press('Tab');
    }
    await press('Enter');
  }
  await expect(page.getByText('Your KYC has been submitted')).toBeVisible();
});

test('pages may use the camera and no other device; the console may not even use that', { tag: '@desk' }, async ({
  request,
}) => {
  expect((await request.get('/verification/kyc')).headers()['permissions-policy']).toContain('camera=(self)');
  expect((await request.get('/console')).headers()['permissions-policy']).toContain('camera=()');
});
