import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@vitrine/tools/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '../../kit/postgres/connect.ts';
import { photoBytes } from '../../kyc/testing/photos.ts';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';
import type { Settings } from '../../wiring/settings/settings.ts';

let exchange: TestExchange;
let port: number;

beforeAll(async () => {
  exchange = await TestExchange.open();
  const { app } = exchange.exchange;
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => exchange.close());

const PHOTO = '/api/v3/uploads/kyc-photo';
const ATTACHMENT = '/api/v3/uploads/attachment';
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
const codeOf = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code ?? 'taken';
const countedFor = async ({ owner }: TestClient, path = ATTACHMENT): Promise<number> => {
  const rows = await exchange.query('select attempts from attempt_window where subject = $1', [
    `${path}:client ${owner}`,
  ]);
  return Number(rows[0]?.attempts ?? 0);
};

/** The id of the process that decodes pictures for this process. */
function decoder(): number {
  const tasks = readdirSync('/proc/self/task').map((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8'));
  const isDecoder = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('picture-decoder');
  const found = tasks.join(' ').split(' ').filter(Boolean).map(Number).filter(isDecoder);
  if (found[0] === undefined || found.length > 1)
    throw new Error(`expected one picture decoder process, found ${found.length}`);
  return found[0];
}

/** Sends the headers of an upload, but none of its body. */
function begin({ token }: TestClient, path = ATTACHMENT, length = PDF.length) {
  const upload = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'content-length': length,
    },
  });
  const status = new Promise<number>((resolve, reject) => {
    upload.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
    upload.on('error', reject);
  });
  upload.flushHeaders();
  return { upload, status };
}

describe('an uploaded file', () => {
  test('is sent as raw bytes, which no other call accepts', async () => {
    const client = await exchange.client();
    expect(await codeOf(client.post(PHOTO, { image: 'x' }))).toBe('unsupported_media_type');
    expect(await codeOf(client.call('POST', PHOTO))).toBe('unsupported_media_type');
    expect(await codeOf(client.post('/api/v3/support/read', PDF))).toBe('unsupported_media_type');
    expect(await codeOf(exchange.visitor.post(PHOTO, PDF))).toBe('not_authenticated');
  });

  test('can be referenced only by its own sender, in the form for which it was sent', async () => {
    const [client, other] = [await exchange.client(), await exchange.client()];
    const image = await client.upload('kyc-photo', await photoBytes());
    const file = await client.upload('attachment', await photoBytes());
    const form = { id_type: 'Passport/Others', id_number: 'C1', img_type: 'SELFIE' };
    const submit = (who: TestClient, image: string) => codeOf(who.post('/api/v2/upload/kyc', { ...form, image }));
    expect(await submit(other, image)).toBe('unknown_upload');
    expect(await submit(client, file)).toBe('unknown_upload');
    expect(await submit(client, image)).toBe('taken');
    expect(await exchange.query('select from upload where id = $1', [image])).toEqual([]);
  });

  test('leaves nothing behind if its decoder is killed during decoding, and a retry succeeds', async () => {
    const client = await exchange.client();
    const photo = await photoBytes();
    await client.upload('kyc-photo', photo);
    const pid = decoder();
    process.kill(pid, 'SIGSTOP');
    const { upload, status } = begin(client, PHOTO, photo.length);
    upload.end(photo);
    await eventually(async () => expect(await countedFor(client, PHOTO)).toBe(2));
    const stored = () => exchange.query('select id from upload where sender = $1', [`client ${client.owner}`]);
    const files = () => readdirSync(join((exchange.services.settings as Settings).dataDir, 'kyc'));
    const before = { rows: await stored(), files: files() };
    process.kill(pid, 'SIGKILL');
    expect(await status).toBe(503);
    expect({ rows: await stored(), files: files() }).toEqual(before);
    await client.upload('kyc-photo', photo);
    expect(await stored()).toHaveLength(2);
  });

  test('is deleted if no form references it within an hour', async () => {
    const client = await exchange.client();
    const left = await client.upload('attachment', PDF);
    const kept = await client.upload('attachment', PDF);
    await exchange.query(`update upload set added_at = now() - interval '61 minutes' where id = $1`, [left]);
    await exchange.services.uploads.sweep();
    expect(await exchange.query('select id from upload where id = any($1)', [[left, kept]])).toEqual([{ id: kept }]);
  });
});

describe('an upload, before any byte of it is read', () => {
  test('is refused while the same client uploads another file, unless that connection has ended', async () => {
    const [client, other] = [await exchange.client(), await exchange.client()];
    const { upload, status } = begin(client);
    await eventually(async () => expect(await countedFor(client)).toBe(1));
    expect(await codeOf(client.post(ATTACHMENT, PDF))).toBe('too_many_requests');
    expect(await codeOf(other.post(ATTACHMENT, PDF))).toBe('taken');
    upload.end(PDF);
    expect(await status).toBe(200);
    const cut = begin(client);
    await eventually(async () => expect(await countedFor(client)).toBe(2));
    cut.upload.destroy();
    await expect(cut.status).rejects.toThrow('socket hang up');
    await eventually(async () => expect(await codeOf(client.post(ATTACHMENT, PDF))).toBe('taken'));
  });

  test('frees its slot if its client disconnects before the session is read, even if it was sent behind another upload on the same connection', async () => {
    // New clients, because a session that has not been used before is read from the database.
    const [first, second] = [await exchange.client(), await exchange.client()];
    const head = ({ token }: TestClient) =>
      `POST ${ATTACHMENT} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/octet-stream\r\nContent-Length: ${PDF.length}\r\n\r\n`;
    // Counts only connections to this test's database, since other tests use the same Postgres server.
    const waiting = () =>
      exchange.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
    await withConnection(exchange.databaseUrl, 'test', async (holder) => {
      await holder.query('begin; lock table session in access exclusive mode');
      const ended = new Promise((resolve) =>
        exchange.exchange.app.server.once('connection', (socket) => socket.once('close', resolve)),
      );
      const socket = connect(port, '127.0.0.1');
      socket.write(`${head(first)}${PDF.toString()}${head(second)}`);
      await eventually(async () => expect(await waiting()).toHaveLength(2));
      socket.resetAndDestroy();
      await ended;
    });
    for (const client of [first, second])
      await eventually(async () => expect(await codeOf(client.post(ATTACHMENT, PDF))).toBe('taken'));
  });

  test('is refused beyond a burst of three files per client, then one every five seconds', async () => {
    const slow = await TestExchange.open({ RATE_FILES: '12' });
    const client = await slow.client();
    const answers = [];
    for (let count = 0; count < 10; count += 1) answers.push(await client.post(ATTACHMENT, PDF));
    await slow.close();
    expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('counts toward the limit, regardless of its content and outcome', async () => {
    const client = await exchange.client();
    const bodies = [Buffer.alloc(0), Buffer.from('<script>'), Buffer.alloc(6 * 1024 * 1024)];
    for (let count = 0; count < 30; count += 1) {
      expect(await codeOf(client.post(ATTACHMENT, bodies[count % 3] ?? PDF))).not.toBe('too_many_requests');
    }
    const refused = await client.post(ATTACHMENT, PDF);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1);
    expect(await codeOf(client.post(PHOTO, await photoBytes()))).toBe('taken');
  });
});
