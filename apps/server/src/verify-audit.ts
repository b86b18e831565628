import process from 'node:process';
import { parseArgs } from 'node:util';
import { verifyAuditTrail } from './audit/audit-trail.ts';
import { runOnDatabase } from './wiring/command.ts';

const usage = `Computes the audit trail's chain of hashes anew, and prints its head.

  npm run audit:verify
  npm run audit:verify -- --head <hash>

  --head   a head that was printed before: it must still be in the chain, which shows that nothing was cut off since
`;

const { values } = parseArgs({
  options: { head: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
});

if (values.help) process.stdout.write(usage);
else
  await runOnDatabase(async (pool) => {
    const verdict = await verifyAuditTrail(pool);
    if (!verdict.holds) {
      process.stderr.write(
        `The audit trail is broken at entry ${verdict.brokenAt}: ${verdict.entries} before it hold.\n`,
      );
      return 1;
    }
    process.stdout.write(`The audit trail holds: ${verdict.entries} entries, head ${verdict.head}\n`);
    if (values.head === undefined) return 0;
    const { rows } = await pool.query<{ id: string }>('select id from audit_trail where hash = $1', [values.head]);
    if (rows[0] === undefined) {
      process.stderr.write(`No entry has the hash ${values.head}: what stood there, and all after it, was cut off.\n`);
      return 1;
    }
    process.stdout.write(`The head given is entry ${rows[0].id} of it.\n`);
    return 0;
  });
