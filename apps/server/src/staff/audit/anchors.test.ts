import { hash } from 'node:crypto';
import { loggedAuditAnchors } from '@vitrine/sequencer';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestExchange, type TestStaff } from '../../testing/test-exchange.ts';
import { AnchorAudit } from './anchor-audit.ts';
import { brokenSentence } from './audit-trail.ts';

let exchange: TestExchange;
let auditor: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open();
  auditor = await exchange.staff('administrator');
});
afterAll(() => exchange.close());

/** Views the audit trail, which adds an entry each time. */
const leaveEntries = async (count: number) => {
  for (let n = 0; n < count; n += 1) await auditor.get('/api/v3/console/audit?limit=1');
};

const anchor = () => {
  const { services } = exchange;
  const { audit, sequencer } = services;
  return new AnchorAudit({
    audit,
    core: () => services.core,
    submit: (command) => sequencer.submit(command),
  }).run();
};

async function anchors() {
  const client = new pg.Client({ connectionString: exchange.databaseUrl });
  await client.connect();
  try {
    return await loggedAuditAnchors(client);
  } finally {
    await client.end();
  }
}

/** Does what the owner of the database can do: removes entries and recomputes the chain of the rest. */
async function rewrite(sql: string): Promise<void> {
  await exchange.query('alter table audit_trail disable trigger all');
  await exchange.query(sql);
  const rows = (await exchange.query('select * from audit_trail order by id')) as unknown as Record<string, string>[];
  let before = '0'.repeat(64);
  await exchange.query('delete from audit_trail');
  for (const [index, row] of rows.entries()) {
    const { at_ms, staff_id, staff_email, ip, action, phase, subject, details } = row;
    const texts = [staff_id, staff_email, ip, action, phase, subject, details];
    before = hash('sha256', JSON.stringify([before, index + 1, Number(at_ms), ...texts]), 'hex');
    await exchange.query('insert into audit_trail values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
      index + 1,
      at_ms,
      ...texts,
      before,
    ]);
  }
  await exchange.query('alter table audit_trail enable trigger all');
}

test('the head of the audit trail is written into the log and the state once it has grown', async () => {
  await leaveEntries(3);
  await anchor();
  const head = await exchange.services.audit.head();
  expect(exchange.services.core.auditAnchor).toEqual(head);
  const { position } = exchange.services.core;
  await anchor();
  expect(exchange.services.core.position).toBe(position);
  expect((await anchors()).at(-1)).toMatchObject({ ...head, position });
});

test('an audit trail rechained after a removal contradicts the log from the first difference on', async () => {
  const agreed = exchange.services.core.auditAnchor?.sequence ?? 0;
  await leaveEntries(4);
  await anchor();
  await leaveEntries(2);
  await rewrite(`delete from audit_trail where id in (${agreed + 1}, ${agreed + 2})`);
  // The chain itself is intact: without the log, nothing is detected.
  expect(await exchange.services.audit.verify()).toMatchObject({ holds: true });
  const logged = await anchors();
  const verdict = await exchange.services.audit.verify(logged);
  expect(verdict).toMatchObject({ holds: false, brokenAt: agreed + 4, anchor: { sequence: agreed + 4 } });
  if (verdict.holds) throw new Error('the verification succeeded unexpectedly');
  expect(brokenSentence(verdict, logged)).toBe(
    `The audit trail differs from the log at entry ${agreed + 4}: it has a different hash there. ` +
      `Entries after entry ${agreed} were changed or removed, and the hash chain was recomputed.`,
  );
  const { body } = await auditor.get('/api/v3/console/audit/verify');
  expect(body).toMatchObject({ holds: false, broken_at: agreed + 4 });
});

test('an audit trail whose end was cut off lacks the head that the log has', async () => {
  const logged = await anchors();
  await rewrite('delete from audit_trail where id > 2');
  const verdict = await exchange.services.audit.verify(logged);
  expect(verdict).toMatchObject({ holds: false });
  if (!verdict.holds) expect(brokenSentence(verdict, logged)).toMatch(/differs from the log at entry \d+/);
});
