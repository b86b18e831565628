import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { AuditTrail } from './audit/audit-trail.ts';
import { ApiError } from './http/api-error.ts';
import { invitationLink, StaffMembers } from './staff/staff-members.ts';
import { CommandError, runOnDatabase } from './wiring/command.ts';
import { migrate } from './wiring/migrate.ts';
import { sessionSecret } from './wiring/session-secret.ts';
import type { Settings } from './wiring/settings.ts';

const usage = `Makes an administrator of the console and prints the link by which they choose their password.

  npm run console:create-admin -- --email ada@example.com --name "Ada Moreau"

  --force   also where there is an administrator already; one who is known by this e-mail begins anew
`;

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
    await migrate(url);
    process.stdout.write(await createAdmin(pool, settings, { email, name, force }));
    return 0;
  });
}

interface Wish {
  readonly email: string;
  readonly name: string;
  readonly force: boolean;
}

/** Answers what to tell: the link. Throws CommandError. */
async function createAdmin(pool: Pool, settings: Settings, { email, name, force }: Wish): Promise<string> {
  const { publicOrigin, host, port } = settings;
  const unsent = { send: async () => {} };
  const members = new StaffMembers({ pool, secret: sessionSecret(settings), mail: unsent, brand: () => '' });
  if (!force && (await members.administrators()) > 0)
    throw new CommandError('There is an administrator already: let them invite others, or repeat this with --force.');
  const { id, isNew } = await administrator(members, email, name);
  await new AuditTrail(pool).append({
    staffId: '',
    staffEmail: 'the machine',
    ip: '',
    action: 'console:create-admin',
    phase: 'done',
    subject: `staff ${email}`,
    details: { force, isNew },
  });
  const link = invitationLink(publicOrigin ?? `http://${host}:${port}`, await members.invite({ id }));
  return `Open this link within three days to choose a password and set up an authenticator; it works once:\n\n  ${link}\n`;
}

async function administrator(members: StaffMembers, email: string, name: string) {
  const known = (await members.list()).find((member) => member.email === email.trim().toLowerCase());
  if (known !== undefined) {
    const { id, roles } = await members.reset(known.id);
    if (!roles.includes('administrator')) await members.changeRoles(id, [...roles, 'administrator']);
    return { id, isNew: false };
  }
  const { id } = await members
    .create({ email, name, roles: ['administrator'], createdBy: 'the machine' })
    .catch((error: unknown) => {
      throw error instanceof ApiError ? new CommandError(`${error.message}.`) : error;
    });
  return { id, isNew: true };
}
