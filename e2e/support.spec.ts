import type { APIRequestContext, Locator, Page, TestInfo } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { contrastFindings, seriousFindings } from './accessibility.ts';
import { newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { newStaff, type StaffPerson, signInStaff } from './staff.ts';

/** A picture of 200 × 100 pixels, drawn by a browser. */
const picture = (page: Page): Promise<Buffer> =>
  page
    .evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = 200;
      canvas.height = 100;
      canvas.getContext('2d')?.fillRect(20, 20, 100, 50);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    })
    .then((text) => Buffer.from(text, 'base64'));

/** A picture that is large enough for news: 1,200 × 900 pixels. */
const widePicture = (page: Page): Promise<Buffer> =>
  page
    .evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = 1_200;
      canvas.height = 900;
      const context = canvas.getContext('2d');
      if (context) context.fillStyle = '#2a6f97';
      context?.fillRect(0, 0, 1_200, 900);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    })
    .then((text) => Buffer.from(text, 'base64'));

/** Whether a picture has been decoded, and its displayed aspect ratio. */
const drawn = (image: Locator): Promise<typeof WIDE> =>
  image.evaluate((element) => {
    const { complete, naturalWidth, clientWidth, clientHeight } = element as HTMLImageElement;
    return { isDecoded: complete && naturalWidth > 0, ratio: Math.round((clientWidth / clientHeight) * 10) / 10 };
  });
const WIDE = { isDecoded: true, ratio: 1.8 };

/** A support operator. Each project uses its own administrator to create one. */
async function supporter(request: APIRequestContext, info: TestInfo): Promise<StaffPerson> {
  const administrator = info.project.name === 'phone' ? 'administrator2' : 'administrator';
  const [person] = await newStaff(request, administrator, ['support']);
  if (person === undefined) throw new Error('no staff member was created');
  return person;
}

const chatButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Help chat/ });

