import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import type { PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import type { AuthParts } from '../auth-parts.ts';
import { ACCOUNT_PASSWORD_AT, type ProvedPerson } from '../clients.ts';
import { demandFactorsFree, holdFactors } from './factor-hold.ts';
import { COUNTS_ON, newPasskey, usedPasskey } from './passkey-answers.ts';

const CHALLENGE_SECONDS = 300;
/** The lifetime of a challenge to confirm a withdrawal draft. It must equal the lifetime of drafts. */
const DRAFT_SECONDS = 600;
const MOST_PASSKEYS = 10;

/** A passkey as listed to its owner. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
  /** When the passkey was last used; undefined if never. */
  readonly usedAtMs: number | undefined;
}

/** Options for the browser, and the token that must be sent with the browser's response. */
export interface PasskeyCeremony<Options> {
  readonly options: Options;
  readonly token: string;
}

interface PasskeyHolder {
  readonly personId: string;
  readonly sessionId: string;
}

/** A browser's response. */
export interface CeremonyResponse {
  readonly token: string;
  readonly response: object;
}

/** A new passkey that has been verified but not stored yet. */
interface MadePasskey extends Awaited<ReturnType<typeof newPasskey>> {
  readonly name: string;
  readonly confirmed: boolean;
}

type PasskeysParts = Pick<AuthParts, 'pool' | 'tokens' | 'brand'>;

/**
 * Keys that a device stores and unlocks with a fingerprint, a face or a PIN (WebAuthn). Because a passkey counts as two
 * factors, the device must verify its owner at each use.
 */
export class Passkeys {
  readonly #parts: PasskeysParts;

  constructor(parts: PasskeysParts) {
    this.#parts = parts;
  }

