import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
let client: TestClient;

beforeAll(async () => {
  exchange = await TestExchange.open();
  client = await exchange.client();
});
afterAll(() => exchange.close());

const save = (fields: object) => client.post('/api/v3/my-profile', fields);
const shown = async () => (await client.get('/api/v3/profile')).body.profile;

test('a new client has an empty profile; given fields are stored, omitted ones stay, and empty ones are unset', async () => {
  expect(await shown()).toMatchObject({ name: '', gender: '', date_of_birth: '', address: '' });
  const form = {
    name: '  Ada   Lovelace ',
    gender: 'Female',
    date_of_birth: '1990-12-10',
    address: '12 St James’s Sq',
  };
  expect((await save(form)).body).toMatchObject({ message: 'success', profile: { name: 'Ada Lovelace' } });
  await save({ address: '' });
  expect(await shown()).toMatchObject({ name: 'Ada Lovelace', date_of_birth: '1990-12-10', address: '' });
  await save({ date_of_birth: '', gender: '' });
  expect(await shown()).toMatchObject({ name: 'Ada Lovelace', gender: '', date_of_birth: '' });
});

test.each([
  [{ name: '<script>' }, 'name_invalid'],
  [{ address: 'a\u0007b' }, 'address_invalid'],
  [{ date_of_birth: '2001-02-30' }, 'date_of_birth_invalid'],
  [{ date_of_birth: '2020-01-01' }, 'date_of_birth_invalid'],
  [{ date_of_birth: '1850-01-01' }, 'date_of_birth_invalid'],
  [{ client_id: '123456789', name: 'Eve' }, 'not_yours'],
  [{ gender: 'Other' }, 'invalid_request'],
])('the profile %j is refused and changes nothing', async (fields, code) => {
  const before = await shown();
  expect((await save(fields)).body).toMatchObject({ code });
  expect(await shown()).toEqual(before);
});

test('the alternative spelling of the path calls the same endpoint', async () => {
  expect((await client.post('/api/v3/update-profile', { name: 'Ada' })).status).toBe(200);
  expect(await shown()).toMatchObject({ name: 'Ada' });
});
