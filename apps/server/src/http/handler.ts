import type { BodyOf, Endpoint, EndpointKey, Endpoints, QueryOf, ResponseOf } from '@vitrine/contract';
import type { Device } from '../kit/device.ts';
import type { ProviderMessage } from '../providers/payment/payment.ts';
import type { Services } from './services.ts';
import type { Session } from './session.ts';
import type { StaffSession } from './staff-session.ts';

export interface CookieOptions {
  /** Seconds until the browser forgets it; left out: when the browser closes. */
  readonly maxAgeSeconds?: number;
  /** `Lax` where the browser must still have it when it comes back from another site; `Strict` otherwise. */
  readonly sameSite?: 'Strict' | 'Lax';
}

export interface CachedFor {
  readonly for: 'everyone' | 'reader';
  readonly seconds: number;
}

/** The session a handler sees: always there where the endpoint is for clients or staff, perhaps there where visitors may call. */
type SessionOf<E extends Endpoint> = E['access'] extends 'client'
  ? Session
  : E['access'] extends 'staff'
    ? StaffSession
    : Session | undefined;

/** What a handler for staff adds to its call's entry in the audit trail. */
export interface AuditDetails {
  /** Whom or what it was about, such as `client 1004`. */
  readonly subject?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
}

/** One request, validated against the contract, as its handler sees it. */
export interface Call<E extends Endpoint, S extends Services = Services> {
  readonly services: S;
  readonly session: SessionOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The request as it came, headers and text, for what is signed letter for letter. */
  readonly message: ProviderMessage;
  /** The Idempotency-Key header, already checked for form. */
  readonly idempotencyKey: string | undefined;
  /** Where it comes from. */
  readonly device: Device;
  /** Whether a page sent it: browsers state the origin of every POST, programs of none. */
  readonly isFromPage: boolean;
  /** Where browsers reach the exchange: as set, in a sandbox without the setting the address of this very request. */
  readonly origin: string;
  /** What the browser keeps under this name. */
  cookie(name: string): string | undefined;
  /** Redirects the browser: the response's body is then not read. */
  redirect(location: string): void;
  /** The answer is the bytes of a file, for keeping and not for running. */
  download(file: { readonly name: string; readonly type: string }): void;
  /** The response is the bytes of a file for a page to show, cached by browsers and proxies where `cached` says so. */
  show(type: string, cached?: CachedFor): void;
  /** Sets an HttpOnly, Secure cookie on path /, SameSite=Strict if nothing else is asked for. Browsers count 127.0.0.1 and localhost as secure. */
  setCookie(name: string, value: string, options?: CookieOptions): void;
  clearCookie(name: string): void;
  /** Has the browser forget what it cached of us, after a sign-out. */
  clearCache(): void;
  /** Aborted when the caller disconnects. */
  readonly gone: AbortSignal;
  /** Whether it asks without changing anything. */
  readonly isRead: boolean;
  /** Of a call for staff: adds to its entry in the audit trail whom it was about, and what was before and after. */
  audit(details: AuditDetails): void;
  /** What `audit` has been given so far. */
  readonly auditDetails: AuditDetails;
}

export type Handler<E extends Endpoint, S extends Services = Services> = (
  call: Call<E, S>,
) => ResponseOf<E> | Promise<ResponseOf<E>>;

/** The handlers of one room, by the keys of the contract. */
export type HandlersOf<S extends Services> = { readonly [K in EndpointKey]?: Handler<Endpoints[K], S> };