  async of(personId: string): Promise<readonly Passkey[]> {
    const { rows } = await this.#parts.pool.query<{
      credential_id: string;
      name: string;
      created_at: Date;
      used_at: Date | null;
    }>('select credential_id, name, created_at, used_at from passkey where person_id = $1 order by created_at', [
      personId,
    ]);
    return rows.map((row) => ({
      id: row.credential_id,
      name: row.name,
      createdAtMs: row.created_at.getTime(),
      usedAtMs: row.used_at?.getTime(),
    }));
  }

  /** Throws if no passkey may be added now. Errors: factors_held. */
  demandFree(personId: string): Promise<void> {
    return demandFactorsFree(this.#parts.pool, personId);
  }

  /** Options for creating a passkey. Errors: too_many_passkeys. */
  async offer(
    { personId, sessionId }: PasskeyHolder,
    { account, origin, confirmed }: { readonly account: string; readonly origin: string; readonly confirmed: boolean },
  ) {
    const known = await this.of(personId);
    if (known.length >= MOST_PASSKEYS) throw tooMany();
    const options = await generateRegistrationOptions({
      rpName: this.#parts.brand(),
      rpID: new URL(origin).hostname,
      userID: new TextEncoder().encode(personId),
      userName: account,
      attestationType: 'none',
      excludeCredentials: known.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { challenge } = options;
    const token = await this.#parts.tokens.issue(
      'passkey_addition',
      { challenge, personId, sessionId, confirmed },
      CHALLENGE_SECONDS,
    );
    return { options, token } satisfies PasskeyCeremony<object>;
  }

  /** Verifies a browser's new passkey, for the session that requested it. Errors: passkey_refused. */
  async made(
    { personId, sessionId }: PasskeyHolder,
    origin: string,
    { token, name, response }: CeremonyResponse & { readonly name: string },
  ): Promise<MadePasskey> {
    const offered = await this.#parts.tokens.redeem('passkey_addition', token);
    if (offered === undefined || offered.personId !== personId || offered.sessionId !== sessionId)
      throw new ApiError('passkey_refused');
    const { challenge, confirmed } = offered;
    return { ...(await newPasskey(response, { challenge, origin })), name, confirmed };
  }

  /**
   * Stores the passkey. If another factor has been set up in the meantime, the passkey is refused, unless an existing
   * factor confirmed the request. A pending authenticator secret becomes void. `transaction` must come from
   * `AccountNews.change`. Errors: passkey_refused, too_many_passkeys, factors_held.
   */
  async add(transaction: PoolClient, personId: string, passkey: MadePasskey): Promise<void> {
    const { id, publicKey, counter, name, confirmed } = passkey;
    await this.#demandRoom(transaction, personId, confirmed);
    const { rowCount } = await transaction.query(
      `insert into passkey (credential_id, person_id, name, public_key, counter, transports)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [id, personId, name, Buffer.from(publicKey), counter, transportsOf(passkey)],
    );
    if (rowCount !== 1) throw new ApiError('passkey_refused');
    await transaction.query('delete from authenticator where person_id = $1 and enrolled_at is null', [personId]);
  }

  async #demandRoom(transaction: PoolClient, personId: string, confirmed: boolean): Promise<void> {
    await demandFactorsFree(transaction, personId);
    const { rows } = await transaction.query<{ passkeys: number; authenticator: boolean }>(
      `select (select count(*)::int from passkey where person_id = $1) as passkeys,
         exists (select from authenticator where person_id = $1 and enrolled_at is not null) as authenticator`,
      [personId],
    );
    const { passkeys = 0, authenticator = false } = rows[0] ?? {};
    if (!confirmed && (authenticator || passkeys > 0)) throw new ApiError('passkey_refused');
    if (passkeys >= MOST_PASSKEYS) throw tooMany();
  }

  /** Options for a sign-in by anyone. They list no passkeys: the device knows which ones it has for this site. */
  async ask(origin: string) {
    const options = await generateAuthenticationOptions({
      rpID: new URL(origin).hostname,
      userVerification: 'required',
    });
    const { challenge } = options;
    const token = await this.#parts.tokens.issue('passkey_sign_in', { challenge }, CHALLENGE_SECONDS);
    return { options, token } satisfies PasskeyCeremony<object>;
  }

  /** Asks the owner to confirm a change to the factors with a passkey. Errors: passkey_unknown. */
  async askToConfirm({ personId, sessionId }: PasskeyHolder, origin: string) {
    const options = await this.#askOwner(personId, origin);
    if (options.allowCredentials?.length === 0) throw new ApiError('passkey_unknown');
    const { challenge } = options;
    const token = await this.#parts.tokens.issue(
      'passkey_confirmation',
      { challenge, personId, sessionId },
      CHALLENGE_SECONDS,
    );
    return { options, token } satisfies PasskeyCeremony<object>;
  }

  /**
   * Throws unless a passkey of this person confirmed a change to the factors in this session. Errors: passkey_refused.
   */
  async demandConfirmed({ personId, sessionId }: PasskeyHolder, origin: string, { token, response }: CeremonyResponse) {
    const asked = await this.#parts.tokens.redeem('passkey_confirmation', token);
    if (asked?.personId !== personId || asked.sessionId !== sessionId) throw new ApiError('passkey_refused');
    const answered = await this.#answered(origin, asked.challenge, response);
    if (answered.personId !== personId) throw new ApiError('passkey_refused');
  }

  /** Asks the owner to confirm a withdrawal draft with a passkey. */
  async askFor(personId: string, draft: number, origin: string) {
    const options = await this.#askOwner(personId, origin);
    const { challenge } = options;
    const token = await this.#parts.tokens.issue('passkey_withdrawal', { challenge, draft }, DRAFT_SECONDS);
    return { options, token } satisfies PasskeyCeremony<object>;
  }

  /** The person whose passkey signed the assertion. Errors: passkey_refused. */
  async verify(origin: string, token: string, response: object): Promise<ProvedPerson> {
    const asked = await this.#parts.tokens.redeem('passkey_sign_in', token);
    return this.#answered(origin, asked?.challenge, response);
  }

  /**
   * The creation time of the passkey that confirmed this withdrawal draft; undefined if none of the person's passkeys
   * did.
   */
  async confirms(
    personId: string,
    draft: number,
    origin: string,
    token: string,
    response: object,
  ): Promise<number | undefined> {
    const asked = await this.#parts.tokens.redeem('passkey_withdrawal', token);
    if (asked?.draft !== draft) return undefined;
    const answered = await this.#answered(origin, asked.challenge, response).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
    return answered?.personId === personId ? answered.createdAtMs : undefined;
  }

  async #askOwner(personId: string, origin: string) {
    return generateAuthenticationOptions({
      rpID: new URL(origin).hostname,
      userVerification: 'required',
      allowCredentials: (await this.of(personId)).map(({ id }) => ({ id })),
    });
  }

  async #answered(origin: string, challenge: string | undefined, response: object) {
    const { id } = response as { readonly id?: unknown };
    if (challenge === undefined || typeof id !== 'string') throw new ApiError('passkey_refused');
    const passkey = await this.#find(id);
    if (passkey === undefined) throw new ApiError('passkey_refused');
    const { person_id: personId, public_key: publicKey, counter, created_at: createdAt } = passkey;
    const key = { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) };
    const { rows } = await this.#parts.pool.query<{ account_password_at: string }>(
      `update passkey set counter = $2, used_at = now() from client
       where credential_id = $1 and ${COUNTS_ON} and client.person_id = passkey.person_id
       returning ${ACCOUNT_PASSWORD_AT} as account_password_at`,
      [id, await usedPasskey(response, { challenge, origin }, key)],
    );
    if (rows[0] === undefined) throw new ApiError('passkey_refused');
    return { personId, accountPasswordAt: rows[0].account_password_at, createdAtMs: createdAt.getTime() };
  }

  /**
   * Removes a passkey. Unless a factor confirmed the removal, no factor can be added and no limit raised for a day.
   * `transaction` must come from `AccountNews.change`. Errors: passkey_unknown.
   */
  async remove(
    transaction: PoolClient,
    personId: string,
    { id, confirmed }: { readonly id: string; readonly confirmed: boolean },
  ): Promise<void> {
    const { rowCount } = await transaction.query('delete from passkey where person_id = $1 and credential_id = $2', [
      personId,
      id,
    ]);
    if (rowCount !== 1) throw new ApiError('passkey_unknown');
    if (!confirmed) await holdFactors(transaction, personId);
  }

  async #find(id: string) {
    const { rows } = await this.#parts.pool.query<{
      person_id: string;
      public_key: Buffer;
      counter: string;
      created_at: Date;
    }>('select person_id, public_key, counter, created_at from passkey where credential_id = $1', [id]);
    return rows[0];
  }
}

/**
 * The transports by which, according to the browser, the device is connected (USB, NFC and so on). The library does not
 * validate them. Errors: passkey_refused.
 */
export function transportsOf({ transports }: Pick<WebAuthnCredential, 'transports'>): readonly string[] {
  const said: unknown = transports ?? [];
  if (!Array.isArray(said) || !said.every((one) => typeof one === 'string')) throw new ApiError('passkey_refused');
  return said;
}

const tooMany = () => new ApiError('too_many_passkeys', { most: String(MOST_PASSKEYS) });
