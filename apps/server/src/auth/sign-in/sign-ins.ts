import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { isUnmade, NEW_DEVICE_MAILS, SIGN_IN, SIGN_IN_ADDRESS } from '../../kit/attempt-limits.ts';
import type { Device } from '../../kit/device.ts';
import { Places } from '../../kit/places.ts';
import { leaveVisitorQueue } from '../../kit/visitor-place.ts';
import { newSignInMail } from '../../notifications/mail/mails.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { ClientRecord, ClientView, ProvedPerson } from '../clients.ts';
import type { OutsideAccount, SignInMethod } from '../codes/one-time-tokens.ts';
import { normaliseEmail } from '../email.ts';
import type { Authenticators } from '../factors/authenticators.ts';
import { withFactorsLocked } from '../factors/factor-hold.ts';
import { normalisePhone } from '../phone.ts';
import { freezeNoteOf } from '../security/freeze-note.ts';
import type { Connections } from './connections.ts';
import { isKnownBrowser, isNewDevice, isRemembered, type SigningDevice } from './known-devices.ts';
import type { SignInMethodChanges } from './sign-in-method-changes.ts';

const SECOND_FACTOR_SECONDS = 600;
const SECOND_FACTOR_TRIES = 5;
const OBJECTION_SECONDS = 3_600;
const OBJECTION_TRIES = 10;
/** Takes the place of the owner number if the sign-in name has no account: no client has this number. */
const NOBODY = 0;

export interface SignedIn {
  readonly kind: 'signed_in';
  readonly token: string;
  readonly maxAgeSeconds: number;
  readonly client: ClientView;
}

/** The first factor was correct. A code from an authenticator, or a recovery code, is requested next. */
export interface SecondFactorAsked {
  readonly kind: 'second_factor';
  readonly challenge: string;
}

export type SignInOutcome = SignedIn | SecondFactorAsked;

type SignInName = { readonly email: string } | { readonly mobileNumber: string };

interface SignInsParts extends AuthParts {
  readonly authenticators: Authenticators;
  readonly connections: Connections;
  readonly changes: Pick<SignInMethodChanges, 'change'>;
}

/**
 * Maximum number of sign-ins by one person that may be in their final step at once; that step takes a few milliseconds.
 */
const MOST_AT_ONCE = 30;

/** Opens a session for an authenticated person, with any sign-in method. */
export class SignIns {
  readonly #parts: SignInsParts;
  readonly #places = new Places(MOST_AT_ONCE);

  constructor(parts: SignInsParts) {
    this.#parts = parts;
  }

  /**
   * Signs in with an email address or mobile number and the account's password. `connect` is an external account to be
   * connected for later sign-ins. Errors: login_failed, account_frozen, busy, too_many_requests, and those of
   * `Connections.add`.
   */
  async withPassword(
    by: SignInName,
    password: string,
    device: SigningDevice,
    connect?: OutsideAccount,
  ): Promise<SignInOutcome> {
    const { client: proved, subject } = await this.#prove(by, password, device);
    leaveVisitorQueue();
    await this.#parts.limits.clear(SIGN_IN, subject);
    const { personId, accountPasswordAt } = proved;
    const client = await this.#unfrozen(personId, device);
    return this.#admit({ ...client, accountPasswordAt }, 'password', device, connect);
  }

  /**
   * Authenticates, by email address and password, an account owner who appeals a restriction, even if the account is
   * frozen. Opens no session. The attempt is recorded as a failed sign-in and counts toward the limit even if it
   * succeeds, so that passwords cannot be guessed here unnoticed. Errors: login_failed, busy, too_many_requests.
   */
  async objectorBy(email: string, password: string, device: SigningDevice): Promise<OwnerId> {
    const { owner } = (await this.#prove({ email }, password, device)).client;
    await this.#parts.securityEvents.record(owner, 'sign_in_failed', device, { method: 'objection' });
    return owner;
  }

  /**
   * Verifies a password. Returns the client, and the subject under which the attempt was counted. Errors: login_failed,
   * busy, too_many_requests.
   */
  async #prove(
    by: SignInName,
    password: string,
    device: SigningDevice,
  ): Promise<{ readonly client: ClientRecord; readonly subject: string }> {
    const { clients, passwords, limits } = this.#parts;
    const client = 'email' in by ? await clients.byEmail(by.email) : await clients.byMobileNumber(by.mobileNumber);
    const name = nameOf(by);
    await limits.countFrom(device.ip, SIGN_IN_ADDRESS);
    const subject = await this.#subjectOf(client, name, device);
    await limits.count(SIGN_IN, subject);
    const isRight = await passwords.isRight(client?.personId, password);
    if (client === undefined) throw new ApiError('login_failed', undefined, 'unknown_account');
    if (!isRight) {
      this.#recordFailure(client.owner, device);
      throw new ApiError('login_failed', undefined, 'wrong_password');
    }
    return { client, subject };
  }

