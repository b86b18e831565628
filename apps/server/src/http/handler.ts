import type { BodyOf, Endpoint, QueryOf, ResponseOf } from '@vitrine/contract';
import type { Device } from '../kit/device.ts';
import type { ProviderMessage } from '../providers/payment/payment.ts';
import type { Services } from './services.ts';
import type { Session } from './session.ts';
import type { StaffSession } from './staff-session.ts';

export interface CookieOptions {
  /** Seconds until the browser deletes the cookie; by default, it is deleted when the browser closes. */
  readonly maxAgeSeconds?: number;
  /** `Lax` if the browser must send the cookie even when returning from another site; otherwise `Strict`. */
  readonly sameSite?: 'Strict' | 'Lax';
}

export interface CachedFor {
  readonly for: 'everyone' | 'reader';
  readonly seconds: number;
}

/** The session that a handler sees: always present for endpoints of clients or staff, optional for visitors. */
type SessionOf<E extends Endpoint> = E['access'] extends 'client'
  ? Session
  : E['access'] extends 'staff'
    ? StaffSession
    : Session | undefined;

/** What the handler of a staff call adds to the call's entry in the audit trail. */
export interface AuditDetails {
  /** Who or what the call concerns, such as `client 1004`. */
  readonly subject?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
}

/** A request as its handler sees it: validated against the contract. */
export interface Call<E extends Endpoint, S extends Services = Services> {
  readonly services: S;
  readonly session: SessionOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The headers and raw text of the request, for verifying signatures over the exact text. */
  readonly message: ProviderMessage;
  /** The Idempotency-Key header, whose format has been checked. */
  readonly idempotencyKey: string | undefined;
  /** The IP address and User-Agent of the caller. */
  readonly device: Device;
  /** Whether a page sent the request: browsers send an Origin with every POST, programs do not. */
  readonly isFromPage: boolean;
  /**
   * The origin at which browsers reach the exchange: the configured one or, in a sandbox without one, the host of this
   * request.
   */
  readonly origin: string;
  /** The browser's cookie of this name. */
  cookie(name: string): string | undefined;
  /**
   * Counts a response with this many items against the rate limit of the caller's address. Call it before the items are
   * read. Throws too_many_requests if the limit would be exceeded.
   */
  chargeItems(items: number): void;
  /** Redirects the browser. What the handler returns is then ignored. */
  redirect(location: string): void;
  /**
   * Makes this JSON text the response, without validating or serializing it. For data that was validated before it was
   * stored, and that would be costly to parse.
   */
  storedJson(text: string): ResponseOf<E>;
  /** Makes the response a file that the browser saves instead of opening. */
  download(file: { readonly name: string; readonly type: string }): void;
  /** Makes the response a file that a page shows. `cached` says how browsers and proxies may cache it. */
  show(type: string, cached?: CachedFor): void;
  /** Sets an HttpOnly, Secure cookie on path /, SameSite=Strict by default. 127.0.0.1 and localhost count as secure. */
  setCookie(name: string, value: string, options?: CookieOptions): void;
  clearCookie(name: string): void;
  /** Makes the browser clear its cache for this site. For sign-outs. */
  clearCache(): void;
  /** Aborted when the caller disconnects. */
  readonly gone: AbortSignal;
  /** Whether the call only reads: it is a GET that changes nothing. */
  readonly isRead: boolean;
  /** For staff calls: adds the subject and the states before and after to the entry in the audit trail. */
  audit(details: AuditDetails): void;
  /** The details passed to `audit` so far. */
  readonly auditDetails: AuditDetails;
}

export type Handler<E extends Endpoint, S extends Services = Services> = (
  call: Call<E, S>,
) => ResponseOf<E> | Promise<ResponseOf<E>>;
