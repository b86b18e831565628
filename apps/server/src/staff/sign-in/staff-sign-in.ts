import type { Pool, PoolClient } from 'pg';
import { normaliseEmail } from '../../auth/email.ts';
import type { RecoveryCodes } from '../../auth/factors/recovery-codes.ts';
import { newTotpSecret, totpKey, totpStep, totpUri } from '../../auth/factors/totp.ts';
import type { NewPasswords } from '../../auth/passwords/new-passwords.ts';
import { hashPassword, nobodysHash, verifyPassword } from '../../auth/passwords/passwords.ts';
import type { StaffSession } from '../../http/staff-session.ts';
import { ApiError } from '../../kit/api-error.ts';
import { type AttemptLimit, AttemptLimits, isUnmade } from '../../kit/attempt-limits.ts';
import type { Device } from '../../kit/device.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { MailQueue } from '../../notifications/mail/mail-queue.ts';
import type { MailContent } from '../../notifications/mail/mails.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { passwordChangedMail, recoveryCodesMail } from '../mails.ts';
import { lockStaff, lockStanding } from '../members/staff-lock.ts';
import type { StaffCredentials, StaffMember, StaffMembers } from '../members/staff-members.ts';
import { hashOfToken, newToken } from '../secrets.ts';
import type { StaffDevices } from './staff-devices.ts';
import type { PasskeyResponse, StaffPasskeys } from './staff-passkeys.ts';
import type { StaffSessionStore } from './staff-session-store.ts';

/**
 * Password attempts on one account, from one IP address or with one browser that the account's owner has used before.
 * This limit can be low, because an attacker elsewhere cannot use it up and thereby lock the owner out.
 */
const PASSWORD: AttemptLimit = { name: 'staff_password', attempts: 5, windowSeconds: 900 };
/** Password attempts on one account from browsers that its owner has not used before, from all IP addresses together. */
const ACCOUNT: AttemptLimit = { name: 'staff_account', attempts: 50, windowSeconds: 900 };
/** Attempts from one IP address, on any account or invitation; a successful sign-in resets the count. */
const ADDRESS: AttemptLimit = { name: 'staff_address', attempts: 30, windowSeconds: 900 };
/**
 * Codes entered for one account, in all its sign-ins and settings. Strangers cannot use up this limit, because entering
 * a code requires the password or a session.
 */
const CODE: AttemptLimit = { name: 'staff_code', attempts: 10, windowSeconds: 900 };
/**
 * Attempts at a member's own password within a session. They have their own limit, so that they do not block sign-ins.
 */
const OWN_PASSWORD: AttemptLimit = { name: 'staff_own_password', attempts: 5, windowSeconds: 900 };

const TICKET_MINUTES = 10;
const TICKET_TRIES = 5;

/** The step of a sign-in that follows the password. */
export interface SignInStep {
  readonly next: 'second_factor' | 'enrol';
  readonly ticket: string;
  readonly passkey: boolean;
  readonly otpauth?: string;
  readonly key?: string;
}

export interface StaffSignedIn {
  readonly token: string;
  readonly member: StaffCredentials;
}

export interface StaffSignInParts {
  readonly pool: Pool;
  readonly members: StaffMembers;
  readonly sessions: StaffSessionStore;
  readonly devices: Pick<StaffDevices, 'idOf'>;
  readonly passkeys: StaffPasskeys;
  readonly recoveryCodes: RecoveryCodes;
  readonly audit: Pick<AuditTrail, 'append'>;
  readonly mailQueue: Pick<MailQueue, 'addForOthers' | 'sendAll'>;
  readonly brand: () => string;
  readonly newPasswords: NewPasswords;
  /** Called when the password was correct and a code is requested: the sandbox shows its demo staff their code. */
  readonly onCodeAsked?: (member: StaffCredentials) => Promise<void>;
}

interface TicketRow {
  readonly staff_id: string;
  readonly new_totp_secret: string | null;
  readonly passkey_challenge: string | null;
}

/** A sign-in in progress. */
interface Opened {
  readonly member: StaffCredentials;
  readonly row: TicketRow;
}

/**
 * Signs staff in to the console, always with two factors: a password, then a code or a passkey.
 *
 * This uses parts of better-auth (one-time passwords, encryption, the WebAuthn library that its passkeys use) but not
 * its flows: there the second factor is each user's choice, a passkey alone signs in without the password, a session
 * exists before a factor is enrolled, and sessions cannot have both an idle and an absolute limit.
 */
export class StaffSignIn {
  readonly #parts: StaffSignInParts;
  readonly #limits: AttemptLimits;

  constructor(parts: StaffSignInParts) {
    this.#parts = parts;
    this.#limits = new AttemptLimits(parts.pool);
  }

