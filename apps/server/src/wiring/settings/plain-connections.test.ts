import { expect, test } from 'vitest';
import { plainConnections } from './plain-connections.ts';
import { readSettings } from './settings.ts';
import { productionSettings } from './testing/production-settings.ts';

const plain = (environment: Readonly<Record<string, string>>) =>
  plainConnections(
    readSettings({ ...productionSettings, DATABASE_URL: 'postgres://127.0.0.1/exchange', ...environment }),
  );

test.each([
  ['postgres://user:secret@db.example/exchange', ['DATABASE_URL']],
  ['postgres://user:secret@db.example/exchange?sslmode=disable', ['DATABASE_URL']],
  ['postgres://user:secret@db.example/exchange?sslmode=no-verify', ['DATABASE_URL']],
  ['postgres://user:secret@db.example/exchange?sslmode=require', []],
  ['postgres://user:secret@db.example/exchange?sslmode=verify-full', []],
  ['postgres://user:secret@[::1]:5432/exchange', []],
  ['postgres:///exchange?host=/run/postgresql', []],
  ['postgres://127.0.0.1/exchange?host=db.example', ['DATABASE_URL']],
])('%s is reported if it connects to another machine without TLS', (url, named) => {
  expect(plain({ DATABASE_URL: url })).toEqual(named);
});

test('the owner’s database connection and the bucket are checked for TLS too', () => {
  const bucket = { KYC_S3_ACCESS_KEY: 'a', KYC_S3_SECRET_KEY: 'b' };
  const owner = { DATABASE_OWNER_URL: 'postgres://owner:secret@db.example/exchange' };
  expect(plain({ ...owner, ...bucket, KYC_S3_URL: 'http://bucket.example/kyc' })).toEqual([
    'DATABASE_OWNER_URL',
    'KYC_S3_URL',
  ]);
  expect(plain({ ...bucket, KYC_S3_URL: 'https://bucket.example/kyc' })).toEqual([]);
});
