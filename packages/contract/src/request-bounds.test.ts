import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { type Endpoint, endpoints, StreamRequest } from './index.ts';
import { Exact, Optional, TimeMs } from './schema.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly [keyword: string]: unknown;
}

/** Paths of all numbers in the schema that lack a minimum or a maximum. */
function unboundedNumbers(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, minimum, maximum } = schema as Schema;
  const isNumber = [type].flat().some((one) => one === 'integer' || one === 'number');
  const isBounded = Number.isFinite(minimum) && Number.isFinite(maximum);
  const inner = Object.entries(schema).flatMap(([name, value]) => unboundedNumbers(value, `${path}/${name}`));
  return isNumber && !isBounded ? [path, ...inner] : inner;
}

const requests: readonly (readonly [string, unknown])[] = [
  ...Object.entries<Endpoint>(endpoints).flatMap(
    ([name, { query, body }]) =>
      [
        [`${name} query`, query],
        [`${name} body`, body],
      ] as const,
  ),
  ['stream', StreamRequest],
];

test('every number in a request has a minimum and a maximum', () => {
  expect(requests.flatMap(([name, schema]) => unboundedNumbers(schema, name))).toEqual([]);
});

test('a number without bounds is found at any depth of a schema', () => {
  const Deep = Exact({
    at: TimeMs,
    rows: Type.Array(Type.Union([Type.Null(), Exact({ id: Optional(Type.Integer({ minimum: 1 })) })])),
    price: Type.Number({ maximum: 1 }),
  });
  expect(unboundedNumbers(Deep, 'body')).toEqual([
    'body/properties/rows/items/anyOf/1/properties/id',
    'body/properties/price',
  ]);
});

test('a forgotten password is reset with an emailed code, and no request answers a secret question', () => {
  const fieldsOf = ({ body }: Endpoint) => Object.keys((body as { properties?: object } | undefined)?.properties ?? {});
  expect(fieldsOf(endpoints.sendForgotPasswordCode)).toEqual(['email']);
  expect(fieldsOf(endpoints.verifyForgotPasswordCode)).toEqual(['email', 'code']);
  expect(fieldsOf(endpoints.resetPassword)).toEqual(['email', 'password', 'token']);
  const asked = Object.entries<Endpoint>(endpoints).filter(([, { access }]) => access !== 'staff');
  for (const [name, endpoint] of asked)
    for (const field of fieldsOf(endpoint))
      expect([name, field]).not.toEqual([name, expect.stringMatching(/question|hint|maiden/)]);
});
