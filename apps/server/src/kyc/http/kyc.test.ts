import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reencodePicture } from '../../files/reencode-picture.ts';
import { type TestClient, TestExchange, type TestResponse, type TestStaff } from '../../testing/test-exchange.ts';
import { useUp } from '../../testing/use-up.ts';
import type { Settings } from '../../wiring/settings/settings.ts';
import { photoBytes } from '../testing/photos.ts';

let exchange: TestExchange;
let reviewer: TestStaff;
let documents = 0;
let pictures = 0;

beforeAll(async () => {
  exchange = await TestExchange.open();
  reviewer = await exchange.staff('compliance');
});
afterAll(() => exchange.close());

interface Document {
  readonly id_type: string;
  readonly id_number: string;
}

const newDocument = (): Document => ({ id_type: 'Passport/Others', id_number: `C4821 ${1000 + ++documents}` });
const newPhoto = () => photoBytes({ seed: ++pictures, width: 640 + pictures });

/** Uploads the photo, then sends the form that references it. */
async function send(client: TestClient, document: Document, img_type: string, photo?: Buffer): Promise<TestResponse> {
  const image = await client.upload('kyc-photo', photo ?? (await newPhoto()));
  return client.post('/api/v2/upload/kyc', { ...document, img_type, image });
}

/** A client who has sent all three photos. */
async function applicant(document = newDocument()): Promise<TestClient> {
  const client = await exchange.client();
  for (const kind of ['SELFIE', 'FRONTID', 'BACKID']) {
    expect(await send(client, document, kind)).toMatchObject({ status: 200, body: { message: 'success' } });
  }
  return client;
}

const uidOf = async (client: TestClient): Promise<string> =>
  (await client.get('/api/v3/account-client')).body.client.user.user_unique_id;

const caseOf = async (uid: string, by: TestStaff = reviewer) =>
  (await by.get(`/api/v3/console/kyc-case?uid=${uid}`)).body.case;

const approve = (...kinds: string[]) => kinds.map((img_type) => ({ img_type, approve: true }));
const refuse = (img_type: string, reason = 'glare', note = '') => [{ img_type, approve: false, reason, note }];
const ALL = ['SELFIE', 'FRONTID', 'BACKID'];

async function decide(
  uid: string,
  decisions: object[],
  by: TestStaff = reviewer,
  revision?: number,
): Promise<TestResponse> {
  const seen = revision ?? (await caseOf(uid)).revision;
  return by.post('/api/v3/console/kyc-decision', { uid, revision: seen, decisions });
}

const statusesOf = async (client: TestClient) => {
  const { body } = await client.get('/api/v2/upload/check-kyc');
  return body.message ?? [body.selfie.status, body.front.status, body.back.status];
};

const noticesOf = async ({ owner }: TestClient) => (await exchange.services.notices.of(owner, { limit: 10 })).reverse();

