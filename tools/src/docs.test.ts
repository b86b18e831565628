import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, errorTable } from '@vitrine/contract';
import { expect, test } from 'vitest';
import { generatedDocs } from './docs.ts';
import { repositoryRoot } from './repository.ts';
import { schemaText } from './schema-text.ts';

const docs = generatedDocs();

test.each(Object.entries(docs))('%s agrees with the sources; otherwise run `npm run docs`', (path, text) => {
  expect(readFileSync(join(repositoryRoot, path), 'utf8')).toBe(text);
});

test('every endpoint and every error is in the reference', () => {
  for (const [key, { method, path }] of Object.entries(endpoints)) {
    expect(docs['docs/api.md']).toContain(`### ${method} ${path}\n`);
    expect(docs['docs/api.md']).toContain(`\`${key}\``);
  }
  for (const code of Object.keys(errorTable)) expect(docs['docs/errors.md']).toContain(`| \`${code}\` |`);
});

test('the source files of endpoints, commands, pages and tables can be looked up', () => {
  const lines = (docs['docs/where-is-what.md'] ?? '').split('\n');
  const row = (first: string) => lines.find((line) => line.startsWith(`| \`${first}\` |`));
  for (const { method, path } of Object.values(endpoints)) expect(row(`${method} ${path}`)).toBeDefined();
  expect(row('POST /api/v3/orders/cancel')).toContain('(../apps/server/src/trading/http/orders/cancel-orders.ts)');
  expect(row('CancelOrder')).toContain('(../packages/core/src/commands/cancel-order.ts)');
  expect(row('/wallet')).toContain('(../apps/web/src/routes/wallet/wallet-page.tsx)');
  expect(row('transfer_lines')).toContain('(../apps/server/src/projections/tables/ledger-lines.ts)');
  expect(row('private')).toContain('(../apps/server/src/stream/hub/private-channel.ts)');
});

test('a topic gives its file and the name to look for in it', () => {
  expect(docs['docs/where-is-what.md']).toContain(
    '| audit trail, its hash chain | [`staff/audit/audit-trail.ts`](../apps/server/src/staff/audit/audit-trail.ts) `chained` |',
  );
});

test('every step of a withdrawal is in the state diagram', () => {
  const source = readFileSync(join(repositoryRoot, 'apps/server/src/custody/withdrawals/states.ts'), 'utf8');
  const events = [...source.matchAll(/^ {2}(\w+): \{ from:/gm)].map(([, event]) => event);
  const rows = (docs['docs/withdrawal-states.md'] ?? '').matchAll(/^\| `(\w+)` \|/gm);
  expect([...rows].map(([, event]) => event)).toEqual(events);
  expect(events).toContain('cancel');
});

test('a schema is written as a TypeScript type', () => {
  const schema = {
    type: 'object',
    required: ['side', 'levels'],
    properties: {
      side: { type: 'string', enum: ['BUY', 'SELL'] },
      levels: { type: 'array', items: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }] } },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
  };
  expect(schemaText(schema)).toBe("{ side: 'BUY' | 'SELL'; levels: [string, number][]; note?: string | null }");
});
