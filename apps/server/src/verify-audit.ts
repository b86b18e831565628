import process from 'node:process';
import { parseArgs } from 'node:util';
import { loggedAuditAnchors } from '@vitrine/sequencer';
import { brokenSentence as sentenceOf, verifyAuditTrail } from './staff/audit/audit-trail.ts';
import { runOnDatabase } from './wiring/database/command.ts';
import { connectTo } from './wiring/database/database.ts';

const usage = `Recomputes the audit trail's hash chain, compares it with the hashes anchored in the exchange's log, and prints its head.

  npm run audit:verify
  npm run audit:verify -- --head <hash>

  --head   a head printed earlier: it must still be in the chain, which shows that no entry up to it has been removed since
`;

async function anchorsOf(url: string) {
  const client = await connectTo(url, 'vitrine audit')();
  try {
    return await loggedAuditAnchors(client);
  } finally {
    await client.end();
  }
}

const { values } = parseArgs({
  options: { head: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
});

if (values.help) process.stdout.write(usage);
else
  await runOnDatabase(async (pool, _settings, url) => {
    const anchors = await anchorsOf(url);
    const verdict = await verifyAuditTrail(pool, anchors);
    if (!verdict.holds) {
      process.stderr.write(`${sentenceOf(verdict, anchors)}\n`);
      return 1;
    }
    process.stdout.write(
      `Audit trail entries confirmed by the log: ${anchors.length}, up to entry ${anchors.at(-1)?.sequence ?? 0}.\n`,
    );
    process.stdout.write(`The audit trail is intact: ${verdict.entries} entries, head ${verdict.head}\n`);
    if (values.head === undefined) return 0;
    const { rows } = await pool.query<{ id: string }>('select id from audit_trail where hash = $1', [values.head]);
    if (rows[0] === undefined) {
      process.stderr.write(`No entry has the hash ${values.head}: that entry and everything after it was removed.\n`);
      return 1;
    }
    process.stdout.write(`The given head is entry ${rows[0].id}.\n`);
    return 0;
  });