describe('identity verification, from the first photo to a verified client', () => {
  test('photos are sent, refused, sent again and approved, and the limits rise', async () => {
    const client = await exchange.client();
    const document = newDocument();
    expect(await statusesOf(client)).toBe('no_existing_kyc');
    expect((await client.get('/api/v3/account-limits')).body.tier).toBe('Unverified');

    await send(client, document, 'SELFIE');
    expect(await statusesOf(client)).toEqual(['PENDING', 'NULL', 'NULL']);
    const uid = await uidOf(client);
    expect(await caseOf(uid)).toMatchObject({ state: 'with_client', revision: 1 });
    await send(client, document, 'FRONTID');
    await send(client, document, 'BACKID');
    expect(await statusesOf(client)).toEqual(['PENDING', 'PENDING', 'PENDING']);
    expect(await caseOf(uid)).toMatchObject({ state: 'waiting', own: false, ...document, earlier: [] });

    const decisions = [...approve('SELFIE', 'FRONTID'), ...refuse('BACKID', 'glare', 'The lower lines.')];
    expect((await decide(uid, decisions)).body).toEqual({ message: 'success', verified: false });
    const { body } = await client.get('/api/v2/upload/check-kyc');
    expect(body.back).toMatchObject({ status: 'DISSAPROVED', reason: 'glare', note: 'The lower lines.', ...document });
    expect(body.front).toMatchObject({ status: 'APPROVED', reason: '', note: '' });

    expect(await send(client, document, 'FRONTID')).toMatchObject({ status: 409, body: { code: 'photo_stands' } });
    expect((await send(client, document, 'BACKID')).status).toBe(200);
    expect(await caseOf(uid)).toMatchObject({
      state: 'waiting',
      earlier: [{ reason: 'glare', status: 'DISSAPROVED' }],
    });
    expect((await decide(uid, approve('BACKID'))).body).toEqual({ message: 'success', verified: true });

    expect((await client.get('/api/v3/clients')).body).toMatchObject({
      verified: true,
      clients: { user: { account_status: 'Verified' } },
    });
    expect((await client.get('/api/v3/account-limits')).body).toMatchObject({
      tier: 'Verified',
      tiers: [{ withdrawal_per_day: '1000' }, { withdrawal_per_day: '8000000' }],
    });
    expect((await noticesOf(client)).map(({ kind, parameters }) => ({ kind, ...parameters }))).toEqual([
      { kind: 'kyc_submitted' },
      { kind: 'kyc_photo_refused', photo: 'back', code: 'glare', reason: 'The lower lines.' },
      { kind: 'kyc_submitted' },
      { kind: 'kyc_approved' },
    ]);
    const { events } = (await client.get('/api/v3/security-events')).body;
    const proof = events.filter(({ kind }: { kind: string }) => kind.startsWith('kyc_')).reverse();
    expect(proof).toMatchObject([
      { kind: 'kyc_submitted', ip: '127.0.0.1', details: {} },
      { kind: 'kyc_photo_refused', ip: '', details: { photo: 'back' } },
      { kind: 'kyc_submitted', ip: '127.0.0.1', details: {} },
      { kind: 'kyc_approved', ip: '', details: {} },
    ]);
    const mails = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body;
    expect(mails.map(({ subject }: { subject: string }) => subject)).toEqual([
      'Your Vitrine account is verified',
      'Vitrine could not accept one of your photos',
    ]);
    expect(mails[1].text).toContain('The back of your document: “The lower lines.”');
  });

  test('the queue lists the cases that have waited longest first, and can be filtered by state', async () => {
    const first = await uidOf(await applicant());
    const second = await uidOf(await applicant());
    const { body } = await reviewer.get('/api/v3/console/kyc-cases?state=waiting');
    const uids = body.cases.map(({ uid }: { uid: string }) => uid);
    expect(uids.indexOf(first)).toBeLessThan(uids.indexOf(second));
    expect(body.waiting).toBe(body.cases.length);
    await decide(first, refuse('SELFIE', 'face_differs'));
    const after = (await reviewer.get('/api/v3/console/kyc-cases?state=waiting')).body;
    expect(after.cases.map(({ uid }: { uid: string }) => uid)).toContain(first);
    await decide(first, approve('FRONTID', 'BACKID'));
    const withClient = (await reviewer.get('/api/v3/console/kyc-cases?state=with_client')).body.cases;
    expect(withClient.find(({ uid }: { uid: string }) => uid === first)).toMatchObject({
      statuses: ['DISSAPROVED', 'APPROVED', 'APPROVED'],
      tries: 1,
      flagged: false,
    });
    expect((await reviewer.get("/api/v3/console/kyc-cases?id_type=Driver's%20License")).body.cases).toEqual([]);
  });
});

