import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { type ErrorCode, type ErrorWording, errorTable } from './errors.ts';
import type { StaffRole } from './roles.ts';
import { Exact, Words } from './schema.ts';

/** The allowed callers: `visitor` is anyone, `client` a signed-in client, `staff` someone signed in to the console. */
export type Access = 'visitor' | 'client' | 'staff';

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** A short description for the API reference. */
  readonly summary: string;
  readonly area:
    | 'markets'
    | 'orders'
    | 'futures'
    | 'wallet'
    | 'earn'
    | 'account'
    | 'security'
    | 'identity'
    | 'support'
    | 'console'
    | 'datafeed'
    | 'system'
    | 'sandbox';
  readonly access: Access;
  /** For staff calls: the roles that may make the call, in addition to administrators and, for GET, auditors. */
  readonly roles?: readonly StaffRole[];
  /**
   * For staff calls: `false` leaves the call out of the audit trail. Only for reads that show no client data, and for
   * the caller's own session. All other calls are recorded with caller, time, origin, request and outcome.
   */
  readonly audited?: false;
  readonly query?: TObject;
  readonly body?: TObject;
  readonly response: TSchema;
  /** The example body in the API reference; generated from the schema if absent. */
  readonly example?: unknown;
  readonly errors: readonly ErrorCode[];
  /** Errors for which this endpoint has its own message. */
  readonly wording?: ErrorWording;
  /** Moves money or changes an order: takes an Idempotency-Key. */
  readonly money?: true;
  /** Counts toward the session's rate limit for orders, as calls with `money` do, but takes no Idempotency-Key. */
  readonly limitedAsOrder?: true;
  /** The specification defines this call as GET. The GET form is served in sandbox mode or with COMPAT_GET=on. */
  readonly compatGet?: true;
  /**
   * Other paths of the same call. A part such as `:id` is a field of the body, or of the query of the GET form: a number.
   */
  readonly aliases?: readonly string[];
  readonly sandboxOnly?: true;
  /**
   * The source of the response, which determines its log position: by default the core's memory; otherwise the tables
   * that follow the log (`histories`), or the sums of the whole ledger.
   */
  readonly reads?: 'histories' | 'ledgerSums';
  /** Changes nothing but the caller's session, so followers also serve it. */
  readonly onFollowers?: true;
  /** Hashes a password or a recovery code for someone who is not signed in yet. */
  readonly hashesPassword?: true;
  /** The call computes profits from a client's P&L book: one such call per client runs at a time. */
  readonly computesProfits?: true;
  /** The call reads an encrypted file. */
  readonly readsFile?: true;
  /** Each call stores something that remains until it is used or expires. */
  readonly storesEachTime?: true;
  /** A load balancer's probe: counted separately from other requests from its address. */
  readonly probe?: true;
  /** Redirects the browser to another page (302) instead of responding. */
  readonly redirects?: true;
  /**
   * The body is not JSON but the bytes of a file (application/octet-stream), at most `mostBytes` long. Each sender may
   * upload `perHour` files per hour.
   */
  readonly file?: { readonly mostBytes: number; readonly perHour: number };
  /** The number of calls per second that one IP address may make, if the general limit is too high for this call. */
  readonly perAddressPerSecond?: number;
  /** How many of the characters `{ [ , :` a body may contain outside strings, if the default of 256 is too few. */
  readonly mostSigns?: number;
  /** The maximum body size in bytes, if the default of 16 KiB is too small. */
  readonly bodyLimitBytes?: number;
}

/** Errors that any endpoint may return. */
export const commonErrors = [
  'invalid_request',
  'unknown_field',
  'too_large',
  'length_required',
  'request_timeout',
  'unsupported_media_type',
  'too_many_requests',
  'internal',
  'not_found',
  'method_not_allowed',
  'busy',
  'unavailable',
  'position_not_reached',
  'foreign_origin',
] as const satisfies readonly ErrorCode[];
/** Errors that any endpoint for clients may return. */
export const clientErrors = [
  'not_authenticated',
  'session_expired',
  'account_frozen',
] as const satisfies readonly ErrorCode[];
/** Errors that any endpoint for staff may return. */
export const staffErrors = [
  'not_authenticated',
  'session_expired',
  'not_permitted',
] as const satisfies readonly ErrorCode[];
/** Errors that any call with an Idempotency-Key may return. */
export const moneyErrors = [
  'idempotency_key_invalid',
  'reference_conflict',
  'outcome_unknown',
  'exceeds_range',
  'malformed_amount',
] as const satisfies readonly ErrorCode[];

/** Errors of any call that sets a password. */
export const newPasswordErrors = [
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'password_guessable',
  'password_leaked',
] as const satisfies readonly ErrorCode[];

export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint;

export const ErrorBodySchema = Exact({
  code: Words(Object.keys(errorTable) as ErrorCode[]),
  variant: Type.Optional(Type.String()),
  message: Type.String(),
  retryable: Type.Boolean(),
  parameters: Type.Optional(Type.Record(Type.String(), Type.String())),
});

/** All errors of an endpoint, the common ones included. */
export const errorsOf = (endpoint: Endpoint): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...endpoint.errors,
    ...(endpoint.money ? moneyErrors : []),
    ...(endpoint.access === 'client' ? clientErrors : []),
    ...(endpoint.access === 'staff' ? staffErrors : []),
    ...commonErrors,
  ]),
];

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;
export type QueryOf<E extends Endpoint> = StaticOr<E['query'], Record<never, never>>;
export type BodyOf<E extends Endpoint> = E['file'] extends object
  ? Uint8Array<ArrayBuffer>
  : StaticOr<E['body'], undefined>;
export type ResponseOf<E extends Endpoint> = Static<E['response']>;
