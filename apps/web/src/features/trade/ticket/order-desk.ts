import { toast } from '@vitrine/ui';
import { type CallResponse, call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import { type Authorisation, sendAuthorised, unlockedUntil } from '../../../lib/authorised.ts';
import { i18n } from '../../../lib/i18n.ts';
import { currentPreferences } from '../../../lib/preferences.ts';
import { currentSession } from '../../../lib/session.ts';
import type { ConfirmWords, DeskOutcome, DeskRequest, OrderDesk, OrderRequest } from '../shared/order-desk.ts';
import { type Cancelled, type OrderResult, releasedText } from '../shared/order-result.ts';
import { refreshOwnState } from '../shared/own-live.ts';

/** The question that the desk asks the client before sending an order. */
export interface DeskQuestion {
  readonly request: DeskRequest;
  readonly words: ConfirmWords;
  /** Whether the exchange asked for a password although the session seemed to need none. */
  readonly asksPassword: boolean;
  /** One key per confirmed order, the same for all retries. */
  readonly key: string;
  readonly answer: (outcome: DeskOutcome) => void;
}

type Answer = CallResponse<'POST /api/v2/my-order'>;

const post = (
  request: DeskRequest,
  authorisation: Authorisation,
  idempotencyKey: string,
  onPlaced: (count: number) => void,
): Promise<Answer> => {
  // One case per call, although the calls share a response type: the compiler cannot infer it from a union of keys.
  switch (request.call) {
    case 'POST /api/v2/my-order':
      return call(request.call, { body: { ...request.body, ...authorisation }, idempotencyKey });
    case 'POST /api/v3/oco-order':
      return call(request.call, { body: { ...request.body, ...authorisation }, idempotencyKey });
    case 'POST /api/v3/orders/amend':
      return call(request.call, { body: { ...request.body, ...authorisation }, idempotencyKey });
    case 'other':
      return request.post(authorisation, idempotencyKey);
    case 'scaled':
      return postAll(request.body, authorisation, idempotencyKey, onPlaced);
  }
};

/**
 * Sends orders one after the other, and stops at the first refusal. Each has its own key, derived from the common key,
 * so that a retry places no order twice. Returns the last response.
 */
const postAll = async (
  bodies: Extract<OrderRequest, { call: 'scaled' }>['body'],
  authorisation: Authorisation,
  key: string,
  onPlaced: (count: number) => void,
): Promise<Answer> => {
  let answer: Answer = { message: 'success' };
  for (const [index, body] of bodies.entries()) {
    answer = await call('POST /api/v2/my-order', {
      body: { ...body, ...authorisation },
      idempotencyKey: `${key}-${index}`,
    });
    if (answer.message !== 'success') return answer;
    onPlaced(index + 1);
  }
  return answer;
};

/** Sends a request. If a scaled order is refused after some of its orders were placed, the refusal says how many. */
export const sendOrder = async (request: DeskRequest, authorisation: Authorisation, key: string) => {
  let placed = 0;
  const onPlaced = (count: number): void => {
    placed = count;
  };
  const result = await sendAuthorised((...with_) => post(request, ...with_, onPlaced), authorisation, key);
  if (result.kind === 'done' || placed > 0) refreshOwnState();
  if (result.kind !== 'refused' || placed === 0 || request.call !== 'scaled') return result;
  const text = i18n.t('trade:result.scaledPart', { placed, count: request.body.length, why: result.text });
  return { ...result, text };
};

const isUnlocked = (): boolean => {
  const session = currentSession();
  return session.status === 'client' && unlockedUntil(session.client) !== undefined;
};

/**
 * The order desk of a page. `ask` shows the question and must eventually answer it; only one order is in progress at a
 * time.
 */
export const createOrderDesk = (ask: (question: DeskQuestion) => void): OrderDesk => {
  let busy = false;

  const askFor = (request: DeskRequest, words: ConfirmWords, key: string, asksPassword = false) =>
    new Promise<DeskOutcome>((answer) => ask({ request, words, asksPassword, key, answer }));

  const direct = async (request: DeskRequest, words: ConfirmWords, key: string): Promise<DeskOutcome> => {
    const result = await sendOrder(request, {}, key);
    switch (result.kind) {
      case 'done':
        toastDone(words, result.answer);
        return { kind: 'done' };
      case 'needs_new_password':
      case 'needs_password':
      case 'wrong_password':
        return askFor(request, words, key, true);
      case 'try_again':
      case 'refused':
        return { kind: 'refused', text: result.text };
    }
  };

  return {
    async send(request, words) {
      if (busy) return { kind: 'dismissed' };
      busy = true;
      try {
        const key = newIdempotencyKey();
        const isAsked = currentPreferences().confirm_orders || !isUnlocked();
        return await (isAsked ? askFor : direct)(request, words, key);
      } finally {
        busy = false;
      }
    },
    cancel: (orderId) =>
      reported(
        call('POST /api/v3/orders/cancel', { body: { order_id: orderId }, idempotencyKey: newIdempotencyKey() }),
      ),
    cancelAll: (pairName) => {
      const body = pairName === undefined ? {} : { name: pairName };
      return reported(call('POST /api/v3/orders/cancel-all', { body, idempotencyKey: newIdempotencyKey() }));
    },
  };
};

/** Reports that an order was accepted, and its immediate outcome. */
export const toastDone = (
  { success, result: said }: ConfirmWords,
  { result }: { readonly result?: OrderResult },
): void => toast.ok(success, result && said(result));

/** Reports how many orders a cancellation ended and which amounts it released, or why it failed. */
const reported = async (answer: Promise<Cancelled>): Promise<void> => {
  try {
    const done = await answer;
    refreshOwnState();
    const t = i18n.getFixedT(null, 'trade');
    toast.ok(t('result.cancelled', { count: done.cancelled }), releasedText(t, done));
  } catch (error) {
    toast.error(errorText(error));
  }
};
