import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Pool, PoolClient } from 'pg';
import pino from 'pino';
import { ApiError } from './kit/api-error.ts';
import { inTransaction } from './kit/postgres/transaction.ts';
import { MailQueue } from './notifications/mail/mail-queue.ts';
import { AuditTrail } from './staff/audit/audit-trail.ts';
import { StaffAccess } from './staff/members/staff-access.ts';
import { lockStaff } from './staff/members/staff-lock.ts';
import { invitationLink, StaffMembers } from './staff/members/staff-members.ts';
import { CommandError, runOnDatabase } from './wiring/database/command.ts';
import { migrate } from './wiring/database/migrate.ts';
import { sessionSecret } from './wiring/settings/session-secret.ts';
import { baseUrlOf, type Settings } from './wiring/settings/settings.ts';

const usage = `Creates a console administrator and prints a link for choosing the password. If a member of staff has this email, resets
that member's access and makes the member an administrator.

  npm run console:create-admin -- --email ada@example.com --name "Ada Moreau"

  --force   creates the administrator even if one already exists
`;

const MACHINE = 'an operator on the server';
const decision = { by: MACHINE, reason: 'npm run console:create-admin' };

const { values } = parseArgs({
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    force: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help || values.email === undefined || values.name === undefined) {
  process.stdout.write(usage);
  process.exitCode = values.help ? 0 : 1;
} else {
  const { email, name, force } = values;
  await runOnDatabase(async (pool, settings, url) => {
    await migrate(url, { mode: settings.mode });
    process.stdout.write(await createAdmin(pool, settings, { email, name, force }));
    return 0;
  });
}

interface Wish {
  readonly email: string;
  readonly name: string;
  readonly force: boolean;
}

/** Returns the link to print. Throws CommandError. */
async function createAdmin(pool: Pool, settings: Settings, wish: Wish): Promise<string> {
  const baseUrl = baseUrlOf(settings);
  const secret = sessionSecret(settings);
  const members = new StaffMembers({ pool, secret });
  // Emails are only queued here: the server sends them when it runs.
  const mailQueue = new MailQueue({ pool, secret, mail: { send: async () => {} }, log: pino({ level: 'silent' }) });
  const access = new StaffAccess({ pool, members, mailQueue, brand: () => '', baseUrl });
  const token = await inTransaction(pool, async (transaction) => {
    await lockStaff(transaction);
    if (!wish.force && (await members.administrators(transaction)) > 0)
      throw new CommandError(
        'An administrator already exists and can invite others. To create another one anyway, repeat this command with --force.',
      );
    const { id, isNew } = await administrator(members, access, wish, transaction);
    await new AuditTrail(pool).append(
      {
        staffId: '',
        staffEmail: MACHINE,
        ip: '',
        action: 'console:create-admin',
        phase: 'done',
        subject: `staff ${wish.email}`,
        details: { force: wish.force, isNew },
      },
      transaction,
    );
    return members.invite({ id }, transaction);
  }).catch((error: unknown) => {
    throw error instanceof ApiError ? new CommandError(`${error.message}.`) : error;
  });
  const link = invitationLink(baseUrl, token);
  return `Open this link within three days to choose a password and set up an authenticator; it works once:\n\n  ${link}\n`;
}

async function administrator(
  members: StaffMembers,
  access: StaffAccess,
  { email, name }: Wish,
  transaction: PoolClient,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const known = (await members.list(transaction)).find((member) => member.email === email.trim().toLowerCase());
  if (known === undefined) {
    const { id } = await access.give({ email, name, roles: ['administrator'] }, decision, transaction);
    return { id, isNew: true };
  }
  await access.reset(known, decision, transaction);
  await access.makeAdministrator(known, decision, transaction);
  return { id: known.id, isNew: false };
}
