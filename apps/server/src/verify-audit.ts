import process from 'node:process';
import { parseArgs } from 'node:util';
import { loggedAuditAnchors } from '@vitrine/sequencer';
import { brokenSentence as sentenceOf, verifyAuditTrail } from './staff/audit/audit-trail.ts';
import { runOnDatabase } from './wiring/database/command.ts';
import { connectTo } from './wiring/database/database.ts';

const usage = `Recomputes the audit trail's hash chain, compares it with the hashes anchored in the exchange's log, and prints its
head, the hash of the last entry.

  npm run audit:verify
  npm run audit:verify -- --head <hash>

  --head   a head that this command printed earlier. The command checks that it is still in the chain, which proves that no
           entry up to it has been changed or removed since
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
      `Hashes in the log that match the audit trail: ${anchors.length}, the last one at entry ${anchors.at(-1)?.sequence ?? 0}.\n`,
    );
    process.stdout.write(`The audit trail is intact: ${verdict.entries} entries, head ${verdict.head}\n`);
    if (values.head === undefined) return 0;
    const { rows } = await pool.query<{ id: string }>('select id from audit_trail where hash = $1', [values.head]);
    if (rows[0] === undefined) {
      process.stderr.write(
        `No entry of the audit trail has the hash ${values.head}: check the hash given with --head. If it is correct, that entry or one before it was changed or removed.\n`,
      );
      return 1;
    }
    process.stdout.write(`The head given with --head is entry ${rows[0].id}.\n`);
    return 0;
  });
