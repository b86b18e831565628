import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { photoBytes } from '../../../kyc/testing/photos.ts';
import {
  type Caller,
  type TestClient,
  TestExchange,
  type TestResponse,
  type TestStaff,
} from '../../../testing/test-exchange.ts';
import type { Settings } from '../../../wiring/settings/settings.ts';

let exchange: TestExchange;
let operator: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open({ TRUSTED_PROXIES: '1' });
  operator = await exchange.staff('support');
});
afterAll(() => exchange.close());

const folder = () => join((exchange.services.settings as Settings).dataDir, 'kyc');
const MESSAGES = '/api/v3/support/messages';
const PDF = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n%%EOF\n');

const write = (who: TestClient, fields: object = {}): Promise<TestResponse> =>
  who.post(MESSAGES, { text: 'Where is my deposit?', reference: randomUUID(), ...fields });
const uploadByStaff = async (bytes: Buffer, by = operator): Promise<string> =>
  (await by.post('/api/v3/console/uploads/attachment', bytes)).body.upload_id;
const reply = (uid: string, fields: object = {}, by = operator): Promise<TestResponse> =>
  by.post('/api/v3/console/support/reply', { uid, text: 'On its way.', reference: randomUUID(), ...fields });
const thread = async (uid: string, by = operator) => (await by.get(`/api/v3/console/support/thread?uid=${uid}`)).body;
const uidOf = async (client: TestClient): Promise<string> =>
  (await client.get('/api/v3/account-client')).body.client.user.user_unique_id;

async function talking(): Promise<{ client: TestClient; uid: string }> {
  const client = await exchange.client();
  await write(client);
  return { client, uid: await uidOf(client) };
}

describe('a conversation', () => {
  test('goes both ways, is stored, and counts unread messages', async () => {
    const client = await exchange.client();
    expect((await client.get(MESSAGES)).body).toMatchObject({ messages: [], unread: 0, state: 'none', seen: 0 });
    const sent = (await write(client, { text: '  Hello\nthere ' })).body.message;
    expect(sent).toMatchObject({ from: 'client', name: '', text: 'Hello\nthere' });
    const uid = await uidOf(client);
    const answer = (await reply(uid)).body.message;
    expect(answer).toMatchObject({ from: 'support', name: 'Staff', text: 'On its way.' });
    const { messages, unread, state } = (await client.get(MESSAGES)).body;
    expect(messages).toEqual([answer, sent]);
    expect({ unread, state }).toEqual({ unread: 1, state: 'open' });
    expect((await client.post('/api/v3/support/read', { up_to: answer.id })).body).toEqual({ unread: 0 });
    expect(await thread(uid)).toMatchObject({ read: answer.id, seen: 0, more: false });
    await operator.post('/api/v3/console/support/seen', { uid, up_to: sent.id });
    expect((await client.get(MESSAGES)).body.seen).toBe(sent.id);
  });

  test('shows its subject to both sides', async () => {
    const client = await exchange.client();
    const about = { page: '/wallet/history', record: { kind: 'withdrawal', id: '1000012' } };
    const { message } = (await write(client, { topic: 'withdrawal', about })).body;
    expect(message).toMatchObject({ topic: 'withdrawal', about });
    await write(client);
    const uid = await uidOf(client);
    const { thread: found, messages } = await thread(uid);
    expect([found.topic, messages[1]]).toEqual(['withdrawal', message]);
    expect((await write(client, { about: { page: '/wallet?secret=1' } })).status).toBe(400);
  });

  test('marks an answer as delivered once a page of the client has received it', async () => {
    const { client, uid } = await talking();
    const { id } = (await reply(uid)).body.message;
    expect(await thread(uid)).toMatchObject({ delivered: 0, read: 0 });
    await client.get(MESSAGES);
    expect(await thread(uid)).toMatchObject({ delivered: id, read: 0 });
  });

  test('is paged, newest first', async () => {
    const client = await exchange.client();
    for (const text of ['one', 'two', 'three']) await write(client, { text });
    const texts = async (query: string) => {
      const { messages, next_cursor } = (await client.get(`${MESSAGES}?limit=2${query}`)).body;
      return { texts: messages.map((message: { text: string }) => message.text), next_cursor };
    };
    const first = await texts('');
    expect(first.texts).toEqual(['three', 'two']);
    expect(await texts(`&cursor=${first.next_cursor}`)).toEqual({ texts: ['one'] });
  });

  test('stores the same message once, however often and however quickly it is sent', async () => {
    const client = await exchange.client();
    const reference = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(client, { reference })));
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1);
    expect((await client.get(MESSAGES)).body.messages).toHaveLength(1);
    const other = await exchange.client();
    expect((await write(other, { reference })).body.message.id).not.toBe(answers[0]?.body.message.id);
  });

  test.each([
    ['an empty text', { text: '  \n ' }, 'message_required'],
    ['a text that is too long', { text: 'x'.repeat(4_001) }, 'invalid_request'],
    ['a text with U+0000', { text: 'a\u0000b' }, 'invalid_request'],
    ['an invalid reference', { reference: 'x' }, 'invalid_request'],
    ['a field that only the server sets', { staff_id: 'x' }, 'unknown_field'],
  ])('refuses %s', async (_, fields, code) => {
    expect((await write(await exchange.client(), fields)).body.code).toBe(code);
  });

  test('is not accessible to another client', async () => {
    const { client } = await talking();
    const other = await exchange.client();
    const [message] = (await client.get(MESSAGES)).body.messages;
    await other.post('/api/v3/support/read', { up_to: message.id });
    expect((await other.get(MESSAGES)).body.messages).toEqual([]);
    expect((await exchange.visitor.get(MESSAGES)).body.code).toBe('not_authenticated');
  });

  test('limits how much one client may write in an hour', async () => {
    const client = await exchange.client();
    const answers = [];
    for (let round = 0; round < 61; round += 1) answers.push(await write(client));
    expect(answers.map(({ status }) => status).lastIndexOf(200)).toBe(59);
    expect(answers.at(-1)?.body.code).toBe('too_many_requests');
  });
});

