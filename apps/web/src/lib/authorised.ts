import { ApiError, errorText } from './api.ts';
import { type Client, refreshSession } from './session.ts';

/** The authorization of a call that moves money; empty while the session is unlocked. */
export interface Authorisation {
  readonly transaction_password?: string;
  readonly remember?: boolean;
}

export type SendResult<Result> =
  | { readonly kind: 'done'; readonly answer: Result }
  | { readonly kind: 'wrong_password' }
  | { readonly kind: 'needs_password' }
  | { readonly kind: 'needs_new_password' }
  /** The same request may be retried with the same key. */
  | { readonly kind: 'try_again'; readonly text: string; readonly code: string }
  | { readonly kind: 'refused'; readonly text: string; readonly code: string };

/** A call that lacks only its authorization and key. One intended action keeps its key over all retries. */
export type Post<Result> = (authorisation: Authorisation, idempotencyKey: string) => Promise<Result>;

const RETRY_AFTER_MS = [400, 1200];
/**
 * An unlock that ends within this time is treated as ended: it is better to ask for the password than to be refused.
 */
const UNLOCK_MARGIN_MS = 2000;

const unanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'no_response' || error.code === 'outcome_unknown');

/**
 * Calls `send`, and repeats the call at most twice while its outcome is unknown. `send` must use the same idempotency
 * key each time, so that a repeated call returns the first outcome.
 */
export const sendSurely = async <Result>(send: () => Promise<Result>): Promise<Result> => {
  for (const waitMs of RETRY_AFTER_MS) {
    try {
      return await send();
    } catch (error) {
      if (!unanswered(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return send();
};

const resultOfError = (error: unknown): SendResult<never> => {
  const code = error instanceof ApiError ? error.code : 'unexpected';
  if (code === 'wrong_transaction_password') return { kind: 'wrong_password' };
  if (code === 'transaction_password_required') return { kind: 'needs_password' };
  if (code === 'transaction_password_missing') return { kind: 'needs_new_password' };
  const text = errorText(error);
  return error instanceof ApiError && error.retryable
    ? { kind: 'try_again', text, code }
    : { kind: 'refused', text, code };
};

/**
 * Whether a call that failed with this error must be resent before any other call: it lacked a password, or its outcome
 * is unknown.
 */
export const isUndecided = (error: unknown): boolean =>
  unanswered(error) || !['refused', 'try_again'].includes(resultOfError(error).kind);

/** Whether the exchange has refused a call that failed with this error, so that nobody sends it again with its key. */
export const isRefused = (error: unknown): boolean => !unanswered(error) && resultOfError(error).kind === 'refused';

/** Sends a call that needs the transaction password, with retries; it takes effect at most once. */
export const sendAuthorised = async <Result extends { readonly message: string }>(
  post: Post<Result>,
  authorisation: Authorisation,
  key: string,
): Promise<SendResult<Result>> => {
  try {
    const answer = await sendSurely(() => post(authorisation, key));
    if (answer.message === 'wrong_transaction_password') return { kind: 'wrong_password' };
    if (authorisation.remember) void refreshSession();
    return { kind: 'done', answer };
  } catch (error) {
    return resultOfError(error);
  }
};

/** The time until which the session needs no transaction password; undefined if it needs one now. */
export const unlockedUntil = ({ trading_unlocked_until }: Client): number | undefined =>
  trading_unlocked_until > Date.now() + UNLOCK_MARGIN_MS ? trading_unlocked_until : undefined;
