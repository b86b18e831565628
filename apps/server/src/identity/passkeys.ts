import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import type { Pool } from 'pg';
import { ApiError } from '../http/api-error.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import { COUNTS_ON, newPasskey, usedPasskey } from './passkey-answers.ts';

const CHALLENGE_SECONDS = 300;
/** As long as a draft of a withdrawal stands. */
const DRAFT_SECONDS = 600;
const MOST_PASSKEYS = 10;

/** As clients see it in their list. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
  /** Undefined where nobody has signed in with it yet. */
  readonly usedAtMs: number | undefined;
}

/** Options for the browser, and the token that its answer comes back with. */
export interface PasskeyCeremony<Options> {
  readonly options: Options;
  readonly token: string;
}

/** Who adds a passkey. */
interface PasskeyAdder {
  readonly personId: string;
  readonly sessionId: string;
  /** Whether that takes a code of the authenticator as well. */
  readonly withCode: boolean;
}

interface PasskeysParts {
  readonly pool: Pool;
  readonly tokens: OneTimeTokens;
  readonly brand: () => string;
}

/**
 * Keys that a device keeps and opens with a finger, a face or a PIN (WebAuthn). That is two factors in one, so the device
 * must have verified its owner each time.
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

  /** Errors: too_many_passkeys. */
  async offer({ personId, sessionId, withCode }: PasskeyAdder, account: string, origin: string) {
    const known = await this.of(personId);
    if (known.length >= MOST_PASSKEYS) throw new ApiError('too_many_passkeys', { most: String(MOST_PASSKEYS) });
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
      { challenge, personId, sessionId, withCode },
      CHALLENGE_SECONDS,
    );
    return { options, token } satisfies PasskeyCeremony<object>;
  }

  /**
   * Keeps a new passkey, of the session that asked for it. Where an authenticator is set up by now, its code must have come
   * before: `withCode`. Errors: passkey_refused.
   */
  async add(
    { personId, sessionId, withCode }: PasskeyAdder,
    origin: string,
    { token, name, response }: { readonly token: string; readonly name: string; readonly response: object },
  ): Promise<void> {
    const offered = await this.#parts.tokens.redeem('passkey_addition', token);
    if (offered === undefined || offered.personId !== personId || offered.sessionId !== sessionId)
      throw new ApiError('passkey_refused');
    if (withCode && !offered.withCode) throw new ApiError('passkey_refused');
    const { challenge } = offered;
    const { id, publicKey, counter, transports } = await newPasskey(response, { challenge, origin });
    const { rowCount } = await this.#parts.pool.query(
      `insert into passkey (credential_id, person_id, name, public_key, counter, transports)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [id, personId, name, Buffer.from(publicKey), counter, transports ?? []],
    );
    if (rowCount !== 1) throw new ApiError('passkey_refused');
  }

  /** For anyone: the device itself knows which passkeys it has for this site. */
  async ask(origin: string) {
    const options = await generateAuthenticationOptions({
      rpID: new URL(origin).hostname,
      userVerification: 'required',
    });
    const { challenge } = options;
    const token = await this.#parts.tokens.issue('passkey_sign_in', { challenge }, CHALLENGE_SECONDS);
    return { options, token } satisfies PasskeyCeremony<object>;
  }

  /** For the owner of these passkeys, to confirm a draft of theirs. */
  async askFor(personId: string, draft: number, origin: string) {
    const options = await generateAuthenticationOptions({
      rpID: new URL(origin).hostname,
      userVerification: 'required',
      allowCredentials: (await this.of(personId)).map(({ id }) => ({ id })),
    });
    const { challenge } = options;
    const token = await this.#parts.tokens.issue('passkey_withdrawal', { challenge, draft }, DRAFT_SECONDS);
    return { options, token } satisfies PasskeyCeremony<object>;
  }

  /** Whose passkey has answered. Errors: passkey_refused. */
  async verify(origin: string, token: string, response: object): Promise<string> {
    const asked = await this.#parts.tokens.redeem('passkey_sign_in', token);
    return (await this.#answered(origin, asked?.challenge, response)).personId;
  }

  /** Since when there has been the passkey of this person that has confirmed this very draft. Undefined where none has. */
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

  async #answered(origin: string, challenge: string | undefined, response: object) {
    const id = String((response as { readonly id?: unknown }).id);
    const passkey = await this.#find(id);
    if (challenge === undefined || passkey === undefined) throw new ApiError('passkey_refused');
    const { person_id: personId, public_key: publicKey, counter, created_at: createdAt } = passkey;
    const key = { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) };
    const { rowCount } = await this.#parts.pool.query(
      `update passkey set counter = $2, used_at = now() where credential_id = $1 and ${COUNTS_ON}`,
      [id, await usedPasskey(response, { challenge, origin }, key)],
    );
    if (rowCount !== 1) throw new ApiError('passkey_refused');
    return { personId, createdAtMs: createdAt.getTime() };
  }

  /** Errors: passkey_unknown. */
  async remove(personId: string, id: string): Promise<void> {
    const { rowCount } = await this.#parts.pool.query(
      'delete from passkey where person_id = $1 and credential_id = $2',
      [personId, id],
    );
    if (rowCount !== 1) throw new ApiError('passkey_unknown');
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