  /**
   * Begins a sign-in with the password. `cookie` identifies a browser that has signed in before. Errors: login_failed,
   * busy, too_many_requests.
   */
  async password(email: string, password: string, device: Device, cookie: string | undefined): Promise<SignInStep> {
    const { members, devices } = this.#parts;
    const address = normaliseEmail(email) ?? '';
    const member = await members.byEmail(address);
    const known = member && devices.idOf(member, cookie);
    await this.#countPassword(address, device.ip, known);
    const isRight = await verifyPassword(member?.password ?? nobodysHash, password);
    if (member === undefined || member.password === null || !isRight) {
      if (member !== undefined) await this.#record(member, device, 'refused', { step: 'password' });
      throw new ApiError('login_failed', undefined, member === undefined ? 'unknown_staff' : 'wrong_staff_password');
    }
    if (known === undefined) await this.#limits.clearFrom(device.ip, PASSWORD, address);
    else await this.#limits.clear(PASSWORD, ofKnown(address, known));
    const step = await this.#step(member, member.password);
    if (step === undefined) throw new ApiError('login_failed');
    return step;
  }

  /**
   * Counts an attempt with a password. Attempts from a known browser have their own limit: other people cannot use it
   * up and thereby lock the member out.
   */
  async #countPassword(address: string, ip: string, known: string | undefined): Promise<void> {
    if (known !== undefined) return this.#count(PASSWORD, ofKnown(address, known));
    await this.#limits.countFrom(ip, ADDRESS);
    // Attempts refused by the IP address's own limit do not count toward the account's limit; otherwise they could lock
    // the member out.
    await this.#limits.countFrom(ip, PASSWORD, address);
    await this.#count(ACCOUNT, address);
  }

  /** Sets the password of an invited member. Errors: invitation_invalid, too_many_requests, those of a new password. */
  async welcome(token: string, password: string, device: Device): Promise<SignInStep> {
    await this.#limits.countFrom(device.ip, ADDRESS);
    // The invitation is only looked up here, so that it stays valid if the new password is refused.
    const invited = await this.#parts.members.invited(token);
    if (invited === undefined) throw new ApiError('invitation_invalid');
    await this.#demandNew(invited, password);
    const hashed = await hashPassword(password);
    const member = await inTransaction(this.#parts.pool, async (transaction) => {
      await lockStaff(transaction);
      return this.#parts.members.takeUp(token, hashed, transaction);
    });
    if (member === undefined) throw new ApiError('invitation_invalid');
    await this.#record(member, device, 'done', { step: 'invitation' });
    const step = await this.#step(member, hashed);
    if (step === undefined) throw new ApiError('invitation_invalid');
    return step;
  }

  /**
   * Completes a sign-in with a code from the authenticator, or with a recovery code. Errors: sign_in_expired,
   * code_mismatch, busy, too_many_requests.
   */
  async secondFactor(ticket: string, code: string, device: Device): Promise<StaffSignedIn> {
    const { member } = await this.#look(ticket, 1);
    const by = await this.#limits
      .make(CODE, member.id, () => this.#factorOf(member, code))
      .catch((error: unknown) => this.#giveBack(ticket, error));
    if (by === undefined) return this.#refuse(member, device, 'code', 'code_mismatch');
    return this.#enter(ticket, member, device, by);
  }

  /**
   * The options with which a browser asks for a passkey. Errors: sign_in_expired, passkey_refused (the member has no
   * passkey).
   */
  async passkeyChallenge(ticket: string, origin: string) {
    const { member } = await this.#look(ticket, 0);
    const options = await this.#parts.passkeys.challenge(member.id, origin);
    if (options === undefined) throw new ApiError('passkey_refused');
    await this.#parts.pool.query('update staff_sign_in set passkey_challenge = $2 where ticket_hash = $1', [
      hashOfToken(ticket),
      options.challenge,
    ]);
    return options;
  }

  /** Completes a sign-in with a passkey. Errors: sign_in_expired, passkey_refused, too_many_requests. */
  async passkey(ticket: string, response: PasskeyResponse, origin: string, device: Device): Promise<StaffSignedIn> {
    const { member, row } = await this.#try(ticket);
    const challenge = row.passkey_challenge;
    const isProved = challenge !== null && (await this.#parts.passkeys.verify(member.id, response, challenge, origin));
    if (!isProved) return this.#refuse(member, device, 'passkey', 'passkey_refused');
    return this.#enter(ticket, member, device, 'passkey');
  }

  /**
   * Enrolls the authenticator that has the secret issued by `password` or `welcome`. Errors: sign_in_expired,
   * code_mismatch, too_many_requests.
   */
  async enrol(ticket: string, code: string, device: Device) {
    const { members, recoveryCodes } = this.#parts;
    const { member, row } = await this.#try(ticket);
    if (row.new_totp_secret === null) throw new ApiError('sign_in_expired');
    const secret = await members.unseal(row.new_totp_secret);
    const step = await totpStep(secret, code);
    if (step === undefined) return this.#refuse(member, device, 'enrolment', 'code_mismatch');
    const drawn = await recoveryCodes.draw();
    const signedIn = await this.#enter(ticket, member, device, 'enrolment', async (transaction) => {
      if (!(await members.enrol(member.id, secret, step, transaction))) throw new ApiError('sign_in_expired');
      await recoveryCodes.store(member.id, drawn, transaction);
    });
    return { ...signedIn, recoveryCodes: drawn.codes };
  }

  /**
   * Requires a fresh code from a signed-in member before their own access changes. Errors: code_mismatch,
   * session_expired, too_many_requests.
   */
  async confirm({ staffId }: StaffSession, code: string): Promise<StaffCredentials> {
    const member = await this.#parts.members.byId(staffId);
    if (member === undefined) throw new ApiError('session_expired');
    await this.#count(CODE, staffId);
    if (!(await this.#isCode(member, code))) throw new ApiError('code_mismatch');
    await this.#limits.clear(CODE, staffId);
    return member;
  }

  /**
   * Replaces the member's own password and ends their other sessions. Returns the member with the new password. Errors:
   * login_failed, those of `confirm`, those of a new password, busy.
   */
  async changePassword(
    session: StaffSession,
    password: string,
    newPassword: string,
    code: string,
  ): Promise<StaffCredentials> {
    await this.#demandNew(session, newPassword);
    const member = await this.#byPassword(session, password);
    // The code is checked last, because it works only once.
    await this.confirm(session, code);
    const hashed = await hashPassword(newPassword);
    await this.#change(session, async (transaction) => {
      await this.#parts.members.setPassword(member.id, hashed, transaction);
      // Sign-ins in progress with the old password must start again.
      await transaction.query('delete from staff_sign_in where staff_id = $1', [member.id]);
      await this.#parts.sessions.endAll(member.id, session.id, transaction);
      return passwordChangedMail(this.#parts.brand());
    });
    return { ...member, password: hashed };
  }

  /** Returns the signed-in member if this is their password. Errors: login_failed, busy, too_many_requests. */
  async #byPassword({ staffId }: StaffSession, password: string): Promise<StaffCredentials> {
    const member = await this.#parts.members.byId(staffId);
    const stored = member?.password ?? undefined;
    if (member === undefined || stored === undefined) throw new ApiError('login_failed');
    if (!(await this.#limits.make(OWN_PASSWORD, staffId, () => verifyPassword(stored, password))))
      throw new ApiError('login_failed');
    await this.#limits.clear(OWN_PASSWORD, staffId);
    return member;
  }

  /** Replaces the recovery codes. Errors: those of `confirm`. */
  async renewRecoveryCodes(session: StaffSession, code: string): Promise<string[]> {
    const { recoveryCodes, brand } = this.#parts;
    const member = await this.confirm(session, code);
    const drawn = await recoveryCodes.draw();
    await this.#change(session, async (transaction) => {
      await recoveryCodes.store(member.id, drawn, transaction);
      return recoveryCodesMail(brand());
    });
    return drawn.codes;
  }

  /** Makes a change and queues the email about it in one transaction, so that no sign-in method changes unnoticed. */
  async #change(session: StaffSession, change: (transaction: PoolClient) => Promise<MailContent>): Promise<void> {
    const { pool, mailQueue } = this.#parts;
    await inTransaction(pool, async (transaction) => {
      await lockStanding(transaction, session);
      await mailQueue.addForOthers([session.email], await change(transaction), transaction);
    });
    await mailQueue.sendAll('others');
  }

  #demandNew({ email, name, roles }: Pick<StaffSession, 'email' | 'name' | 'roles'>, password: string): Promise<void> {
    return this.#parts.newPasswords.demand(password, [email, name, ...roles]);
  }

  /**
   * Begins a sign-in. Returns undefined if the password was changed, or the member disabled, after the password was
   * compared.
   */
  async #step(member: StaffCredentials, hashed: string): Promise<SignInStep | undefined> {
    const { pool, members, passkeys, brand } = this.#parts;
    const ticket = newToken();
    const secret = member.totpSecret === undefined ? newTotpSecret() : undefined;
    // Locks the member's row. A concurrent password change either comes later, and deletes this ticket, or comes first,
    // and no ticket is inserted.
    const { rowCount } = await pool.query(
      `insert into staff_sign_in (ticket_hash, staff_id, new_totp_secret, expires_at)
       select $1, id, $3::text, now() + make_interval(mins => ${TICKET_MINUTES}) from staff_member
       where id = $2 and password = $4 and disabled_at is null for share`,
      [hashOfToken(ticket), member.id, secret === undefined ? null : await members.seal(secret), hashed],
    );
    if (rowCount !== 1) return undefined;
    if (secret !== undefined) {
      const otpauth = totpUri(secret, `${brand()} console`, member.email);
      return { next: 'enrol', ticket, passkey: false, otpauth, key: totpKey(secret) };
    }
    await this.#parts.onCodeAsked?.(member);
    return { next: 'second_factor', ticket, passkey: (await passkeys.of(member.id)).length > 0 };
  }

  /**
   * Like `#look` with one try, which also counts toward the member's limit of codes. Errors: sign_in_expired,
   * too_many_requests.
   */
  async #try(ticket: string): Promise<Opened> {
    const opened = await this.#look(ticket, 1);
    await this.#count(CODE, opened.member.id);
    return opened;
  }

  /** If the code could not be compared, the try does not count against the ticket. Throws the given error again. */
  async #giveBack(ticket: string, error: unknown): Promise<never> {
    if (isUnmade(error))
      await this.#parts.pool.query('update staff_sign_in set tries = tries - 1 where ticket_hash = $1 and tries > 0', [
        hashOfToken(ticket),
      ]);
    throw error;
  }

  /** Counts this many tries of the ticket and returns the sign-in. Errors: sign_in_expired. */
  async #look(ticket: string, tries: number): Promise<Opened> {
    const { rows } = await this.#parts.pool.query<TicketRow>(
      `update staff_sign_in set tries = tries + $2
       where ticket_hash = $1 and expires_at > now() and tries < ${TICKET_TRIES}
       returning staff_id, new_totp_secret, passkey_challenge`,
      [hashOfToken(ticket), tries],
    );
    const row = rows[0];
    const member = row && (await this.#parts.members.byId(row.staff_id));
    if (row === undefined || member === undefined) throw new ApiError('sign_in_expired');
    return { member, row };
  }

  async #factorOf(member: StaffCredentials, code: string): Promise<'code' | 'recovery code' | undefined> {
    if (await this.#isCode(member, code)) return 'code';
    return member.totpSecret !== undefined && (await this.#parts.recoveryCodes.redeem(member.id, code))
      ? 'recovery code'
      : undefined;
  }

  async #isCode({ id, totpSecret }: StaffCredentials, code: string): Promise<boolean> {
    const step = totpSecret === undefined ? undefined : await totpStep(totpSecret, code);
    return step !== undefined && (await this.#parts.members.useStep(id, step));
  }

  /**
   * Uses up the ticket: of two concurrent calls, only one succeeds. If access is revoked at the same time, either the
   * ticket or the session is found and deleted. `first` runs in the same transaction before the session is opened.
   */
  async #enter(
    ticket: string,
    member: StaffCredentials,
    device: Device,
    by: string,
    first?: (transaction: PoolClient) => Promise<void>,
  ): Promise<StaffSignedIn> {
    const token = await inTransaction(this.#parts.pool, async (transaction) => {
      await lockStaff(transaction);
      const deletion = 'delete from staff_sign_in where ticket_hash = $1';
      const { rowCount } = await transaction.query(deletion, [hashOfToken(ticket)]);
      if (rowCount !== 1) throw new ApiError('sign_in_expired');
      await first?.(transaction);
      await this.#record(member, device, 'done', { step: 'second factor', by }, transaction);
      return this.#parts.sessions.open(member.id, device, transaction);
    });
    await this.#limits.clear(CODE, member.id);
    await this.#limits.clear(ACCOUNT, member.email);
    await this.#limits.clearFrom(device.ip, ADDRESS);
    return { token, member };
  }

  async #refuse(
    member: StaffMember,
    device: Device,
    step: string,
    code: 'code_mismatch' | 'passkey_refused',
  ): Promise<never> {
    await this.#record(member, device, 'refused', { step, code });
    throw new ApiError(code);
  }

  #record(
    { id, email }: StaffMember,
    { ip, userAgent }: Device,
    phase: 'done' | 'refused',
    details: Readonly<Record<string, string>>,
    transaction?: PoolClient,
  ): Promise<void> {
    const entry = {
      staffId: id,
      staffEmail: email,
      ip,
      action: 'consoleLogin',
      phase,
      subject: '',
      details: { ...details, userAgent: userAgent.slice(0, 256) },
    };
    return this.#parts.audit.append(entry, transaction);
  }

  async #count(limit: AttemptLimit, subject: string): Promise<void> {
    const seconds = await this.#limits.use(limit, subject);
    if (seconds !== undefined) throw new ApiError('too_many_requests', { seconds: String(seconds) });
  }
}

/** The subject under which password attempts from a known browser are counted. */
const ofKnown = (address: string, browser: string): string => `${address} ${browser}`;
