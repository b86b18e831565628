import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SecurityEvents } from '../auth/security/security-events.ts';
import { KeyRing, type NamedKey } from '../files/key-ring.ts';
import { Pictures } from '../files/pictures.ts';
import { Uploads } from '../files/uploads.ts';
import { AttemptLimits } from '../kit/attempt-limits.ts';
import { clientSender } from '../kit/sender.ts';
import { Notices } from '../notifications/notices.ts';
import { FolderBlobs } from '../providers/blobs/folder-blobs.ts';
import { connectTo } from '../wiring/database/database.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../wiring/database/testing/migrated-database.ts';
import { Kyc } from './kyc.ts';
import { type PhotoKind, photoKinds } from './proof.ts';
import { ABANDONED_DAYS, KycRetention, REPLACED_DAYS } from './retention.ts';
import { KycReviews } from './reviews.ts';
import { photoBytes } from './testing/photos.ts';
import { Vault } from './vault.ts';

const RETENTION_DAYS = 365;
const DAY_MS = 86_400_000;
const device = { ip: '127.0.0.1', userAgent: 'test' };
const old = { id: '2026a', hex: 'a1'.repeat(32) };
const fresh = { id: '2026b', hex: 'b2'.repeat(32) };
const reviewer = { staffId: 'reviewer', email: 'reviewer@vitrine.example', name: 'A. Moreau' };

const folder = mkdtempSync(join(tmpdir(), 'vitrine-retention-'));
let database: MigratedDatabase;
let pool: Pool;
const opened: Kyc[] = [];
let people = 0;
let photos = 0;
const pictures = new Pictures({ log: pino({ level: 'silent' }) });

beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = database.pool;
  await pool.query(
    `insert into staff_member (id, email, name, roles, created_by) values ($1, $2, $3, '{compliance}', 'a test')`,
    [reviewer.staffId, reviewer.email, reviewer.name],
  );
});
afterAll(async () => {
  for (const kyc of opened) await kyc.close();
  await database.close();
  await pictures.close();
  rmSync(folder, { recursive: true, force: true });
});

async function side(...keys: NamedKey[]) {
  const ring = new KeyRing(keys);
  const blobs = new FolderBlobs(folder);
  const vault = new Vault(ring, blobs);
  const uploads = new Uploads({ pool, ring, blobs, pictures });
  const notices = new Notices(pool);
  const securityEvents = new SecurityEvents(pool);
  const connect = connectTo(database.url, 'verified');
  const limits = new AttemptLimits(pool);
  const kyc = await Kyc.open({ pool, connect, vault, uploads, notices, securityEvents, limits });
  opened.push(kyc);
  const mail = { send: async () => {} };
  const reviews = new KycReviews({ pool, vault, kyc, notices, securityEvents, mail, brand: () => 'Vitrine' });
  return { kyc, uploads, reviews, retention: new KycRetention(pool, vault, RETENTION_DAYS) };
}

