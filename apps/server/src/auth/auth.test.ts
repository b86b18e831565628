import pg from 'pg';
import { expect, test } from 'vitest';
import { createAuth } from './auth.ts';

const settings = {
  // The pool does not connect before the first query.
  pool: new pg.Pool(),
  baseUrl: 'https://exchange.example',
  times: { sessionHours: 24, sessionIdleHours: 1 },
};

test.each(['', ' ', 'a'.repeat(31)])('signing sessions with a short secret is refused: %j', (secret) => {
  expect(() => createAuth({ ...settings, secret })).toThrow('the secret that signs sessions has fewer than');
});

test('a session secret of 32 characters is accepted', () => {
  expect(() => createAuth({ ...settings, secret: 'a'.repeat(32) })).not.toThrow();
});

test('the auth library sends no telemetry', () => {
  expect(createAuth({ ...settings, secret: 'a'.repeat(32) }).options.telemetry).toEqual({ enabled: false });
});
