import type { OwnerId } from '@vitrine/core';
import type { Pool, PoolClient } from 'pg';
import { keepReplaced } from '../security/password-history.ts';
import { type HoldReason, holdWithdrawals } from '../security/withdrawal-hold.ts';
import { forgetOtherDevices, type SigningDevice } from '../sign-in/known-devices.ts';
import { RECENT_DAYS } from '../sign-in/passwordless-methods.ts';
import { nobodysHash, verifyPassword } from './passwords.ts';

/** The passwords that people sign in with. */
export class AccountPasswords {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Whether `password` is this person's account password. If the person does not exist, the check takes the same time.
   */
  async isRight(personId: string | undefined, password: string): Promise<boolean> {
    const stored = personId === undefined ? undefined : await this.hashOf(personId);
    const isEqual = await verifyPassword(stored ?? nobodysHash, password);
    return stored !== undefined && isEqual;
  }

  async hashOf(personId: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ password: string | null }>(
      `select password from credential where person_id = $1 and provider_id = 'credential'`,
      [personId],
    );
    return rows[0]?.password ?? undefined;
  }
}

interface Replacement {
  readonly personId: string;
  readonly owner: OwnerId;
  readonly oldHash: string;
  readonly hash: string;
  readonly reason: HoldReason;
  /** The device that makes the change. It stays known, whereas other devices are forgotten. */
  readonly device: SigningDevice;
  /** The session that makes the change. It is not ended. */
  readonly keptSession?: string;
}

/**
 * Replaces the password, ends sessions and puts withdrawals on hold, in a transaction that has locked the client's
 * factors. Returns the time at which the hold ends. If the password is no longer the one with `oldHash`, changes
 * nothing and returns undefined.
 */
export async function replaceAccountPassword(
  client: PoolClient,
  replacement: Replacement,
): Promise<number | undefined> {
  const { personId, owner, oldHash, hash, reason, device, keptSession = '' } = replacement;
  const { rowCount } = await client.query(
    `update credential set password = $3, updated_at = now()
     where person_id = $1 and provider_id = 'credential' and password = $2`,
    [personId, oldHash, hash],
  );
  if (rowCount !== 1) return undefined;
  await keepReplaced(client, personId, 'account', oldHash);
  await client.query('update client set account_password_changed_at = now() where person_id = $1', [personId]);
  // Sign-ins that have begun with the old password, and pending resets, become void.
  await client.query(
    `delete from one_time_token where purpose in ('password_reset', 'second_factor') and data ->> 'personId' = $1`,
    [personId],
  );
  await client.query('delete from session where person_id = $1 and id <> $2', [personId, keptSession]);
  // A reset proves only access to the mailbox, so the devices that the owner has used for a long time stay known.
  await forgetOtherDevices(client, owner, device, reason === 'account_password_reset' ? RECENT_DAYS : undefined);
  return holdWithdrawals(client, owner, reason);
}