async function newClient(): Promise<{ owner: number; uid: string }> {
  const id = `person ${++people}`;
  await pool.query(
    `insert into person (id, name, email, email_verified, created_at, updated_at) values ($1, '', $1, true, now(), now())`,
    [id],
  );
  const { rows } = await pool.query('select owner, unique_id from client where person_id = $1', [id]);
  return { owner: Number(rows[0].owner), uid: rows[0].unique_id };
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const fileCount = () => readdirSync(folder).length;
const numberOf = (owner: number) => `C${owner}`;

type Sides = Awaited<ReturnType<typeof side>>;

async function send(
  { kyc, uploads }: Pick<Sides, 'kyc' | 'uploads'>,
  owner: number,
  kinds: readonly PhotoKind[] = photoKinds,
  number = numberOf(owner),
): Promise<void> {
  for (const kind of kinds) {
    const photo = await photoBytes({ width: 640 + ++photos });
    const image = await uploads.store(clientSender(owner), {
      purpose: 'kyc_photo',
      bytes: photo,
      gone: new AbortController().signal,
    });
    await kyc.submit(owner, { document: { type: 'Government ID', number }, kind, image }, device);
  }
}

async function decide(reviews: KycReviews, uid: string, kinds: readonly PhotoKind[], approve: boolean): Promise<void> {
  const { revision } = await reviews.read(uid, reviewer);
  const reason = approve ? '' : 'glare';
  await reviews.decide(
    uid,
    revision,
    kinds.map((kind) => ({ kind, approve, reason, note: '' })),
    reviewer,
  );
}

test('a verified client’s photos and number are erased after the retention period; the client stays verified', async () => {
  const sides = await side(old);
  const { kyc, reviews, retention } = sides;
  const { owner, uid } = await newClient();
  await send(sides, owner);
  await decide(reviews, uid, photoKinds, true);
  const before = fileCount();
  expect(await retention.run(inDays(RETENTION_DAYS - 1))).toMatchObject({ erased: 0 });
  expect(await retention.run(inDays(RETENTION_DAYS + 1))).toMatchObject({ erased: 3 });
  expect(fileCount()).toBe(before - 3);
  const found = await reviews.read(uid, reviewer);
  expect(found).toMatchObject({ state: 'verified', idNumber: '' });
  expect(found.photos.map(({ isErased }) => isErased)).toEqual([true, true, true]);
  await expect(reviews.photo(uid, found.photos[0]?.id ?? '', reviewer)).rejects.toMatchObject({
    code: 'unknown_photo',
  });
  expect(kyc.isVerified(owner)).toBe(true);
});

test('the document of a client whose photos are erased still cannot verify another client', async () => {
  const sides = await side(old);
  const { reviews, retention } = sides;
  const [first, second] = [await newClient(), await newClient()];
  await send(sides, first.owner);
  await decide(reviews, first.uid, photoKinds, true);
  await retention.run(inDays(RETENTION_DAYS + 1));
  await send(sides, second.owner, photoKinds, numberOf(first.owner));
  await expect(decide(reviews, second.uid, photoKinds, true)).rejects.toMatchObject({ code: 'document_in_use' });
});

test('a refused photo is erased soon after its replacement; a photo pending review never is', async () => {
  const sides = await side(old);
  const { reviews, retention } = sides;
  const { owner, uid } = await newClient();
  await send(sides, owner);
  await decide(reviews, uid, ['back'], false);
  await send(sides, owner, ['back']);
  await retention.run(inDays(REPLACED_DAYS - 1));
  expect((await reviews.read(uid, reviewer)).earlier).toMatchObject([{ isErased: false }]);
  await retention.run(inDays(REPLACED_DAYS + 1));
  const found = await reviews.read(uid, reviewer);
  expect(found.earlier).toMatchObject([{ isErased: true, reason: 'glare' }]);
  await retention.run(inDays(10 * RETENTION_DAYS));
  expect((await reviews.read(uid, reviewer)).photos.map(({ isErased }) => isErased)).toEqual([false, false, false]);
});

test('an abandoned submission is erased completely, and its client can start over', async () => {
  const sides = await side(old);
  const { kyc, reviews, retention } = sides;
  const { owner, uid } = await newClient();
  await send(sides, owner, ['selfie', 'front']);
  await decide(reviews, uid, ['front'], false);
  await retention.run(inDays(ABANDONED_DAYS + 1));
  expect(await kyc.check(owner)).toBeUndefined();
  await send(sides, owner);
  expect(await kyc.check(owner)).toMatchObject({
    document: { number: numberOf(owner) },
    photos: { selfie: { status: 'pending' }, front: { status: 'pending' }, back: { status: 'pending' } },
  });
});

test('a picture whose upload was interrupted is deleted', async () => {
  const sides = await side(old);
  const { kyc, retention } = sides;
  const { owner } = await newClient();
  await send(sides, owner, ['selfie']);
  const id = '11111111-2222-4333-8444-555555555555';
  await pool.query(
    `insert into kyc_photo (id, owner, kind, status, width, height, picture_mark, key_id, submitted_at)
     values ($1, $2, 'front', 'storing', 1, 1, '', 'x', now() - interval '2 hours')`,
    [id, owner],
  );
  writeFileSync(join(folder, id), 'sealed');
  await retention.run(new Date());
  expect(readdirSync(folder)).not.toContain(id);
  expect((await kyc.check(owner))?.photos).toEqual({ selfie: expect.anything() });
});

test('after a new key is added all photos and numbers are re-encrypted, and the old key can be removed', async () => {
  const sides = await side(old);
  const { reviews } = sides;
  const { owner, uid } = await newClient();
  await send(sides, owner);
  const { photos } = await reviews.read(uid, reviewer);
  const before = await reviews.photo(uid, photos[0]?.id ?? '', reviewer);
  const without = await side(fresh);
  await expect(without.kyc.check(owner)).rejects.toMatchObject({ code: 'unavailable' });
  const { resealed } = await (await side(fresh, old)).retention.run(new Date());
  expect(resealed).toBeGreaterThanOrEqual(4);
  const after = await without.reviews.photo(uid, photos[0]?.id ?? '', reviewer);
  expect(after.equals(before)).toBe(true);
  expect((await without.kyc.check(owner))?.document.number).toBe(numberOf(owner));
});
