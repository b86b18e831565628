import { expect, test } from 'vitest';
import { type Endpoint, endpoints } from './index.ts';

/** Calls that the specification defines as GET, although they change state or send something. */
const asGet = [
  '/api/v2/get-code-for-password',
  '/api/v2/my-order',
  '/api/v2/send-code',
  '/api/v2/update-password',
  '/api/v3/add-favorite',
  '/api/v3/anti-phishing',
  '/api/v3/claim-task',
  '/api/v3/claim/airdrop-task',
  '/api/v3/claim/airdrop-task/:id',
  '/api/v3/convert',
  '/api/v3/forget-password-code/verify',
  '/api/v3/forgot-password/send-code',
  '/api/v3/futures/close',
  '/api/v3/generate-wallet',
  '/api/v3/get-code/anti-phishing',
  '/api/v3/my-profile',
  '/api/v3/remove-favorite',
  '/api/v3/reset-password',
  '/api/v3/sendSMSCode',
  '/api/v3/update-password',
  '/api/v3/update-profile',
  '/api/v3/update-transaction-password',
  '/api/v3/update-withdraw-limit',
  '/api/v3/verify-mobile',
  '/api/v3/web3-connect',
];

test('among the calls that change state, exactly those in the specification have a GET form', () => {
  const all: Endpoint[] = Object.values(endpoints);
  const found = all.filter(({ compatGet }) => compatGet).flatMap(({ path, aliases = [] }) => [path, ...aliases]);
  expect(found.toSorted()).toEqual(asGet);
});
