import { createHash } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { OpenIdFault, type OpenIdIdentity, type OpenIdProvider, type OpenIdRequest } from './openid.ts';

/** Sends a request to the provider. */
export type Send = (url: string, init?: RequestInit) => Promise<Response>;

export interface OpenIdSettings {
  /** The provider's issuer identifier, for example https://accounts.google.com. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Discovery {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
}

interface OpenIdClientParts {
  readonly settings: OpenIdSettings;
  readonly send: Send;
  /** The URL to which browsers are redirected, if it differs from the one in the provider's discovery document. */
  readonly authorizationEndpoint?: string;
}

const RESPOND_WITHIN_MS = 10_000;
const ALGORITHMS = ['RS256', 'ES256', 'PS256', 'EdDSA'];

/** Sign-in with any provider that supports OpenID Connect Discovery 1.0. */
export class OpenIdClient implements OpenIdProvider {
  readonly #parts: OpenIdClientParts;
  #discovered: Promise<Discovery> | undefined;

  constructor(parts: OpenIdClientParts) {
    this.#parts = parts;
  }

  async authorizationUrl({ redirectUri, state, nonce, verifier }: OpenIdRequest): Promise<string> {
    const endpoint = this.#parts.authorizationEndpoint ?? (await this.#discover()).authorization_endpoint;
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.#parts.settings.clientId,
      redirect_uri: redirectUri,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      // Has the provider let people choose the account each time, because several people may share a browser.
      prompt: 'select_account',
    });
    return `${endpoint}${endpoint.includes('?') ? '&' : '?'}${query}`;
  }

  async identify(
    code: string,
    issuer: string | undefined,
    { redirectUri, nonce, verifier }: Pick<OpenIdRequest, 'redirectUri' | 'nonce' | 'verifier'>,
  ): Promise<OpenIdIdentity> {
    const { settings } = this.#parts;
    // RFC 9207: reject a response from a different issuer.
    if (issuer !== undefined && issuer !== settings.issuer)
      throw new OpenIdFault('the response of the provider names a different issuer than OIDC_ISSUER');
    const { token_endpoint } = await this.#discover();
    const answer = await this.#json<{ id_token?: unknown }>(token_endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: basic(settings.clientId, settings.clientSecret),
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }).toString(),
    });
    if (typeof answer.id_token !== 'string') throw new OpenIdFault('the response has no id_token');
    return toIdentity(await this.#verified(answer.id_token), nonce);
  }

  async #verified(idToken: string): Promise<JWTPayload> {
    const { jwks_uri } = await this.#discover();
    const keys = createLocalJWKSet(await this.#json<JSONWebKeySet>(jwks_uri));
    const { issuer, clientId } = this.#parts.settings;
    const { payload } = await jwtVerify(idToken, keys, {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: 30,
    }).catch((cause: Error) => {
      throw new OpenIdFault('the id_token is invalid', { cause });
    });
    if (!isForUs(payload, clientId)) throw new OpenIdFault('the id_token was issued for another client');
    return payload;
  }

  #discover(): Promise<Discovery> {
    this.#discovered ??= this.#read().catch((error) => {
      this.#discovered = undefined;
      throw error;
    });
    return this.#discovered;
  }

  async #read(): Promise<Discovery> {
    const { issuer } = this.#parts.settings;
    const said = await this.#json<Discovery>(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    if (said.issuer !== issuer)
      throw new OpenIdFault('the discovery document names a different issuer than OIDC_ISSUER');
    return said;
  }

  async #json<T>(url: string, init: RequestInit = {}): Promise<T> {
    const signal = AbortSignal.timeout(RESPOND_WITHIN_MS);
    try {
      const response = await this.#parts.send(url, { ...init, signal, redirect: 'error' });
      if (response.ok) return (await response.json()) as T;
      throw new OpenIdFault(`the provider returned HTTP ${response.status} for ${url}`);
    } catch (cause) {
      throw cause instanceof OpenIdFault ? cause : new OpenIdFault('the provider is not responding', { cause });
    }
  }
}

/** OpenID Connect Core 3.1.3.7: a token with several audiences must name the client to which it was issued. */
const isForUs = ({ aud, azp }: JWTPayload, clientId: string): boolean =>
  azp === undefined ? typeof aud === 'string' || aud?.length === 1 : azp === clientId;

function toIdentity({ sub, email, email_verified, nonce }: JWTPayload, expectedNonce: string): OpenIdIdentity {
  if (nonce !== expectedNonce) throw new OpenIdFault('the id_token belongs to another sign-in');
  if (typeof sub !== 'string' || sub === '') throw new OpenIdFault('the id_token has no subject (sub)');
  if (typeof email !== 'string' || email === '') throw new OpenIdFault('the id_token has no email address');
  return { subject: sub, email, isEmailVerified: email_verified === true };
}

/** The Basic credentials: id and secret are form-encoded before they are joined (RFC 6749, 2.3.1). */
function basic(id: string, secret: string): string {
  const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
