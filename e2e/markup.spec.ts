import { newPerson, openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';
import { newStaff, signInStaff } from './staff.ts';

/**
 * If a page treated this text as markup, the CSP would block its scripts, and the browser would log an error, which
 * fails the test.
 */
const MARKUP = `<img src=x onerror="window.ran=1"><script>window.ran=1</script><a href="javascript:alert(1)">x</a>`;

test('what people write is shown as they wrote it, and none of it is executed', {
  tag: '@desk',
}, async ({ page, request, browser }) => {
  const { origin } = new URL(process.env.VITRINE_BASE_URL ?? '');
  const send = async (context: { request: typeof request }, path: string, data: object) => {
    const answer = await context.request.post(path, { data, headers: { origin } });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return answer.json();
  };
  const person = await openAccount(request, newPerson());
  await signIn(page, person);
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const problems: string[] = [];
  context.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const [support] = await newStaff(request, 'administrator', ['support']);
  if (support === undefined) throw new Error('no staff member was created');
  await signInStaff(context, support);
  const desk = await context.newPage();

  const asWritten = async (at: typeof page) => {
    await expect(at.getByText(MARKUP).first()).toBeVisible();
    expect(await at.locator('img[src="x"], a[href^="javascript:"]').count()).toBe(0);
    expect(await at.evaluate('window.ran')).toBeUndefined();
  };

  await test.step('a support message and the answer to it', async () => {
    await send(page, '/api/v3/support/messages', { text: MARKUP, reference: crypto.randomUUID() });
    const { client } = await (await page.request.get('/api/v3/session')).json();
    await desk.goto('/console/support');
    await desk.getByRole('link', { name: String(client.user.user_unique_id) }).click();
    await asWritten(desk);
    await desk.getByLabel('Reply').fill(`Answer ${MARKUP}`);
    await desk.getByRole('button', { name: 'Send reply' }).click();
    await page.goto('/contactus');
    await page.getByRole('button', { name: 'Open the help chat' }).click();
    await expect(page.getByText(`Answer ${MARKUP}`)).toBeVisible();
    await asWritten(page);
  });

  await test.step('news', async () => {
    const body = { kind: 'news', audience: 'all', title: `News ${MARKUP}`, body: MARKUP, publish_at: 0 };
    const { item } = await send(context, '/api/v3/console/news/publish', body);
    await page.goto(`/news/${item.id}`);
    await asWritten(page);
    await page.goto('/');
    await expect(page.getByText(`News ${MARKUP}`)).toBeVisible();
    await asWritten(page);
    await desk.goto('/console/news');
    await asWritten(desk);
    // Other tests check the newest news, so this item must not stay.
    await send(context, '/api/v3/console/news/withdraw', { id: item.id, version: 1, reason: 'It was a test' });
  });

  await test.step('the URLs of pages', async () => {
    for (const path of ['/price/', '/trades/spot/', '/news/', '/wallet/', '/history?tab=', '/']) {
      await page.goto(path + encodeURIComponent(MARKUP));
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.locator('#main')).not.toBeEmpty();
      expect(await page.locator('img[src="x"], a[href^="javascript:"]').count()).toBe(0);
      expect(await page.evaluate('window.ran')).toBeUndefined();
    }
  });

  expect(problems).toEqual([]);
  await context.close();
});
