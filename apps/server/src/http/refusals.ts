import type { ErrorCode } from '@vitrine/contract';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { ApiError } from '../kit/api-error.ts';
import type { Metrics } from './metrics.ts';

/** Refusals that may indicate an attack. */
const watched: ReadonlySet<ErrorCode> = new Set([
  'not_permitted',
  'not_yours',
  'own_approval',
  'own_account',
  'own_case',
  'second_person_needed',
  'identity_decided_by_you',
  'foreign_origin',
  'login_failed',
  'wrong_password',
  'wrong_transaction_password',
  'code_mismatch',
  'google_state',
  'google_ticket',
  'wallet_message_invalid',
  'wallet_nonce_used',
  'wallet_signature_wrong',
  'passkey_refused',
  'invitation_invalid',
  'message_refused',
  'too_many_requests',
  'too_large',
  'length_required',
] satisfies ErrorCode[]);

/**
 * Counts every refused request. Logs those that may indicate an attack: who sent them and from where, but never what
 * was sent.
 */
export class Refusals {
  readonly #metrics: Pick<Metrics, 'requestRefused'>;
  readonly #log: FastifyBaseLogger;

  constructor(metrics: Pick<Metrics, 'requestRefused'>, log: FastifyBaseLogger) {
    this.#metrics = metrics;
    this.#log = log;
  }

  add({ code, reason }: ApiError, request: FastifyRequest): void {
    this.#metrics.requestRefused(code, reason);
    if (!watched.has(code)) return;
    const { method, ip, session, staff, routeOptions } = request;
    const who = session !== undefined ? { client: session.owner } : staff !== undefined ? { staff: staff.staffId } : {};
    // Logs the route instead of the requested URL, which the sender chooses. Repeated lines with the same code are
    // summarized.
    this.#log.warn({ code, reason, method, route: routeOptions?.url, ip, ...who }, `request refused: ${code}`);
  }
}
