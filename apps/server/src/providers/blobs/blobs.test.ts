import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Blobs } from './blobs.ts';
import { FolderBlobs } from './folder-blobs.ts';
import { S3Blobs } from './s3-blobs.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-blobs-'));
const secrets = { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret of the store' };
const stored = new Map<string, Buffer>();
let store: Server;
let url: string;

beforeAll(async () => {
  store = createServer((request, response) => {
    void answer(request.method ?? '', `http://${request.headers.host}${request.url}`, request.headers, request).then(
      ([status, body]) => response.writeHead(status).end(body),
    );
  });
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  url = `http://127.0.0.1:${(store.address() as AddressInfo).port}/bucket/kyc`;
});
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A store that checks each request's signature (AWS Signature Version 4) as S3 does. */
async function answer(
  method: string,
  address: string,
  headers: NodeJS.Dict<string | string[]>,
  body: AsyncIterable<Buffer>,
): Promise<[number, Buffer | undefined]> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const signer = new AwsV4Signer({
    method,
    url: address,
    headers: { 'x-amz-content-sha256': String(headers['x-amz-content-sha256']) },
    datetime: String(headers['x-amz-date']),
    service: 's3',
    ...secrets,
  });
  const expected = (await signer.sign()).headers.get('authorization');
  if (expected !== headers.authorization) return [403, undefined];
  if (method === 'PUT') stored.set(address, Buffer.concat(chunks));
  else if (method === 'DELETE') stored.delete(address);
  else return stored.has(address) ? [200, stored.get(address)] : [404, undefined];
  return [method === 'PUT' ? 200 : 204, undefined];
}

const kinds: [string, () => Blobs][] = [
  ['a folder', () => new FolderBlobs(join(folder, 'kyc'))],
  ['a bucket', () => new S3Blobs({ url, ...secrets })],
];

describe.each(kinds)('%s', (_, open) => {
  test('returns the stored content, the new content after another put, and nothing after erasing', async () => {
    const blobs = open();
    expect(await blobs.get('0b8f')).toBeUndefined();
    await blobs.put('0b8f', Buffer.from([0, 1, 255]));
    await blobs.put('other', Buffer.from('other'));
    expect(await blobs.get('0b8f')).toEqual(Buffer.from([0, 1, 255]));
    await blobs.put('0b8f', Buffer.from('new'));
    expect((await blobs.get('0b8f'))?.toString()).toBe('new');
    await blobs.erase('0b8f');
    await blobs.erase('0b8f');
    expect(await blobs.get('0b8f')).toBeUndefined();
    expect((await blobs.get('other'))?.toString()).toBe('other');
    const large = randomBytes(700_000);
    await blobs.put('large', large);
    expect((await blobs.get('large'))?.equals(large)).toBe(true);
    await blobs.put('empty', Buffer.alloc(0));
    expect(await blobs.get('empty')).toHaveLength(0);
  });
});

test('a folder of files is accessible only to its user, contains no partial files, and no name leads outside it', async () => {
  const blobs = new FolderBlobs(join(folder, 'kyc'));
  await blobs.put('0b8f', Buffer.from('x'));
  expect(statSync(join(folder, 'kyc')).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'kyc', '0b8f')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'kyc')).filter((name) => name.endsWith('.new'))).toEqual([]);
  await expect(blobs.get('../secret')).rejects.toThrow('is not a valid blob name');
  await expect(blobs.put('/etc/passwd', Buffer.from('x'))).rejects.toThrow('is not a valid blob name');
});

test('after two concurrent writes of a file, it has exactly the content of one of them', async () => {
  const blobs = new FolderBlobs(join(folder, 'kyc'));
  const contents = [randomBytes(1_500_000), randomBytes(600_000), randomBytes(900_000)];
  await Promise.all(contents.map((bytes) => blobs.put('contested', bytes)));
  const stored = await blobs.get('contested');
  expect(contents.filter((bytes) => stored?.equals(bytes))).toHaveLength(1);
  expect(readdirSync(join(folder, 'kyc')).filter((name) => name.startsWith('contested'))).toEqual(['contested']);
});

test('leftovers of failed writes and killed processes are removed', async () => {
  const home = join(folder, 'swept');
  const blobs = new FolderBlobs(home);
  await blobs.put('kept', Buffer.from('x'));
  mkdirSync(join(home, 'taken'));
  await expect(blobs.put('taken', Buffer.from('x'))).rejects.toThrow();
  expect(readdirSync(home).sort()).toEqual(['kept', 'taken']);
  for (const name of ['kept.new', 'gone.1b9d6bcd.new']) writeFileSync(join(home, name), 'a half');
  await new FolderBlobs(home).erase('other');
  expect(readdirSync(home).sort()).toEqual(['kept', 'taken']);
});

test('a refusal by the bucket is an error, not a missing file', async () => {
  const blobs = new S3Blobs({ url, ...secrets, secretAccessKey: 'wrong' });
  await expect(blobs.get('0b8f')).rejects.toThrow('403');
  await expect(blobs.put('0b8f', Buffer.from('x'))).rejects.toThrow('403');
});

test('redirects by the bucket are not followed', async () => {
  let asked = 0;
  const elsewhere = createServer((_, response) => {
    asked += 1;
    response.writeHead(asked === 1 ? 307 : 200, { location: '/elsewhere' }).end();
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  const blobs = new S3Blobs({ url: `http://127.0.0.1:${port}/bucket`, ...secrets });
  await expect(blobs.put('0b8f', Buffer.from('x'))).rejects.toThrow();
  elsewhere.close();
  expect(asked).toBe(1);
});
