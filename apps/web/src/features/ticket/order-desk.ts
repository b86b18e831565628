import { toast } from '@vitrine/ui';
import { ApiError, call, errorText, newIdempotencyKey } from '../../lib/api.ts';
import { currentSession, refreshSession } from '../../lib/session.ts';
import type { ConfirmWords, DeskOutcome, OrderDesk, OrderRequest } from '../../lib/trading/order-desk.ts';
import { refreshOwnState } from '../../lib/trading/own-live.ts';

/** What the desk wants to know from the client before it can send. */
export interface DeskQuestion {
  readonly kind: 'confirm' | 'set_password';
  readonly request: OrderRequest;
  readonly words: ConfirmWords;
  /** One per confirmed order, kept over every retry. */
  readonly key: string;
  readonly answer: (outcome: DeskOutcome) => void;
}

interface Authorisation {
  readonly transaction_password?: string;
  readonly remember?: boolean;
}

export type SendResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'wrong_password' }
  | { readonly kind: 'needs_password' }
  | { readonly kind: 'needs_new_password' }
  /** The same order may be sent again with the same key. */
  | { readonly kind: 'try_again'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string };

const RETRY_AFTER_MS = [400, 1200];
/** An unlock about to end counts as ended: the password is asked for rather than refused. */
const UNLOCK_MARGIN_MS = 2000;

const post = ({ call: key, body }: OrderRequest, authorisation: Authorisation, idempotencyKey: string) => {
  // The three calls share their answer; the compiler cannot see through a union of keys.
  switch (key) {
    case 'POST /api/v2/my-order':
      return call(key, { body: { ...body, ...authorisation }, idempotencyKey });
    case 'POST /api/v3/oco-order':
      return call(key, { body: { ...body, ...authorisation }, idempotencyKey });
    case 'POST /api/v3/orders/amend':
      return call(key, { body: { ...body, ...authorisation }, idempotencyKey });
  }
};

const unanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'no_response' || error.code === 'outcome_unknown');

/** Sends once more while nobody knows what became of it: the key makes the exchange answer with the first outcome. */
const postSurely = async (request: OrderRequest, authorisation: Authorisation, key: string) => {
  for (const waitMs of RETRY_AFTER_MS) {
    try {
      return await post(request, authorisation, key);
    } catch (error) {
      if (!unanswered(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return post(request, authorisation, key);
};

const resultOfError = (error: unknown): SendResult => {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'wrong_transaction_password') return { kind: 'wrong_password' };
  if (code === 'transaction_password_required') return { kind: 'needs_password' };
  if (code === 'transaction_password_missing') return { kind: 'needs_new_password' };
  const text = errorText(error);
  return error instanceof ApiError && error.retryable ? { kind: 'try_again', text } : { kind: 'refused', text };
};

/** Sends a request with what authorises it. */
export const sendOrder = async (
  request: OrderRequest,
  authorisation: Authorisation,
  key: string,
): Promise<SendResult> => {
  try {
    const { message } = await postSurely(request, authorisation, key);
    if (message === 'wrong_transaction_password') return { kind: 'wrong_password' };
    refreshOwnState();
    if (authorisation.remember) void refreshSession();
    return { kind: 'done' };
  } catch (error) {
    return resultOfError(error);
  }
};

const clientState = (): 'locked' | 'unlocked' | 'without_password' => {
  const session = currentSession();
  if (session.status !== 'client') return 'locked';
  if (!session.client.has_transaction_password) return 'without_password';
  return session.client.trading_unlocked_until > Date.now() + UNLOCK_MARGIN_MS ? 'unlocked' : 'locked';
};

/** The desk of a page. `ask` shows the question and must answer it; one order is under way at a time. */
export const createOrderDesk = (ask: (question: DeskQuestion) => void): OrderDesk => {
  let busy = false;

  const askFor = (kind: DeskQuestion['kind'], request: OrderRequest, words: ConfirmWords, key: string) =>
    new Promise<DeskOutcome>((answer) => ask({ kind, request, words, key, answer }));

  const direct = async (request: OrderRequest, words: ConfirmWords, key: string): Promise<DeskOutcome> => {
    const result = await sendOrder(request, {}, key);
    switch (result.kind) {
      case 'done':
        toast.ok(words.success);
        return { kind: 'done' };
      case 'needs_new_password':
        return askFor('set_password', request, words, key);
      case 'needs_password':
      case 'wrong_password':
        return askFor('confirm', request, words, key);
      case 'try_again':
      case 'refused':
        toast.error(result.text);
        return { kind: 'refused', text: result.text };
    }
  };

  return {
    async send(request, words) {
      if (busy) return { kind: 'dismissed' };
      busy = true;
      try {
        const key = newIdempotencyKey();
        const state = clientState();
        if (state === 'unlocked') return await direct(request, words, key);
        return await askFor(state === 'without_password' ? 'set_password' : 'confirm', request, words, key);
      } finally {
        busy = false;
      }
    },
    async cancel(orderId) {
      await told(
        call('POST /api/v3/orders/cancel', { body: { order_id: orderId }, idempotencyKey: newIdempotencyKey() }),
      );
    },
    async cancelAll(pairName) {
      const body = pairName === undefined ? {} : { name: pairName };
      await told(call('POST /api/v3/orders/cancel-all', { body, idempotencyKey: newIdempotencyKey() }));
    },
  };
};

/** A failed cancellation is told; a successful one shows by the order's leaving the list. */
const told = async (answer: Promise<unknown>): Promise<void> => {
  try {
    await answer;
    refreshOwnState();
  } catch (error) {
    toast.error(errorText(error));
  }
};