describe('the inbox', () => {
  test('shows who is waiting and since when, masked, newest first', async () => {
    const { client, uid } = await talking();
    await client.post('/api/v3/my-profile', { name: 'Ada Lovelace' });
    const list = async () => (await operator.get('/api/v3/console/support/threads?state=open')).body;
    const { threads, waiting } = await list();
    expect(threads[0]).toMatchObject({ uid, state: 'open', verified: false });
    expect(threads[0].name).toBe('A••• L•••');
    expect(threads[0].email).toMatch(/^c•••\d@test\.example$/);
    const since = threads[0].waiting_since;
    await write(client);
    expect((await list()).threads[0].waiting_since).toBe(since);
    await reply(uid);
    const after = await list();
    expect(after.threads[0]).not.toHaveProperty('waiting_since');
    expect(after.waiting).toBe(waiting - 1);
  });

  test('a conversation is assigned, reassigned, closed, and reopened by its client', async () => {
    const { client, uid } = await talking();
    const change = (name: string, body: object) => operator.post(`/api/v3/console/support/${name}`, { uid, ...body });
    const colleague = await exchange.staff('compliance');
    expect((await change('assign', { staff: operator.id })).body.thread.assigned_to.id).toBe(operator.id);
    const mine = (await operator.get('/api/v3/console/support/threads?assigned=me')).body.threads;
    expect(mine.map((found: { uid: string }) => found.uid)).toEqual([uid]);
    expect((await change('assign', { staff: colleague.id })).body.thread.assigned_to.id).toBe(colleague.id);
    const treasurer = await exchange.staff('treasury');
    expect((await change('assign', { staff: treasurer.id })).body.code).toBe('unknown_operator');
    expect((await change('assign', { staff: '' })).body.thread).not.toHaveProperty('assigned_to');
    expect((await change('close', {})).body.thread).toMatchObject({ state: 'closed' });
    expect((await client.get(MESSAGES)).body.state).toBe('closed');
    await write(client);
    expect((await thread(uid)).thread).toMatchObject({ state: 'open' });
    expect((await thread(uid)).thread).toHaveProperty('waiting_since');
    await change('close', {});
    expect((await change('reopen', {})).body.thread.state).toBe('open');
  });

  test('an auditor can read but not change anything; other roles cannot read', async () => {
    const { uid } = await talking();
    const auditor = await exchange.staff('auditor');
    expect((await auditor.get(`/api/v3/console/support/thread?uid=${uid}`)).status).toBe(200);
    for (const [name, body] of [
      ['reply', { uid, text: 'x', reference: randomUUID() }],
      ['assign', { uid, staff: auditor.id }],
      ['close', { uid }],
      ['reopen', { uid }],
      ['seen', { uid, up_to: 1 }],
    ] as const) {
      expect((await auditor.post(`/api/v3/console/support/${name}`, body)).body.code, name).toBe('not_permitted');
    }
    const lister = await exchange.staff('listing');
    expect((await lister.get('/api/v3/console/support/threads')).body.code).toBe('not_permitted');
  });

  test('every view and every answer is in the audit trail, without the text', async () => {
    const { uid } = await talking();
    await thread(uid);
    await reply(uid, {
      text: 'an answer to you alone',
      attachment: { name: 'a.pdf', upload_id: await uploadByStaff(PDF) },
    });
    const rows = await exchange.query('select action, phase, details from audit_trail where subject = $1 order by id', [
      `client ${uid}`,
    ]);
    expect(rows.map(({ action, phase }) => `${action} ${phase}`)).toEqual([
      'consoleSupportThread looked',
      'consoleSupportReply asked',
      'consoleSupportReply done',
    ]);
    expect(JSON.stringify(rows)).not.toContain('JVBER');
  });

  test('a client who never wrote has no conversation to answer', async () => {
    const uid = await uidOf(await exchange.client());
    expect((await reply(uid)).body.code).toBe('unknown_client');
    expect((await operator.get(`/api/v3/console/support/thread?uid=${uid}`)).body.code).toBe('unknown_client');
  });
});