  /**
   * The subject under which attempts are counted. It is the sign-in name, whether or not it has an account, so that the
   * limit reveals neither who has an account nor which number and email address belong together. A browser with which
   * the owner has signed in before has its own limit of attempts, so that attempts from other browsers cannot lock the
   * owner out.
   */
  async #subjectOf(client: ClientRecord | undefined, name: string, device: SigningDevice): Promise<string> {
    const isKnown = await isKnownBrowser(this.#parts.pool, client?.owner ?? NOBODY, device);
    return isKnown ? `${name} ${device.deviceId}` : name;
  }

  /**
   * Records a failed sign-in as a security event. Not awaited, so that the response time does not reveal who has an
   * account.
   */
  #recordFailure(owner: OwnerId, device: SigningDevice): void {
    const { securityEvents, log } = this.#parts;
    securityEvents.record(owner, 'sign_in_failed', device, { method: 'password' }).catch((error: unknown) => {
      log.error({ err: error, owner }, 'failed sign-in not recorded as a security event');
    });
  }

  /**
   * Signs in a person who has authenticated without a password, or requests the second factor. Errors: login_failed,
   * account_frozen, busy, too_many_requests.
   */
  async admit(
    { personId, accountPasswordAt }: ProvedPerson,
    method: SignInMethod,
    device: SigningDevice,
  ): Promise<SignInOutcome> {
    await this.#parts.limits.countFrom(device.ip, SIGN_IN_ADDRESS);
    const client = await this.#unfrozen(personId, device);
    return this.#admit({ ...client, accountPasswordAt }, method, device, undefined);
  }

  async #admit(
    client: ClientRecord,
    method: SignInMethod,
    device: SigningDevice,
    connect: OutsideAccount | undefined,
  ): Promise<SignInOutcome> {
    const { personId, accountPasswordAt } = client;
    // A passkey already provides two factors: the device, and the fingerprint, face or PIN that unlocks it.
    if (method === 'passkey' || !(await this.#parts.authenticators.isEnrolled(personId))) {
      return this.#open(client, method, device, connect);
    }
    const data = { personId, method, accountPasswordAt, ...(connect === undefined ? {} : { connect }) };
    const challenge = await this.#parts.tokens.issue('second_factor', data, SECOND_FACTOR_SECONDS);
    return { kind: 'second_factor', challenge };
  }

  /**
   * Completes a sign-in with the requested code. If the code could not be compared, the attempt does not count. Errors:
   * sign_in_expired, code_mismatch, login_failed, account_frozen, busy, too_many_requests, and those of
   * `Connections.add`.
   */
  async withSecondFactor(challenge: string, code: string, device: SigningDevice): Promise<SignedIn> {
    const { tokens, authenticators, securityEvents } = this.#parts;
    const asked = await tokens.look('second_factor', challenge, SECOND_FACTOR_TRIES);
    if (asked === undefined) throw new ApiError('sign_in_expired');
    const client = await this.#unfrozen(asked.personId, device);
    const kind = await authenticators.check(client, code, device).catch(async (error: unknown) => {
      if (isUnmade(error)) await tokens.giveBack('second_factor', challenge);
      throw error;
    });
    if (kind === 'wrong') {
      await securityEvents.record(client.owner, 'sign_in_failed', device, { method: 'second_factor' });
      throw new ApiError('code_mismatch');
    }
    leaveVisitorQueue();
    if ((await tokens.redeem('second_factor', challenge)) === undefined) throw new ApiError('sign_in_expired');
    const { accountPasswordAt, method, connect } = asked;
    return this.#open(
      { ...(await this.#unfrozen(asked.personId, device)), accountPasswordAt },
      method,
      device,
      connect,
    );
  }

  /**
   * The owner to whom an appeal ticket was issued. A ticket is issued when a sign-in to a frozen account is refused.
   * Errors: sign_in_expired.
   */
  async objectorOf(ticket: string): Promise<OwnerId> {
    const found = await this.#parts.tokens.look('frozen_objection', ticket, OBJECTION_TRIES);
    if (found === undefined) throw new ApiError('sign_in_expired');
    return found.owner;
  }

  async #unfrozen(personId: string, device: SigningDevice): Promise<ClientRecord> {
    const { clients, sessions, securityEvents } = this.#parts;
    const client = await clients.byPerson(personId);
    if (client === undefined) throw new ApiError('login_failed');
    if (!clients.isFrozen(client)) return client;
    await sessions.endAll(client.owner, 'frozen');
    await securityEvents.record(client.owner, 'sign_in_failed', device, { method: 'frozen' });
    throw new ApiError('account_frozen', await this.#freezeOf(client.owner));
  }

  /** For an owner who has just authenticated: the reason, rule and end of the freeze, and a ticket for an appeal. */
  async #freezeOf(owner: OwnerId): Promise<Record<string, string> | undefined> {
    const { pool, tokens } = this.#parts;
    const note = await freezeNoteOf(pool, owner);
    if (note === undefined) return undefined;
    const ticket = await tokens.issue('frozen_objection', { owner }, OBJECTION_SECONDS);
    return { reason: note.reason, rule: note.rule, ends_at: String(note.endsAtMs), ticket };
  }

  /**
   * Opens the session. `client.accountPasswordAt` must be the value that was read when the client authenticated.
   * Errors: login_failed, busy, and those of `Connections.add`.
   */
  async #open(
    client: ClientRecord,
    method: SignInMethod,
    device: SigningDevice,
    connect: OutsideAccount | undefined,
  ): Promise<SignedIn> {
    const { sessions, securityEvents, clients } = this.#parts;
    const { id, token, lastsUntilMs } = await sessions.start(client.personId, device);
    try {
      // A password reset ends all sessions, but this session may have been opened just after that, with the old
      // password.
      const now = await clients.byPerson(client.personId);
      if (now?.accountPasswordAt !== client.accountPasswordAt) throw new ApiError('login_failed');
      if (connect !== undefined) await this.#connect(client, id, connect, device);
      await this.#notifyOfNewDevice(client, id, device);
      await securityEvents.record(client.owner, 'signed_in', device, { method });
    } catch (error) {
      // The new session is ended; its token is never returned.
      await sessions.endOf(client.owner, id, 'revoked');
      throw error;
    }
    return {
      kind: 'signed_in',
      token,
      maxAgeSeconds: Math.floor((lastsUntilMs - Date.now()) / 1000),
      client: clients.view(client, 0),
    };
  }

  /**
   * Connects the external account. Errors: login_failed if the session has ended in the meantime; those of
   * `Connections.add`.
   */
  async #connect(
    { personId: userId, owner }: ClientRecord,
    id: string,
    connect: OutsideAccount,
    device: Device,
  ): Promise<void> {
    const { changes, connections } = this.#parts;
    const change = { kind: `${connect.provider}_connected`, details: { label: connect.label } } as const;
    await changes
      .change({ id, userId, owner }, device, change, (transaction) => connections.add(userId, connect, transaction))
      .catch((error: unknown) => {
        throw error instanceof ApiError && error.code === 'session_expired' ? new ApiError('login_failed') : error;
      });
  }

  /**
   * Remembers the device and, if it is new, notifies the client, in one transaction. A new device thus becomes known
   * only if the client is notified, and never through a session that a reset has ended. Errors: login_failed, busy.
   */
  async #notifyOfNewDevice({ personId, owner }: ClientRecord, sessionId: string, device: SigningDevice): Promise<void> {
    const { pool, notices, mailQueue, limits, brand } = this.#parts;
    // A known device does not have to wait, so that an attacker who keeps signing in cannot lock the owner out.
    if (await isRemembered(pool, owner, device)) return demandStanding(pool, sessionId);
    if (!this.#places.take(personId)) throw new ApiError('busy');
    const isNew = await withFactorsLocked(pool, personId, async (transaction) => {
      await demandStanding(transaction, sessionId);
      // A concurrent sign-in may have made the device known in the meantime.
      if (!(await isNewDevice(transaction, owner, device))) return false;
      const { ip, userAgent } = device;
      await notices.add(owner, 'new_sign_in', { ip, device: userAgent.slice(0, 256) }, transaction);
      if ((await limits.use(NEW_DEVICE_MAILS, personId, transaction)) !== undefined) return false;
      await mailQueue.add(owner, newSignInMail(brand()), transaction, { ip, userAgent });
      return true;
    }).finally(() => this.#places.leave(personId));
    if (isNew) await mailQueue.sendAll(owner);
  }
}

/**
 * Throws unless the session still exists. Also prevents it from ending before this transaction has ended. Errors:
 * login_failed.
 */
async function demandStanding(database: Pick<Pool, 'query'>, sessionId: string): Promise<void> {
  const { rowCount } = await database.query('select from session where id = $1 for share', [sessionId]);
  if (rowCount !== 1) throw new ApiError('login_failed');
}

/**
 * The normalized sign-in name, which is the same for every spelling of an email address or a number. Any other text is
 * used as typed and matches no account.
 */
const nameOf = (by: SignInName): string =>
  'email' in by
    ? (normaliseEmail(by.email) ?? by.email.trim().toLowerCase())
    : (normalisePhone(by.mobileNumber) ?? by.mobileNumber.trim().toLowerCase());
