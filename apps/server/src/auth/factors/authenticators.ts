import type { OwnerId } from '@vitrine/core';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { type AttemptLimits, RECOVERY_CODES, SECOND_FACTOR } from '../../kit/attempt-limits.ts';
import type { Device } from '../../kit/device.ts';
import type { SecurityEvents } from '../security/security-events.ts';
import { holdWithdrawals } from '../security/withdrawal-hold.ts';
import { demandFactorsFree, withFactorsLocked } from './factor-hold.ts';
import { type DrawnCodes, RecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, totpKey, totpStep, totpUri } from './totp.ts';

export interface AuthenticatorOffer {
  /** The URI for the QR code that the app scans. */
  readonly uri: string;
  /** The secret in the form for typing by hand. */
  readonly key: string;
}

/** The client to whom the code must belong. */
interface CodeHolder {
  readonly personId: string;
  readonly owner: OwnerId;
}

interface AuthenticatorsParts {
  readonly pool: Pool;
  readonly limits: AttemptLimits;
  readonly securityEvents: Pick<SecurityEvents, 'record'>;
  /** The key that encrypts secrets. It is also used for the keyed hashes of old recovery codes. */
  readonly key: string;
  readonly brand: () => string;
}

/** Authenticator apps (TOTP), one per person, and the recovery codes that can be used if the app is lost. */
export class Authenticators {
  readonly #parts: AuthenticatorsParts;
  readonly #recovery: RecoveryCodes;

  constructor(parts: AuthenticatorsParts) {
    this.#parts = parts;
    this.#recovery = new RecoveryCodes({ pool: parts.pool, holders: 'clients', key: parts.key });
  }

  async isEnrolled(personId: string): Promise<boolean> {
    return (await this.#find(personId))?.enrolled === true;
  }

  /** When the authenticator was set up; undefined if it was not. */
  async enrolledAtMs(personId: string): Promise<number | undefined> {
    const { rows } = await this.#parts.pool.query<{ enrolled_at: Date | null }>(
      'select enrolled_at from authenticator where person_id = $1',
      [personId],
    );
    return rows[0]?.enrolled_at?.getTime();
  }

  recoveryCodesLeft(personId: string): Promise<number> {
    return this.#recovery.left(personId);
  }