describe('an attached file', () => {
  const attach = async (client: TestClient, bytes: Buffer, name = 'receipt.png') =>
    write(client, { text: '', attachment: { name, upload_id: await client.upload('attachment', bytes) } });
  const read = (who: TestClient, id: string) => who.get(`/api/v3/support/attachment?id=${id}`);

  test('a picture is re-encoded, stored encrypted, and served as a download only to its two sides', async () => {
    const client = await exchange.client();
    const sent = await sharp(await photoBytes({ width: 120, height: 80, format: 'png' }))
      .withExif({ IFD0: { Copyright: 'the place where it was taken' } })
      .png()
      .toBuffer();
    const { message } = (await attach(client, sent, '../My "receipt".png')).body;
    expect(message).toMatchObject({ text: '', attachment: { name: 'My receipt.jpg', type: 'image/jpeg' } });
    const file = await exchange.exchange.app.inject({
      url: `/api/v3/support/attachment?id=${message.attachment.id}`,
      headers: { authorization: `Bearer ${client.token}` },
    });
    expect(file.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': "attachment; filename*=UTF-8''My%20receipt.jpg",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const { width, height, exif } = await sharp(file.rawPayload).metadata();
    expect({ width, height, exif }).toEqual({ width: 120, height: 80, exif: undefined });
    const uid = await uidOf(client);
    const about = `uid=${uid}&id=${message.attachment.id}`;
    expect((await operator.get(`/api/v3/console/support/attachment?${about}`)).status).toBe(200);
    const { id } = message.attachment;
    expect((await read(await exchange.client(), id)).body.code).toBe('unknown_attachment');
    const other = await talking();
    expect((await operator.get(`/api/v3/console/support/attachment?uid=${other.uid}&id=${id}`)).body.code).toBe(
      'unknown_attachment',
    );
    expect(readdirSync(folder())).toContain(`support-${id}`);
    expect(readFileSync(join(folder(), `support-${id}`)).includes('JFIF')).toBe(false);
  });

  test('a PDF is returned unchanged, from either side', async () => {
    const { client, uid } = await talking();
    const { message } = (
      await reply(uid, { text: '', attachment: { name: 'form.exe', upload_id: await uploadByStaff(PDF) } })
    ).body;
    expect(message.attachment).toMatchObject({ name: 'form.pdf', type: 'application/pdf' });
    const { status, headers } = await read(client, message.attachment.id);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  });

  test('can be read at most thirty times in a burst by one client or one operator', async () => {
    const [client, reader] = [await exchange.client(), await exchange.staff('support')];
    const { id } = (await attach(client, PDF)).body.message.attachment;
    const paths = new Map<Caller, string>([
      [client, `/api/v3/support/attachment?id=${id}`],
      [reader, `/api/v3/console/support/attachment?uid=${await uidOf(client)}&id=${id}`],
    ]);
    for (const [who, path] of paths) {
      // Each request comes from a different address, because there is a limit per address too.
      const asked = Array.from({ length: 40 }, (_, n) => who.get(path, { 'x-forwarded-for': `192.0.2.${n}` }));
      const answers = Map.groupBy(await Promise.all(asked), ({ status }) => status);
      expect([...answers.keys()].sort()).toEqual([200, 429]);
      expect(answers.get(200)?.[0]?.headers['content-length']).toBe(String(PDF.length));
    }
  });

  test.each([
    ['an HTML page', Buffer.from('<script>alert(1)</script>'), 'attachment_refused'],
    [
      'an SVG, which can contain scripts',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'attachment_refused',
    ],
    ['an executable', Buffer.from('MZ program'), 'attachment_refused'],
    ['a truncated picture', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'attachment_refused'],
    ['an empty file', Buffer.alloc(0), 'attachment_refused'],
    ['a file that is too large', Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF-'), 'too_large'],
  ])('%s is refused', async (_, bytes, code) => {
    const client = await exchange.client();
    expect((await client.post('/api/v3/uploads/attachment', bytes)).body.code).toBe(code);
    expect(await exchange.query('select from upload where sender = $1', [`client ${client.owner}`])).toEqual([]);
  });

  test('a file of the maximum size is accepted', async () => {
    const client = await exchange.client();
    expect((await attach(client, Buffer.alloc(5 * 1024 * 1024, '%PDF-'))).status).toBe(200);
  });

  test('a message that is retried after a fault still finds its file', async () => {
    const client = await exchange.client();
    const message = {
      reference: randomUUID(),
      attachment: { name: 'a.pdf', upload_id: await client.upload('attachment', PDF) },
    };
    await exchange.query(
      `create function refuse_message() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
       create trigger refuse_message before insert on support_message for each row execute function refuse_message()`,
    );
    expect((await write(client, message)).status).toBe(500);
    await exchange.query('drop function refuse_message cascade');
    const sent = await write(client, message);
    expect(sent.body.message.attachment.name).toBe('a.pdf');
    expect((await write(client, message)).body).toEqual(sent.body);
  });

  test('one upload is the attachment of one message, and is stored once, however many messages name it concurrently', async () => {
    const client = await exchange.client();
    const seal = vi.spyOn(exchange.services.ring, 'sealFile');
    onTestFinished(() => seal.mockRestore());
    const attachment = { name: 'a.pdf', upload_id: await client.upload('attachment', PDF) };
    const all = await Promise.all(Array.from({ length: 6 }, () => write(client, { text: 'Here it is', attachment })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    // Another request may have been queued, and then finds the upload used up; the others are refused as busy.
    expect(all.filter(({ body }) => ['unknown_upload', 'busy'].includes(body.code))).toHaveLength(5);
    // The file is encrypted once as an upload and once as the attachment of the message.
    expect(seal).toHaveBeenCalledTimes(2);
  });

  test('the files of a client can total at most 100 MB, so that no account fills the disk', async () => {
    const client = await exchange.client();
    const { message } = (await attach(client, PDF)).body;
    await exchange.query('update support_attachment set size_bytes = 99999990 where id = $1', [message.attachment.id]);
    const attachment = { name: 'a.pdf', upload_id: await client.upload('attachment', PDF) };
    const refused = { status: 422, body: { code: 'attachments_full' } };
    expect(await write(client, { text: 'Here it is', attachment })).toMatchObject(refused);
    expect((await write(client, { text: 'What it shows' })).status).toBe(200);
  });

  test('files that no message references are deleted, and those of messages are not', async () => {
    const client = await exchange.client();
    const { message } = (await attach(client, await photoBytes())).body;
    const { attachments } = exchange.services.support;
    const upload_id = await client.upload('attachment', PDF);
    const left = await attachments.store(client.owner, null, { name: 'left.pdf', upload_id });
    await exchange.query(`update support_attachment set added_at = now() - interval '2 hours'`);
    await attachments.keep();
    expect(await exchange.query('select id from support_attachment where id = $1', [left])).toEqual([]);
    expect((await read(client, message.attachment.id)).status).toBe(200);
    expect(readdirSync(folder())).not.toContain(`support-${left}`);
  });
});

test('an answer that is read immediately causes no notification; several unread answers cause one notification', async () => {
  const { client, uid } = await talking();
  const { notifier } = exchange.services.support;
  const received = async () =>
    (await client.get('/api/v3/notifications')).body.notifications.filter(
      ({ kind }: { kind: string }) => kind === 'support_replied',
    ).length;
  const later = () => exchange.query(`update support_message set at = at - interval '10 seconds'`);
  const { message } = (await reply(uid)).body;
  await client.post('/api/v3/support/read', { up_to: message.id });
  await later();
  await notifier.run();
  expect(await received()).toBe(0);
  await reply(uid);
  await notifier.run();
  expect(await received()).toBe(0);
  await later();
  await notifier.run();
  await reply(uid);
  await later();
  await Promise.all([notifier.run(), notifier.run()]);
  expect(await received()).toBe(1);
});