test('a client writes with a picture, an operator answers live, and unseen messages cause a notification', async ({
  page,
  request,
  browser,
}, info) => {
  const person = await openAccount(request, newPerson());
  await signIn(page, person);
  await page.goto('/markets/prices');
  await chatButton(page).click();
  const chat = page.getByRole('dialog', { name: 'Help chat' });
  await expect(chat.getByText('Never share passwords')).toBeVisible();
  const file = { name: 'screen.png', mimeType: 'image/png', buffer: await picture(page) };
  await chat.locator('input[type=file]').setInputFiles(file);
  await expect(chat.getByText('About: Markets')).toBeVisible();
  await chat.getByRole('button', { name: 'Trading' }).click();
  await chat.getByLabel('Write a message').fill('My page looks like this');
  await chat.getByLabel('Write a message').press('Enter');
  await expect(chat.getByRole('link', { name: 'Download screen.jpg' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  const context = await browser.newContext({ viewport: page.viewportSize() });
  await signInStaff(context, await supporter(request, info));
  const desk = await context.newPage();
  await desk.goto('/console/support');
  // Other clients write at the same time, so the conversation is found by the client's UID.
  const { client } = (await (
    await page.request.get('/api/v3/session')
  ).json()) as Calls['GET /api/v3/session']['response'];
  await desk.getByRole('link', { name: String(client?.user.user_unique_id) }).click();
  const log = desk.getByRole('log', { name: 'Messages' });
  await expect(log.getByText('My page looks like this')).toBeVisible();
  await expect(log.getByText('written on /markets/prices')).toBeVisible();
  await log.getByRole('button', { name: 'Show' }).click();
  await expect(log.getByRole('img', { name: 'screen.jpg' })).toBeVisible();
  await expect(chat.getByText('Read', { exact: true })).toBeVisible();
  await desk.getByLabel('Reply').fill('Thank you, we see it too.');
  await desk.getByRole('button', { name: 'Send reply' }).click();
  await expect(chat.getByText('Thank you, we see it too.')).toBeVisible();
  await expect(log.getByText('Read by the client')).toBeVisible();
  expect(await seriousFindings(desk)).toEqual([]);

  // The client writes another message: the operator's page updates live.
  await chat.getByLabel('Write a message').fill('And now it is gone');
  await chat.getByRole('button', { name: 'Send' }).click();
  await expect(log.getByText('And now it is gone')).toBeVisible();

  await chat.getByRole('button', { name: 'Close' }).click();
  await expect(chat).toHaveCount(0);
  await desk.getByLabel('Reply').fill('Good to hear.');
  await desk.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByRole('button', { name: 'Help chat, 1 unread message' })).toBeVisible();
  await page.goto('/account/notifications');
  await expect(page.getByText('Support has replied')).toBeVisible();
  await page.getByRole('button', { name: 'Open the chat' }).click();
  await expect(chat.getByText('Good to hear.')).toBeVisible();
  await desk.getByRole('button', { name: 'Close' }).click();
  await expect(chat.getByText('This conversation is closed')).toBeVisible();
  await context.close();
});

test(
  'an announcement appears on the home page and among notifications',
  { tag: '@desk' },
  async ({ page, request, browser }, info) => {
    await signIn(page, await openAccount(request, newPerson()));
    const context = await browser.newContext({ viewport: page.viewportSize() });
    await signInStaff(context, await supporter(request, info));
    const desk = await context.newPage();
    await desk.goto('/console/news');
    await expect(desk.getByText('This is a sandbox').first()).toBeVisible();
    expect(await seriousFindings(desk)).toEqual([]);
    await desk.getByRole('button', { name: 'Write news' }).click();
    const title = `Maintenance on Sunday, ${info.project.name}`;
    await desk.getByLabel('Kind').selectOption('announcement');
    await desk.getByLabel('Title').fill(title);
    const buffer = await widePicture(page);
    await desk.locator('input[type=file]').setInputFiles({ name: 'sunday.png', mimeType: 'image/png', buffer });
    await desk.getByLabel('Image description').fill('A clock at six');
    await expect(desk.getByRole('img', { name: 'A clock at six' })).toBeVisible();
    await desk.getByLabel('Text').fill('Orders wait from 06:00 to 06:10 UTC.\n\nBalances stay visible.');
    expect(await seriousFindings(desk)).toEqual([]);
    await desk.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(desk.getByText(title).first()).toBeVisible();

    await page.goto('/account/notifications');
    await expect(page.getByText(title)).toBeVisible();
    await page.goto('/');
    const item = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) });
    await item.scrollIntoViewIfNeeded();
    await expect.poll(() => drawn(item.getByRole('img', { name: 'A clock at six' }))).toEqual(WIDE);
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.poll(() => drawn(page.getByRole('img', { name: 'A clock at six' }))).toEqual(WIDE);
    expect(await seriousFindings(page)).toEqual([]);
    await expect(page.getByText('Balances stay visible.')).toBeVisible();
    await expect(page.getByText('From the Vitrine team')).toBeVisible();

    // The picture is first replaced, then removed: the reader sees each version.
    const edit = async (change: () => Promise<unknown>) => {
      await desk.getByRole('button', { name: `Edit, ${title}` }).click();
      await change();
      await desk.getByLabel('Reason').fill('A better picture');
      await desk.getByRole('button', { name: 'Publish this version' }).click();
      await expect(desk.getByRole('dialog')).toHaveCount(0);
      await page.reload();
    };
    await edit(async () => {
      await expect.poll(() => drawn(desk.getByRole('img', { name: 'A clock at six' }))).toEqual(WIDE);
      await desk.locator('input[type=file]').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer });
      await desk.getByLabel('Image description').fill('A clock at ten past six');
    });
    await expect.poll(() => drawn(page.getByRole('img', { name: 'A clock at ten past six' }))).toEqual(WIDE);
    await edit(() => desk.getByRole('button', { name: 'Remove image' }).click());
    await expect(page.getByText('Balances stay visible.')).toBeVisible();
    await expect(page.getByRole('article').getByRole('img')).toHaveCount(0);
    await context.close();
  },
);

test('pages of chat and news are accessible', async ({ page, request }) => {
  await signIn(page, await openAccount(request, newPerson()));
  await page.addInitScript(() => {
    localStorage.setItem('vitrine.preferences', JSON.stringify({ scheme: 'dark' }));
  });
  const findings = async () => [...(await seriousFindings(page)), ...(await contrastFindings(page, 'dark'))];
  await page.goto('/contactus');
  await page.getByRole('button', { name: 'Open the help chat' }).click();
  await page.getByLabel('Write a message').fill('Hello');
  await page.getByLabel('Write a message').press('Enter');
  await expect(page.getByRole('log').getByText('Hello')).toBeVisible();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/');
  await page.getByRole('heading', { name: 'News' }).scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'This is a sandbox' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This is a sandbox' })).toBeVisible();
  expect(await findings()).toEqual([]);
});

