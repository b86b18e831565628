import type { StaffRole } from '@vitrine/contract';
import type { Pool } from 'pg';
import { RecoveryCodes } from '../auth/factors/recovery-codes.ts';
import { currentTotpCode } from '../auth/factors/totp.ts';
import type { NewPasswords } from '../auth/passwords/new-passwords.ts';
import { hashPassword } from '../auth/passwords/passwords.ts';
import type { MailQueue } from '../notifications/mail/mail-queue.ts';
import type { MailSender } from '../providers/mail/mail.ts';
import type { AuditTrail } from './audit/audit-trail.ts';
import { StaffAccess } from './members/staff-access.ts';
import { StaffMembers } from './members/staff-members.ts';
import { StaffDevices } from './sign-in/staff-devices.ts';
import { StaffPasskeys } from './sign-in/staff-passkeys.ts';
import { StaffSessionStore } from './sign-in/staff-session-store.ts';
import { StaffSignIn } from './sign-in/staff-sign-in.ts';

export interface StaffParts {
  readonly pool: Pool;
  /** The key that encrypts stored data, computes keyed hashes and signs cookies; at least 32 characters. */
  readonly secret: string;
  readonly mail: MailSender;
  readonly mailQueue: MailQueue;
  readonly audit: Pick<AuditTrail, 'append'>;
  readonly brand: () => string;
  /** Base URL of the links in invitations. */
  readonly baseUrl: string;
  readonly newPasswords: NewPasswords;
  /** Whether demo staff, whose secrets are public, are shown their code on the sandbox's messages page. */
  readonly isSandbox: boolean;
}

/** In a sandbox, a staff account that anyone may sign in to. */
export interface DemoStaffAccount {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  readonly password: string;
  /** The secret from which the authenticator computes its codes. */
  readonly totpSecret: string;
}

const PRUNE_MS = 3_600_000;

/** The people who operate the exchange, and how they sign in. */
export interface Staff {
  readonly members: StaffMembers;
  readonly access: StaffAccess;
  readonly sessions: StaffSessionStore;
  readonly devices: StaffDevices;
  readonly passkeys: StaffPasskeys;
  readonly recoveryCodes: RecoveryCodes;
  readonly signIn: StaffSignIn;
  /** Creates a demo account if it is missing. */
  openDemo(account: DemoStaffAccount): Promise<void>;
  /**
   * Sandbox only: lets a new member request and approve changes immediately instead of after a day. Returns false if no
   * enrolled member has this email.
   */
  settle(email: string): Promise<boolean>;
  close(): void;
}

export function createStaff(parts: StaffParts): Staff {
  const { pool, secret, mail, mailQueue, audit, brand, baseUrl, newPasswords, isSandbox } = parts;
  const members = new StaffMembers({ pool, secret });
  const access = new StaffAccess({ pool, members, mailQueue, brand, baseUrl });
  const sessions = new StaffSessionStore(pool);
  const devices = new StaffDevices(secret);
  const passkeys = new StaffPasskeys({ pool, mailQueue, brand });
  const recoveryCodes = new RecoveryCodes({ pool, holders: 'staff', key: secret });
  const demo = new Set<string>();
  const signIn = new StaffSignIn({
    pool,
    members,
    sessions,
    devices,
    passkeys,
    recoveryCodes,
    audit,
    mailQueue,
    brand,
    newPasswords,
    ...(isSandbox
      ? {
          onCodeAsked: async ({ email, totpSecret }) => {
            if (!demo.has(email) || totpSecret === undefined) return;
            const code = await currentTotpCode(totpSecret);
            const text = `Your authenticator currently shows ${code}. You are receiving this message because this is a demo account.`;
            await mail.send({ to: email, subject: `${code} is your console code`, text, code });
          },
        }
      : {}),
  });
  const pruning = setInterval(() => void prune(pool).catch(() => undefined), PRUNE_MS).unref();
  return {
    members,
    access,
    sessions,
    devices,
    passkeys,
    recoveryCodes,
    signIn,
    openDemo: async (account) => {
      if (!isSandbox) throw new Error('demo staff can be used only in a sandbox');
      demo.add(account.email);
      await openDemo(pool, members, account);
    },
    settle: (email) => {
      if (!isSandbox) throw new Error('time can be skipped only in a sandbox');
      return settle(pool, email);
    },
    close: () => clearInterval(pruning),
  };
}

async function openDemo(pool: Pool, members: StaffMembers, account: DemoStaffAccount): Promise<void> {
  const { email, name, roles, password, totpSecret } = account;
  const known = await pool.query('select from staff_member where email = $1', [email]);
  if (known.rowCount !== 0) return;
  const { id } = await members.create({ email, name, roles, createdBy: 'the sandbox' });
  await members.setPassword(id, await hashPassword(password));
  await members.enrol(id, totpSecret, 0);
  // Nobody who tries out the sandbox should have to wait a day for two-person approvals.
  await settle(pool, email);
}

/**
 * Backdates the authenticator by a day, so that the member may request and approve changes immediately. Returns false
 * if there is no such member.
 */
async function settle(pool: Pool, email: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update staff_member set enrolled_at = enrolled_at - interval '24 hours' where email = $1 and enrolled_at is not null`,
    [email],
  );
  return rowCount === 1;
}

/** Deletes expired sessions, sign-ins and invitations. */
async function prune(pool: Pool): Promise<void> {
  for (const table of ['staff_session', 'staff_sign_in', 'staff_invitation'])
    await pool.query(`delete from ${table} where expires_at < now()`);
}
