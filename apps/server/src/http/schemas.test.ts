import { type Endpoint, ErrorBodySchema, endpoints, StreamRequest } from '@vitrine/contract';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';

const ajv = new Ajv({ strict: false });

// The server compiles the contract's schemas without checking them.
test('every schema of the contract is valid JSON Schema', () => {
  const ofEndpoints = Object.entries<Endpoint>(endpoints).flatMap(([name, { query, body, response }]) =>
    Object.entries({ query, body, response }).map(([part, schema]) => [`${name} ${part}`, schema] as const),
  );
  const schemas = [...ofEndpoints, ['error', ErrorBodySchema] as const, ['stream request', StreamRequest] as const];
  expect(schemas.length).toBeGreaterThan(500);
  for (const [name, schema] of schemas) {
    if (schema !== undefined) expect(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`).toBe(true);
  }
  expect(ajv.validateSchema({ type: 'txet' })).toBe(false);
});