  /** Throws if no authenticator may be added now. Errors: authenticator_enrolled, factors_held. */
  async demandFree(personId: string): Promise<void> {
    if (await this.isEnrolled(personId)) throw new ApiError('authenticator_enrolled');
    await demandFactorsFree(this.#parts.pool, personId);
  }

  /**
   * Issues a new secret. The authenticator is set up once a code generated from this secret is entered. If the person
   * has a passkey, `confirmed` must be true: the passkey has confirmed the change. Errors: authenticator_enrolled,
   * passkey_required.
   */
  async offer(
    personId: string,
    { account, confirmed }: { readonly account: string; readonly confirmed: boolean },
  ): Promise<AuthenticatorOffer> {
    const { pool, key, brand } = this.#parts;
    const secret = newTotpSecret();
    const encrypted = await symmetricEncrypt({ key, data: secret });
    await withFactorsLocked(pool, personId, async (transaction) => {
      const passkeys = await transaction.query('select from passkey where person_id = $1 limit 1', [personId]);
      if (!confirmed && passkeys.rowCount !== 0) throw new ApiError('passkey_required');
      const { rowCount } = await transaction.query(
        `insert into authenticator (person_id, secret) values ($1, $2)
         on conflict (person_id) do update set secret = excluded.secret, last_step = 0 where authenticator.enrolled_at is null`,
        [personId, encrypted],
      );
      if (rowCount !== 1) throw new ApiError('authenticator_enrolled');
    });
    return { uri: totpUri(secret, brand(), account), key: totpKey(secret) };
  }

  /**
   * Returns the pending secret if this code was generated from it. Errors: authenticator_enrolled,
   * authenticator_missing, code_mismatch, too_many_requests.
   */
  async proved(personId: string, code: string): Promise<string> {
    const found = await this.#find(personId);
    if (found === undefined) throw new ApiError('authenticator_missing');
    if (found.enrolled) throw new ApiError('authenticator_enrolled');
    await this.#parts.limits.count(SECOND_FACTOR, personId);
    if (!(await this.#useStep(personId, found.secret, code))) throw new ApiError('code_mismatch');
    await this.#parts.limits.clear(SECOND_FACTOR, personId);
    // After each correct code, ten recovery codes are hashed with a slow hash. A person can request any number of
    // secrets and enter a correct code for each of them, so correct codes are limited too.
    await this.#parts.limits.count(RECOVERY_CODES, personId);
    return found.secret;
  }

  /**
   * Sets up the authenticator with the proved secret and its first recovery codes. `transaction` must come from
   * `AccountNews.change`. Errors: code_mismatch, factors_held.
   */
  async enrol(transaction: PoolClient, personId: string, secret: string, codes: DrawnCodes): Promise<void> {
    await demandFactorsFree(transaction, personId);
    const { rowCount } = await transaction.query(
      // The row may have changed since the code was checked: a different secret may have been issued, or a passkey
      // added.
      'update authenticator set enrolled_at = now() where person_id = $1 and secret = $2 and enrolled_at is null',
      [personId, secret],
    );
    if (rowCount !== 1) throw new ApiError('code_mismatch');
    await this.storeRecoveryCodes(transaction, personId, codes);
  }

  /**
   * Returns whether the code is from the app, a recovery code, or wrong. Each code works once. A recovery code proves
   * less than the app: its use is always recorded and puts withdrawals on hold. Errors: busy, too_many_requests.
   */
  async check(
    { personId, owner }: CodeHolder,
    code: string,
    device: Device,
  ): Promise<'authenticator' | 'recovery_code' | 'wrong'> {
    const kind = await this.#parts.limits.make(SECOND_FACTOR, personId, () => this.#use(personId, code));
    if (kind === 'wrong') return kind;
    if (kind === 'recovery_code') {
      await holdWithdrawals(this.#parts.pool, owner, 'recovery_code_used');
      await this.#parts.securityEvents.record(owner, 'recovery_code_used', device);
    }
    await this.#parts.limits.clear(SECOND_FACTOR, personId);
    return kind;
  }

  /**
   * Counts a request for a new set of recovery codes; call it before the code that confirms the request is used up.
   * Errors: authenticator_missing, too_many_requests.
   */
  async countRecoveryCodes(personId: string): Promise<void> {
    if (!(await this.isEnrolled(personId))) throw new ApiError('authenticator_missing');
    await this.#parts.limits.count(RECOVERY_CODES, personId);
  }

  /** Generates recovery codes for `enrol` and `storeRecoveryCodes`. */
  drawRecoveryCodes(): Promise<DrawnCodes> {
    return this.#recovery.draw();
  }

  /** Replaces the person's recovery codes. `transaction` must come from `AccountNews.change`. */
  storeRecoveryCodes(transaction: PoolClient, personId: string, drawn: DrawnCodes): Promise<void> {
    return this.#recovery.store(personId, drawn, transaction);
  }

  /**
   * Sandbox only: backdates the setup of the authenticator by a day. Returns false if no account with this email has an
   * authenticator.
   */
  async settle(email: string): Promise<boolean> {
    const { rowCount } = await this.#parts.pool.query(
      `update authenticator set enrolled_at = enrolled_at - interval '24 hours'
       where enrolled_at is not null and person_id = (select id from person where email = $1)`,
      [email],
    );
    return rowCount === 1;
  }

  /** Removes the authenticator and its recovery codes. `transaction` must come from `AccountNews.change`. */
  async remove(transaction: PoolClient, personId: string): Promise<void> {
    await this.#recovery.forget(personId, transaction);
    await transaction.query('delete from authenticator where person_id = $1', [personId]);
  }

  async #use(personId: string, code: string): Promise<'authenticator' | 'recovery_code' | 'wrong'> {
    const found = await this.#find(personId);
    if (found?.enrolled !== true) return 'wrong';
    const typed = code.replaceAll(' ', '');
    if (/^[0-9]{6}$/.test(typed))
      return (await this.#useStep(personId, found.secret, typed)) ? 'authenticator' : 'wrong';
    return (await this.#recovery.redeem(personId, code)) ? 'recovery_code' : 'wrong';
  }

  /**
   * Whether the code is correct and belongs to a later time step than any code used before. Of two concurrent calls,
   * only one succeeds.
   */
  async #useStep(personId: string, encrypted: string, code: string): Promise<boolean> {
    const { pool, key } = this.#parts;
    const step = await totpStep(await symmetricDecrypt({ key, data: encrypted }), code);
    if (step === undefined) return false;
    const { rowCount } = await pool.query(
      'update authenticator set last_step = $2 where person_id = $1 and last_step < $2',
      [personId, step],
    );
    return rowCount === 1;
  }

  async #find(personId: string): Promise<{ readonly secret: string; readonly enrolled: boolean } | undefined> {
    const { rows } = await this.#parts.pool.query<{ secret: string; enrolled: boolean }>(
      'select secret, enrolled_at is not null as enrolled from authenticator where person_id = $1',
      [personId],
    );
    return rows[0];
  }
}
