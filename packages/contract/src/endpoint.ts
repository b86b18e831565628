import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { type ErrorCode, type ErrorWording, errorTable } from './errors.ts';
import type { StaffRole } from './roles.ts';
import { Exact, Words } from './schema.ts';

/** Who may call: `visitor` is anyone, `client` a signed-in client, `staff` someone signed in to the console. */
export type Access = 'visitor' | 'client' | 'staff';

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** One sentence for the reference. */
  readonly summary: string;
  readonly area:
    | 'markets'
    | 'orders'
    | 'wallet'
    | 'account'
    | 'security'
    | 'identity'
    | 'support'
    | 'console'
    | 'datafeed'
    | 'system'
    | 'sandbox';
  readonly access: Access;
  /** Of a call for staff: who may make it besides administrators, and auditors where it only reads. */
  readonly roles?: readonly StaffRole[];
  /**
   * Of a call for staff: `false` leaves it out of the audit trail, for reads that show nothing of any client and for
   * the own session. All others are recorded with who, when, from where, the request and the outcome.
   */
  readonly audited?: false;
  readonly query?: TObject;
  readonly body?: TObject;
  readonly response: TSchema;
  /** A body worth showing in the reference; left out, one is made from the schema. */
  readonly example?: unknown;
  readonly errors: readonly ErrorCode[];
  /** Errors that this endpoint says in other words. */
  readonly wording?: ErrorWording;
  /** Moves money or changes an order: takes an Idempotency-Key. */
  readonly money?: true;
  /** The specification calls it by GET: that form is served in sandbox mode or with COMPAT_GET=on. */
  readonly compatGet?: true;
  /** Other paths of the same call. */
  readonly aliases?: readonly string[];
  readonly sandboxOnly?: true;
  /**
   * What its answer comes from, and with that the log position it states: the core's memory where nothing is said, the tables
   * that follow the log, or the sums of the whole ledger.
   */
  readonly reads?: 'histories' | 'ledgerSums';
  /** Changes nothing but the caller's session: followers answer it too. */
  readonly onFollowers?: true;
  /** Of people who are not signed in yet: hashes a password or a recovery code. */
  readonly hashesPassword?: true;
  /** Reads a sealed file. */
  readonly readsFile?: true;
  /** Stores something each time, until it is used or expires. */
  readonly storesEachTime?: true;
  /** A probe of a load balancer: not counted against the rate limit of its address. */
  readonly probe?: true;
  /** Sends the browser on to another page (302) instead of answering. */
  readonly redirects?: true;
  /**
   * The body is not JSON but the bytes of a file (application/octet-stream): at most so many of them, and so many files
   * an hour from one sender.
   */
  readonly file?: { readonly mostBytes: number; readonly perHour: number };
  /** Calls a second from one address, where the limit of all calls together is too much for this one. */
  readonly perAddressPerSecond?: number;
  /** How many of `{ [ , :` a body may have outside of its strings, where the usual 256 are too few. */
  readonly mostSigns?: number;
  /** The largest body in bytes, where the usual 16 KiB are too few. */
  readonly bodyLimitBytes?: number;
}

/** Errors that any endpoint may answer with. */
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
/** Errors that any endpoint for clients may answer with. */
export const clientErrors = [
  'not_authenticated',
  'session_expired',
  'account_frozen',
] as const satisfies readonly ErrorCode[];
/** Errors that any endpoint for staff may answer with. */
export const staffErrors = [
  'not_authenticated',
  'session_expired',
  'not_permitted',
] as const satisfies readonly ErrorCode[];
/** Errors that any call with an Idempotency-Key may answer with. */
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
