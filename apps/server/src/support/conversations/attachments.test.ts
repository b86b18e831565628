import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KeyRing, type NamedKey } from '../../files/key-ring.ts';
import { Pictures } from '../../files/pictures.ts';
import { Uploads } from '../../files/uploads.ts';
import { AttemptLimits } from '../../kit/attempt-limits.ts';
import { clientSender } from '../../kit/sender.ts';
import { FolderBlobs } from '../../providers/blobs/folder-blobs.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { Attachments } from './attachments.ts';
import { Conversations } from './conversations.ts';

const old = { id: '2026a', hex: 'a1'.repeat(32) };
const fresh = { id: '2026b', hex: 'b2'.repeat(32) };
const PDF = Buffer.from('%PDF-1.7 what happened');
const here = new AbortController().signal;

const folder = mkdtempSync(join(tmpdir(), 'vitrine-attachments-'));
const pictures = new Pictures({ log: pino({ level: 'silent' }) });
let database: MigratedDatabase;
let owner: number;
beforeAll(async () => {
  database = await openMigratedDatabase();
  await database.pool.query(
    `insert into person (id, name, email, email_verified, created_at, updated_at) values ('ada', '', 'ada', true, now(), now())`,
  );
  const { rows } = await database.pool.query(`select owner from client where person_id = 'ada'`);
  owner = Number(rows[0].owner);
});
afterAll(async () => {
  await database.close();
  await pictures.close();
  rmSync(folder, { recursive: true, force: true });
});

function side(...keys: NamedKey[]) {
  const { pool } = database;
  const reported: object[] = [];
  const log = { error: (fields: object) => void reported.push(fields) };
  const ring = new KeyRing(keys);
  const blobs = new FolderBlobs(folder);
  const uploads = new Uploads({ pool, ring, blobs, pictures });
  const attachments = new Attachments({ pool, ring, blobs, uploads, log });
  const conversations = new Conversations({ pool, attachments, limits: new AttemptLimits(pool) });
  /** Sends a file and returns its id. */
  const send = async (): Promise<string> => {
    const upload_id = await uploads.store(clientSender(owner), { purpose: 'attachment', bytes: PDF, gone: here });
    const attachment = { name: 'a.pdf', upload_id };
    const sent = await conversations.write(owner, { text: '', reference: randomUUID(), attachment }, here);
    return sent.attachment?.id ?? '';
  };
  return { attachments, send, reported };
}

test('after a new key is added, damaged and missing files are reported, and all others are re-encrypted', async () => {
  const before = side(old);
  const sent: string[] = [];
  for (let n = 0; n < 8; n += 1) sent.push(await before.send());
  // Files are re-encrypted in the order of their ids: the first will be damaged, the second missing, and a later one
  // damaged.
  const [damaged = '', missing = '', ...rest] = sent.sort();
  const alsoDamaged = rest[2] ?? '';
  for (const id of [damaged, alsoDamaged]) writeFileSync(join(folder, `support-${id}`), 'no sealed file');
  rmSync(join(folder, `support-${missing}`));

  const after = side(fresh, old);
  await after.attachments.keep();
  expect(after.reported.map((fields) => (fields as { attachment: string }).attachment)).toEqual([
    damaged,
    missing,
    alsoDamaged,
  ]);
  const { attachments } = side(fresh);
  for (const id of rest) if (id !== alsoDamaged) expect((await attachments.read(owner, id)).bytes).toEqual(PDF);
});

test('while the older key is missing no file is reported as damaged, and the cycle fails', async () => {
  await database.pool.query('delete from support_attachment');
  await side(old).send();
  const { attachments, reported } = side(fresh);
  await expect(attachments.keep()).rejects.toMatchObject({ code: 'unavailable' });
  expect(reported).toEqual([]);
});