describe('bad uploads change nothing', () => {
  test.each([
    ['no photo', { image: '' }, 422, 'photo_required'],
    ['a photo that was never sent', { image: randomUUID() }, 422, 'unknown_upload'],
    ['a data URL', { image: 'data:image/jpeg;base64,aGVsbG8=' }, 400, 'invalid_request'],
    ['an unknown kind of photo', { img_type: 'FOOT' }, 400, 'invalid_request'],
    ['an unknown type of document', { id_type: 'Library card' }, 400, 'invalid_request'],
    ['a document number without letters or digits', { id_number: ' -- ' }, 422, 'id_number_invalid'],
    ['a document number with a right-to-left override', { id_number: 'C48\u202e210913' }, 400, 'invalid_request'],
    ['another client’s id', { client_id: '1000' }, 400, 'unknown_field'],
  ])('%s', async (_, fields, status, code) => {
    const client = await exchange.client();
    const image = await client.upload('kyc-photo', await newPhoto());
    const answer = await client.post('/api/v2/upload/kyc', { ...newDocument(), img_type: 'SELFIE', image, ...fields });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await statusesOf(client)).toBe('no_existing_kyc');
  });

  test('a body above the limit is refused before it is read', async () => {
    const client = await exchange.client();
    const answer = await client.post('/api/v3/uploads/kyc-photo', Buffer.alloc(6_000_001));
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect(answer.body.message).toContain('6 MB');
  });

  test('a refused photo is recognized, however often it is sent', async () => {
    const client = await exchange.client();
    const document = newDocument();
    const image = await newPhoto();
    await send(client, document, 'SELFIE', image);
    await decide(await uidOf(client), refuse('SELFIE'));
    const again = await send(client, document, 'SELFIE', image);
    expect(again).toMatchObject({ status: 422, body: { code: 'photo_seen_before' } });
    expect(await statusesOf(client)).toEqual(['DISSAPROVED', 'NULL', 'NULL']);
  });

  test('of many concurrent submissions of one photo, one is accepted', async () => {
    const client = await exchange.client();
    const document = newDocument();
    const images = [];
    for (let count = 0; count < 6; count += 1) images.push(await client.upload('kyc-photo', await newPhoto()));
    const form = { ...document, img_type: 'SELFIE' };
    const answers = await Promise.all(images.map((image) => client.post('/api/v2/upload/kyc', { ...form, image })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'photo_stands')).toHaveLength(5);
    const rows = await exchange.query('select status from kyc_photo where owner = $1', [client.owner]);
    expect(rows).toEqual([{ status: 'pending' }]);
  });

  test('an accepted photo is kept, even if its client cannot be notified immediately', async () => {
    const client = await exchange.client();
    const document = newDocument();
    for (const kind of ['SELFIE', 'FRONTID']) await send(client, document, kind);
    await exchange.query(
      `create function refuse_event() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
       create trigger refuse_event before insert on security_event for each row execute function refuse_event()`,
    );
    expect((await send(client, document, 'BACKID')).status).toBe(500);
    await exchange.query('drop function refuse_event cascade');
    const uid = await uidOf(client);
    const { photos } = await caseOf(uid);
    expect(photos).toHaveLength(3);
    for (const { id } of photos) {
      expect((await reviewer.get(`/api/v3/console/kyc-photo?uid=${uid}&photo=${id}`)).status).toBe(200);
    }
  });

  test('at most ten photos of one client are stored a day, however many are refused', async () => {
    const [client, other] = [await exchange.client(), await exchange.client()];
    const document = newDocument();
    await useUp(exchange, 'kyc_photo', String(client.owner), { attempts: 9, windowSeconds: 86_400 });
    expect((await send(client, document, 'SELFIE')).status).toBe(200);
    expect(await send(client, document, 'SELFIE')).toMatchObject({ status: 409, body: { code: 'photo_stands' } });
    await decide(await uidOf(client), refuse('SELFIE'));
    expect(await send(client, document, 'SELFIE')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(await statusesOf(client)).toEqual(['DISSAPROVED', 'NULL', 'NULL']);
    expect((await send(other, newDocument(), 'SELFIE')).status).toBe(200);
  });

  test('submissions are rate-limited', async () => {
    const client = await exchange.client();
    const form = { ...newDocument(), img_type: 'SELFIE', image: randomUUID() };
    const tries = await Promise.all(Array.from({ length: 31 }, () => client.post('/api/v2/upload/kyc', form)));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('an identity document', () => {
  test('can be changed only with one of its sides, not with a selfie; approved sides are then reviewed again', async () => {
    const [document, other] = [newDocument(), newDocument()];
    const client = await applicant(document);
    const uid = await uidOf(client);
    await decide(uid, [...refuse('SELFIE'), ...approve('FRONTID'), ...refuse('BACKID', 'number_differs')]);
    expect(await send(client, other, 'SELFIE')).toMatchObject({ status: 409, body: { code: 'document_differs' } });
    expect((await send(client, other, 'BACKID')).status).toBe(200);
    expect(await statusesOf(client)).toEqual(['DISSAPROVED', 'PENDING', 'PENDING']);
    expect(await caseOf(uid)).toMatchObject(other);
  });

  test('verifies only one client: the reviewer sees who else sent it and cannot approve both, however its number is written', async () => {
    const first = await applicant({ id_type: 'Government ID', id_number: 'ab-123 456' });
    const second = await applicant({ id_type: 'Government ID', id_number: 'AB123456' });
    const [one, two] = [await uidOf(first), await uidOf(second)];
    expect((await caseOf(two)).same_document).toEqual([{ uid: one, verified: false }]);
    const both = await Promise.all([decide(one, approve(...ALL)), decide(two, approve(...ALL))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('document_in_use');
    const rows = await exchange.query('select owner from client where verified_at is not null and owner = any($1)', [
      [first.owner, second.owner],
    ]);
    expect(rows).toHaveLength(1);
    const loser = both[0]?.status === 409 ? first : second;
    expect(await statusesOf(loser)).toEqual(['PENDING', 'PENDING', 'PENDING']);
  });

  test('the reviewer is shown that another client sent the same picture', async () => {
    const image = await newPhoto();
    const [first, second] = [await exchange.client(), await exchange.client()];
    await send(first, newDocument(), 'FRONTID', image);
    await send(second, newDocument(), 'FRONTID', image);
    expect((await caseOf(await uidOf(second))).photos[0].also_sent_by).toEqual([await uidOf(first)]);
  });
});

describe('decisions', () => {
  test.each([
    ['without a reason', [{ img_type: 'SELFIE', approve: false }], 422, 'reason_required'],
    ['with the reason “other” but no note', refuse('SELFIE', 'other', '  '), 422, 'reason_required'],
    ['twice on one photo', [...approve('SELFIE'), ...refuse('SELFIE')], 409, 'photo_not_waiting'],
  ])('%s are refused, and change nothing', async (_, decisions, status, code) => {
    const client = await applicant();
    const uid = await uidOf(client);
    expect(await decide(uid, decisions)).toMatchObject({ status, body: { code } });
    expect(await statusesOf(client)).toEqual(['PENDING', 'PENDING', 'PENDING']);
  });

  test('a case that has changed since it was opened cannot be decided', async () => {
    const client = await exchange.client();
    const document = newDocument();
    await send(client, document, 'SELFIE');
    const uid = await uidOf(client);
    const { revision } = await caseOf(uid);
    await send(client, document, 'FRONTID');
    const late = await decide(uid, approve('SELFIE'), reviewer, revision);
    expect(late).toMatchObject({ status: 409, body: { code: 'kyc_case_changed' } });
  });

  test('if two reviewers decide concurrently, one succeeds', async () => {
    const uid = await uidOf(await applicant());
    const { revision } = await caseOf(uid);
    const both = await Promise.all([
      decide(uid, approve(...ALL), reviewer, revision),
      decide(uid, refuse('SELFIE'), await exchange.staff('compliance'), revision),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('staff cannot view or decide their own case', async () => {
    const client = await applicant();
    const uid = await uidOf(client);
    const photo = (await caseOf(uid)).photos[0].id;
    const own = await exchange.staff('compliance', 'administrator');
    await exchange.query('update staff_member set email = $2 where id = $1', [own.id, client.email]);
    expect(await caseOf(uid, own)).toMatchObject({ own: true, id_number: '' });
    for (const answer of [
      await own.get(`/api/v3/console/kyc-photo?uid=${uid}&photo=${photo}`),
      await decide(uid, approve(...ALL), own),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'own_case' } });
    }
    expect(await statusesOf(client)).toEqual(['PENDING', 'PENDING', 'PENDING']);
  });
});

describe('photos can be viewed only by reviewers', () => {
  test('through the console, completely, and each view is in the audit trail', async () => {
    const client = await exchange.client();
    await send(client, newDocument(), 'SELFIE');
    const uid = await uidOf(client);
    const photo = (await caseOf(uid)).photos[0].id;
    const { status, body, headers } = await reviewer.get(`/api/v3/console/kyc-photo?uid=${uid}&photo=${photo}`);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(Buffer.from(body.image, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const trail = await exchange.services.audit.read({ subject: `client ${uid}`, limit: 5 });
    expect(trail.map(({ action, phase, staffEmail }) => [action, phase, staffEmail])).toEqual([
      ['kycPhoto', 'looked', reviewer.email],
      ['kycCase', 'looked', reviewer.email],
    ]);
  });

  test('not under another client’s name, nor by staff without the role', async () => {
    const [client, other] = [await applicant(), await applicant()];
    const [uid, otherUid] = [await uidOf(client), await uidOf(other)];
    const photo = (await caseOf(uid)).photos[0].id;
    const mixed = await reviewer.get(`/api/v3/console/kyc-photo?uid=${otherUid}&photo=${photo}`);
    expect(mixed).toMatchObject({ status: 404, body: { code: 'unknown_photo' } });
    for (const role of ['support', 'treasury', 'listing'] as const) {
      const staff = await exchange.staff(role);
      for (const answer of [
        await staff.get(`/api/v3/console/kyc-photo?uid=${uid}&photo=${photo}`),
        await staff.get(`/api/v3/console/kyc-case?uid=${uid}`),
        await staff.get('/api/v3/console/kyc-cases'),
        await decide(uid, approve(...ALL), staff),
      ]) {
        expect(answer).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
      }
    }
    const auditor = await exchange.staff('auditor');
    expect((await decide(uid, approve(...ALL), auditor)).body.code).toBe('not_permitted');
    expect((await client.get(`/api/v3/console/kyc-photo?uid=${uid}&photo=${photo}`)).status).toBe(401);
  });
});

describe('if operators require verification', () => {
  test('unverified clients cannot trade, and a repeated order still returns its first result', async () => {
    const { exchangeSettings } = exchange.services;
    const demand = (kycRequirement: 'trade' | 'withdraw') =>
      exchangeSettings.change({
        baseVersion: exchangeSettings.version(),
        changes: { kycRequirement },
        changedBy: 'a test',
        reason: 'a test',
      });
    const client = await exchange.client({ BTC: '1' });
    const order = { delegate_type: 'SELL', trade_type: 'limit', order_per_unit: '66000.0', number_of_order: '0.01' };
    const before = await client.order(order, { 'idempotency-key': 'before' });
    expect(before.status).toBe(200);
    await demand('trade');
    const refused = await client.order(order);
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'kyc_required', message: 'KYC is required before trading' },
    });
    expect((await client.order(order, { 'idempotency-key': 'before' })).body).toEqual(before.body);
    expect((await client.get('/api/v3/account-limits')).body).toMatchObject({
      kyc_requirement: 'trade',
      tiers: [{ may_trade: false }, { may_trade: true }],
    });
    const document = newDocument();
    for (const kind of ALL) await send(client, document, kind);
    await decide(await uidOf(client), approve(...ALL));
    expect((await client.order(order)).status).toBe(200);
    await demand('withdraw');
  });
});

describe('stored data', () => {
  const folder = () => join((exchange.services.settings as Settings).dataDir, 'kyc');
  const files = () => readdirSync(folder()).map((name) => readFileSync(join(folder(), name)));

  test('neither photos nor numbers appear unencrypted on disk or in the tables', async () => {
    const client = await exchange.client();
    const secret = 'Z99887766';
    await send(client, { id_type: 'Passport/Others', id_number: secret }, 'FRONTID');
    const stored = files();
    // The bytes with which every photo begins before it is sealed; fewer bytes could occur in sealed data by chance.
    const encoded = await reencodePicture(await newPhoto(), 'jpeg', { least: 1, longest: 2_400 });
    if (typeof encoded === 'string') throw new Error(encoded);
    const beginning = encoded.jpeg.subarray(0, 16);
    expect(stored.length).toBeGreaterThan(0);
    for (const bytes of stored) {
      expect(bytes.includes(beginning)).toBe(false);
    }
    const [row] = await exchange.query(
      'select id_number::text || id_mark::text as text from kyc_case where owner = $1',
      [client.owner],
    );
    expect(Buffer.from(String(row?.text)).includes(secret)).toBe(false);
    expect(String(row?.text)).not.toContain(Buffer.from(secret).toString('hex'));
  });
});