test('a visitor without an account chats from the front page, is answered live, and can remove the conversation', async ({
  page,
  request,
  browser,
}, info) => {
  await page.goto('/');
  // Until the scripts have run, the page's links lead to the contact page.
  await expect(page.getByText(/^Log entry [\d,]+: /)).toBeAttached();
  if (info.project.name === 'phone') await page.getByRole('link', { name: /^Help/ }).click();
  else await page.getByRole('banner').getByRole('button', { name: 'Help chat' }).click();
  const chat = page.getByRole('dialog', { name: 'Help chat' });
  const question = `I cannot sign in, ${Date.now()}`;
  await chat.getByLabel('Write a message').fill(question);
  await chat.getByLabel('Write a message').press('Enter');
  await expect(chat.getByText('Delivered')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  const context = await browser.newContext({ viewport: page.viewportSize() });
  await signInStaff(context, await supporter(request, info));
  const { chats } = (await (
    await context.request.get('/api/v3/console/support/visitor-chats?state=open')
  ).json()) as Calls['GET /api/v3/console/support/visitor-chats']['response'];
  const desk = await context.newPage();
  // Other visitors may write concurrently, so each conversation is opened until the one with this question is found.
  for (const { id } of chats) {
    await desk.goto(`/console/support/visitor-${id}`);
    await expect(desk.getByRole('log', { name: 'Messages' }).getByRole('listitem').first()).toBeVisible();
    if (await desk.getByText(question).isVisible()) break;
  }
  await expect(desk.getByText(question)).toBeVisible();
  await desk.getByLabel('Reply').fill('Try the reset link.');
  await desk.getByRole('button', { name: 'Send reply' }).click();
  await expect(chat.getByText('Try the reset link.')).toBeVisible();
  await expect(chat.getByText('Read', { exact: true })).toBeVisible();
  await context.close();

  await page.goto('/contactus');
  await page.getByRole('button', { name: 'Open the help chat' }).click();
  await expect(chat.getByText('Try the reset link.')).toBeVisible();
  await chat.getByRole('button', { name: 'Remove this conversation from this browser' }).click();
  await expect(chat.getByText(question)).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'Open the help chat' }).click();
  await expect(chat.getByText('Chat with our support team without an account.')).toBeVisible();
  await expect(chat.getByText(question)).toBeHidden();
});

test(
  'an operator publishes a promotion with a preview, and visitors and clients see it until it is withdrawn',
  { tag: '@desk' },
  async ({ page, request, browser }, info) => {
    const title = `Interest on coins ${info.project.name} ${Date.now()}`;
    const context = await browser.newContext({ viewport: page.viewportSize() });
    await signInStaff(context, await supporter(request, info));
    const desk = await context.newPage();
    await desk.goto('/console/promotions');
    await desk.getByRole('button', { name: 'Write promotion' }).click();
    const form = desk.getByRole('dialog', { name: 'Write promotion' });
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Text', { exact: true }).fill('Flexible, or for a fixed term.');
    await form.getByLabel('Link').fill('//evil.example');
    await expect(form.getByRole('figure', { name: 'Preview' })).toContainText(title);
    await form.getByRole('button', { name: 'Publish' }).click();
    await expect(form.getByText('Enter a link to a page on this site, or an https URL')).toBeVisible();
    await form.getByLabel('Link').fill('/fee-rate');
    const file = { name: 'wide.png', mimeType: 'image/png', buffer: await widePicture(page) };
    await form.locator('input[type=file]').setInputFiles(file);
    await form.getByLabel('Image description').fill('A blue field');
    await form.getByLabel('Language of the texts').selectOption('Deutsch');
    await form.getByLabel('Title').fill(`Zinsen: ${title}`);
    await form.getByLabel('Image description').fill('Eine blaue Fläche');
    expect(await seriousFindings(desk)).toEqual([]);
    await form.getByRole('button', { name: 'Publish' }).click();
    await expect(form).toBeHidden();

    await page.goto('/');
    const tile = page.getByRole('link', { name: title });
    await expect(tile).toContainText(/Until /);
    await tile.scrollIntoViewIfNeeded();
    await expect.poll(() => drawn(tile.getByRole('img', { name: 'A blue field' }))).toEqual(WIDE);
    await signIn(page, await openAccount(request, newPerson()));
    await page.goto('/home');
    await page.getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(/\/fee-rate$/);

    await desk.getByRole('button', { name: `Withdraw, ${title}` }).click();
    await desk.getByRole('dialog').getByLabel('Reason').fill('The test is over');
    await desk.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(desk.getByRole('dialog')).toBeHidden();
    await page.goto('/home');
    await expect(page.getByRole('region', { name: 'Your latest entries' })).toBeVisible();
    await expect(page.getByRole('link', { name: title })).toBeHidden();
    await context.close();
  },
);
