import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../kit/api-error.ts';
import { OpenIdFault, type OpenIdProvider } from '../../providers/openid/openid.ts';
import type { OneTimeTokens, OutsideAccount } from '../codes/one-time-tokens.ts';
import { normaliseEmail } from '../email.ts';

const WAY_SECONDS = 600;
/** The lifetime of the ticket that a returning browser gets; the ticket works once. */
const TICKET_SECONDS = 60;

/** The redirect for the browser. */
export interface Departure {
  readonly location: string;
  /** A secret that the browser stores in a cookie. It proves that the same browser returns. */
  readonly browser: string;
}

export interface Return {
  readonly username: string;
  readonly ticket: string;
  /** Whether the browser returned to connect an account rather than to sign in. */
  readonly isConnecting: boolean;
}

interface GoogleSignInParts {
  readonly tokens: OneTimeTokens;
  /** The OpenID provider; undefined if the operator has not set one up. */
  readonly provider: OpenIdProvider | undefined;
  readonly onFault: (fault: OpenIdFault) => void;
}

/**
 * Redirects to Google, or another OpenID provider from the settings, and handles the return. State, nonce and PKCE
 * verifier are stored on the server, bound to the browser by a cookie, and used up by the return.
 */
export class GoogleSignIn {
  readonly #parts: GoogleSignInParts;

  constructor(parts: GoogleSignInParts) {
    this.#parts = parts;
  }

  get isAvailable(): boolean {
    return this.#parts.provider !== undefined;
  }

  /**
   * Starts a redirect: to connect an account if `personId` is given, otherwise to sign in. Errors: google_unavailable,
   * google_failed.
   */
  async depart(redirectUri: string, personId?: string): Promise<Departure> {
    const [browser, verifier, nonce] = [secret(), secret(), secret()];
    const way = {
      browser: hash(browser),
      verifier,
      nonce,
      redirectUri,
      ...(personId === undefined ? {} : { personId }),
    };
    const state = await this.#parts.tokens.issue('openid_state', way, WAY_SECONDS);
    const request = { redirectUri, state, nonce, verifier };
    const location = await this.#ask((provider) => provider.authorizationUrl(request));
    return { location, browser };
  }

  /**
   * Identifies the account of a browser that returns from the provider, and issues a ticket for it. Errors:
   * google_unavailable, google_failed, google_state.
   */
  async arrive(state: string, code: string, browser: string | undefined, issuer: string | undefined): Promise<Return> {
    const way = await this.#parts.tokens.redeem('openid_state', state);
    if (way === undefined || !isSame(way.browser, browser)) throw new ApiError('google_state');
    const { subject, email, isEmailVerified } = await this.#ask((provider) => provider.identify(code, issuer, way));
    const provedEmail = isEmailVerified ? normaliseEmail(email) : undefined;
    const account: OutsideAccount = {
      provider: 'google',
      subject,
      label: email,
      ...(provedEmail === undefined ? {} : { provedEmail }),
    };
    const { personId } = way;
    const ticket = await this.#parts.tokens.issue(
      'openid_ticket',
      { browser: way.browser, account, ...(personId === undefined ? {} : { personId }) },
      TICKET_SECONDS,
    );
    return { username: email, ticket, isConnecting: personId !== undefined };
  }

  /**
   * Uses up a ticket, even if it is refused, and returns its account. `personId` is the person who connects the
   * account; undefined for a sign-in. Errors: google_ticket.
   */
  async redeem(
    ticket: string,
    username: string,
    browser: string | undefined,
    personId: string | undefined,
  ): Promise<OutsideAccount> {
    const found = await this.#parts.tokens.redeem('openid_ticket', ticket);
    const fits =
      found !== undefined &&
      isSame(found.browser, browser) &&
      found.account.label === username &&
      found.personId === personId;
    if (!fits) throw new ApiError('google_ticket');
    return found.account;
  }

  async #ask<T>(question: (provider: OpenIdProvider) => Promise<T>): Promise<T> {
    const { provider, onFault } = this.#parts;
    if (provider === undefined) throw new ApiError('google_unavailable');
    return question(provider).catch((error: unknown) => {
      if (!(error instanceof OpenIdFault)) throw error;
      onFault(error);
      throw new ApiError('google_failed');
    });
  }
}

const secret = (): string => randomBytes(32).toString('base64url');
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
const isSame = (kept: string, browser: string | undefined): boolean =>
  browser !== undefined && timingSafeEqual(Buffer.from(kept), Buffer.from(hash(browser)));
