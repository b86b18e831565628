import { createHash, randomBytes } from 'node:crypto';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { deleteExpired } from '../../kit/postgres/delete-expired.ts';

/** The purposes of tokens, each with the data that such a token represents. */
export interface TokenData {
  /** A sign-in whose first factor was verified; the second is pending. */
  second_factor: {
    readonly personId: string;
    readonly method: SignInMethod;
    /** When the account password was last replaced, as read when the first factor was verified. */
    readonly accountPasswordAt: string;
    readonly connect?: OutsideAccount;
  };
  /** The correct code for a password reset was entered, so a new password may be set. */
  password_reset: { readonly personId: string };
  /** A browser was redirected to the OpenID provider: to sign in or, if a person is given, to connect an account. */
  openid_state: {
    readonly browser: string;
    readonly verifier: string;
    readonly nonce: string;
    readonly redirectUri: string;
    readonly personId?: string;
  };
  /**
   * A browser has come back from the OpenID provider with this account; the ticket completes the sign-in or connection.
   */
  openid_ticket: { readonly browser: string; readonly account: OutsideAccount; readonly personId?: string };
  /** An external account that is not connected to a client yet. Sign-up or the next sign-in may connect it. */
  outside_account: OutsideAccount;
  /**
   * A message for a wallet to sign, issued to one browser: to connect the wallet to the given person, or to sign in.
   */
  wallet_nonce: {
    readonly browser: string;
    readonly personId: string;
    readonly issuedAt: string;
    readonly expiresAt: string;
  };
  /** A frozen client has authenticated, and may appeal without authenticating again. */
  frozen_objection: { readonly owner: OwnerId };
  passkey_sign_in: { readonly challenge: string };
  /** A client is asked to confirm a change to their factors with a passkey, in the requesting session. */
  passkey_confirmation: { readonly challenge: string; readonly personId: string; readonly sessionId: string };
  passkey_withdrawal: { readonly challenge: string; readonly draft: number };
  passkey_addition: {
    readonly challenge: string;
    readonly personId: string;
    readonly sessionId: string;
    /** Whether an existing factor confirmed that the passkey may be added. */
    readonly confirmed: boolean;
  };
}

export type SignInMethod = 'password' | 'google' | 'wallet' | 'passkey';

/** An external account whose ownership has been proved. */
export interface OutsideAccount {
  readonly provider: 'google' | 'wallet';
  /** The provider's id of the account, or the wallet's address with its checksum. */
  readonly subject: string;
  /** An email address or the wallet's address. */
  readonly label: string;
  /** The email address that the provider vouches for. */
  readonly provedEmail?: string;
}

export type TokenPurpose = keyof TokenData;

const TOKEN_BYTES = 32;

/**
 * Secrets that work only once. Only their hashes are stored, so that those who can read the table cannot use the
 * secrets.
 */
export class OneTimeTokens {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async issue<P extends TokenPurpose>(purpose: P, data: TokenData[P], lifeSeconds: number): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.keep(purpose, token, data, lifeSeconds);
    return token;
  }

  /** Stores a secret that was generated elsewhere. */
  async keep<P extends TokenPurpose>(
    purpose: P,
    token: string,
    data: TokenData[P],
    lifeSeconds: number,
  ): Promise<void> {
    await this.#pool.query(
      `insert into one_time_token (purpose, token_hash, data, expires_at)
       values ($1, $2, $3, now() + make_interval(secs => $4))`,
      [purpose, hash(token), JSON.stringify(data), lifeSeconds],
    );
  }

  /** Uses up the token and returns its data. Of two concurrent calls, only one succeeds. */
  async redeem<P extends TokenPurpose>(purpose: P, token: string): Promise<TokenData[P] | undefined> {
    const { rows } = await this.#pool.query<{ data: TokenData[P]; live: boolean }>(
      'delete from one_time_token where purpose = $1 and token_hash = $2 returning data, expires_at > now() as live',
      [purpose, hash(token)],
    );
    return rows[0]?.live ? rows[0].data : undefined;
  }

  /**
   * Returns the data of a valid token without using it up, at most `most` times in total, even for concurrent calls.
   */
  async look<P extends TokenPurpose>(purpose: P, token: string, most: number): Promise<TokenData[P] | undefined> {
    const { rows } = await this.#pool.query<{ data: TokenData[P] }>(
      `update one_time_token set tries = tries + 1
       where purpose = $1 and token_hash = $2 and expires_at > now() and tries < $3 returning data`,
      [purpose, hash(token), most],
    );
    return rows[0]?.data;
  }

  /**
   * Subtracts a use that `look` has counted, because the action for which the token was looked up was not performed.
   */
  async giveBack(purpose: TokenPurpose, token: string): Promise<void> {
    await this.#pool.query('update one_time_token set tries = tries - 1 where purpose = $1 and token_hash = $2', [
      purpose,
      hash(token),
    ]);
  }

  /** Deletes a batch of expired tokens. Returns whether there may be more. */
  prune(): Promise<boolean> {
    return deleteExpired(this.#pool, { table: 'one_time_token', column: 'expires_at' });
  }
}

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();
