import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Pool, PoolClient } from 'pg';
import { COUNTS_ON, newPasskey, usedPasskey } from '../../auth/factors/passkey-answers.ts';
import { transportsOf } from '../../auth/factors/passkeys.ts';
import type { StaffSession } from '../../http/staff-session.ts';
import { ApiError } from '../../kit/api-error.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { MailQueue } from '../../notifications/mail/mail-queue.ts';
import type { MailContent } from '../../notifications/mail/mails.ts';
import { passkeyAddedMail, passkeyRemovedMail } from '../mails.ts';
import { lockStanding } from '../members/staff-lock.ts';

const OFFER_MINUTES = 10;

/** A passkey as its owner sees it. */
export interface StaffPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly usedAtMs: number | undefined;
}

interface KeyRow {
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: string;
  readonly transports: AuthenticatorTransportFuture[];
}

type AuthenticatorTransportFuture = NonNullable<RegistrationResponseJSON['response']['transports']>[number];

/** A browser's response that has not been checked yet. */
export type PasskeyResponse = Readonly<Record<string, unknown>>;

export interface StaffPasskeysParts {
  readonly pool: Pool;
  readonly mailQueue: Pick<MailQueue, 'addForOthers' | 'sendAll'>;
  readonly brand: () => string;
}

/**
 * Passkeys of staff (WebAuthn level 3), a second factor that phishing pages cannot use; the device verifies its owner.
 */
export class StaffPasskeys {
  readonly #pool: Pool;
  readonly #mailQueue: StaffPasskeysParts['mailQueue'];
  readonly #brand: () => string;

  constructor({ pool, mailQueue, brand }: StaffPasskeysParts) {
    this.#pool = pool;
    this.#mailQueue = mailQueue;
    this.#brand = brand;
  }

  async of(staffId: string): Promise<StaffPasskey[]> {
    const { rows } = await this.#pool.query<{
      credential_id: string;
      name: string;
      created_at: Date;
      used_at: Date | null;
    }>(
      'select credential_id, name, created_at, used_at from staff_passkey where staff_id = $1 order by created_at desc',
      [staffId],
    );
    return rows.map(({ credential_id, name, created_at, used_at }) => ({
      id: credential_id,
      name,
      createdAtMs: created_at.getTime(),
      usedAtMs: used_at?.getTime(),
    }));
  }

  /** Issues the challenge and options with which a browser creates a passkey. */
  async offer({ id, staffId, email, name }: StaffSession, origin: string) {
    const keys = await this.#keys(staffId);
    const options = await generateRegistrationOptions({
      rpName: `${this.#brand()} console`,
      rpID: new URL(origin).hostname,
      userName: email,
      userDisplayName: name,
      userID: new TextEncoder().encode(staffId),
      attestationType: 'none',
      excludeCredentials: keys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    await this.#pool.query(
      `insert into staff_passkey_offer (session_id, challenge, expires_at)
       values ($1, $2, now() + make_interval(mins => ${OFFER_MINUTES}))
       on conflict (session_id) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`,
      [id, options.challenge],
    );
    return options;
  }

  /**
   * Adds the passkey that was created for this session's challenge, and uses up the challenge. Errors: passkey_refused,
   * session_expired.
   */
  async add(session: StaffSession, typed: string, response: PasskeyResponse, origin: string): Promise<void> {
    const { id, staffId } = session;
    const name = typed.trim();
    const { rows } = await this.#pool.query<{ challenge: string }>(
      'delete from staff_passkey_offer where session_id = $1 and expires_at > now() returning challenge',
      [id],
    );
    const challenge = rows[0]?.challenge;
    if (challenge === undefined) throw new ApiError('passkey_refused');
    const credential = await newPasskey(response, { challenge, origin });
    const { publicKey, counter } = credential;
    const transports = transportsOf(credential);
    await this.#change(session, async (transaction) => {
      const { rowCount } = await transaction.query(
        `insert into staff_passkey (credential_id, staff_id, name, public_key, counter, transports)
         values ($1, $2, $3, $4, $5, $6) on conflict (credential_id) do nothing`,
        [credential.id, staffId, name, Buffer.from(publicKey), counter, transports],
      );
      if (rowCount !== 1) throw new ApiError('passkey_refused');
      return passkeyAddedMail(this.#brand(), name);
    });
  }

  /** Removes one of the member's passkeys. Errors: not_found, session_expired. */
  async remove(session: StaffSession, id: string): Promise<void> {
    await this.#change(session, async (transaction) => {
      const { rows } = await transaction.query<{ name: string }>(
        'delete from staff_passkey where staff_id = $1 and credential_id = $2 returning name',
        [session.staffId, id],
      );
      if (rows[0] === undefined) throw new ApiError('not_found');
      return passkeyRemovedMail(this.#brand(), rows[0].name);
    });
  }

  /**
   * Makes a change and queues the email about it in one transaction, so that a stolen session cannot change anything
   * unnoticed.
   */
  async #change(session: StaffSession, change: (transaction: PoolClient) => Promise<MailContent>): Promise<void> {
    await inTransaction(this.#pool, async (transaction) => {
      await lockStanding(transaction, session);
      await this.#mailQueue.addForOthers([session.email], await change(transaction), transaction);
    });
    await this.#mailQueue.sendAll('others');
  }

  /** The options with which a browser asks for one of this member's passkeys; undefined if there are none. */
  async challenge(staffId: string, origin: string) {
    const keys = await this.#keys(staffId);
    if (keys.length === 0) return undefined;
    return generateAuthenticationOptions({
      rpID: new URL(origin).hostname,
      userVerification: 'required',
      allowCredentials: keys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    });
  }

  /** Whether the assertion was signed for this challenge and origin by a passkey of this member. */
  async verify(staffId: string, response: PasskeyResponse, challenge: string, origin: string): Promise<boolean> {
    const key = (await this.#keys(staffId)).find(({ credential_id }) => credential_id === response.id);
    if (key === undefined) return false;
    const { credential_id: id, public_key: publicKey, counter, transports } = key;
    const newCounter = await usedPasskey(
      response,
      { challenge, origin },
      { id, publicKey: new Uint8Array(publicKey), counter: Number(counter), transports },
    ).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
    if (newCounter === undefined) return false;
    const { rowCount } = await this.#pool.query(
      `update staff_passkey set counter = $2, used_at = now() where credential_id = $1 and ${COUNTS_ON}`,
      [id, newCounter],
    );
    return rowCount === 1;
  }

  async #keys(staffId: string): Promise<KeyRow[]> {
    const { rows } = await this.#pool.query<KeyRow>(
      'select credential_id, public_key, counter, transports from staff_passkey where staff_id = $1',
      [staffId],
    );
    return rows;
  }
}
