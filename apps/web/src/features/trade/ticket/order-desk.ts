import { toast } from '@vitrine/ui';
import { call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import { type Authorisation, sendAuthorised, unlockedUntil } from '../../../lib/authorised.ts';
import { i18n } from '../../../lib/i18n.ts';
import { currentPreferences } from '../../../lib/preferences.ts';
import { currentSession } from '../../../lib/session.ts';
import type { ConfirmWords, DeskOutcome, OrderDesk, OrderRequest } from '../shared/order-desk.ts';
import { type Cancelled, type OrderResult, releasedText } from '../shared/order-result.ts';
import { refreshOwnState } from '../shared/own-live.ts';

/** What the desk asks the client before it sends an order. */
export interface DeskQuestion {
  readonly request: OrderRequest;
  readonly words: ConfirmWords;
  /** Whether the exchange asked for a password although the session seemed to need none. */
  readonly asksPassword: boolean;
  /** One key per confirmed order, the same for all retries. */
  readonly key: string;
  readonly answer: (outcome: DeskOutcome) => void;
}

const post = ({ call: key, body }: OrderRequest, authorisation: Authorisation, idempotencyKey: string) => {
  // The three calls share a response type, which the compiler cannot infer from a union of keys.
  switch (key) {
    case 'POST /api/v2/my-order':
      return call(key, { body: { ...body, ...authorisation }, idempotencyKey });
    case 'POST /api/v3/oco-order':
      return call(key, { body: { ...body, ...authorisation }, idempotencyKey });
    case 'POST /api/v3/orders/amend':
      return call(key, { body: { ...body, ...authorisation }, idempotencyKey });
  }
};

/** Sends a request with its authorisation. */
export const sendOrder = async (request: OrderRequest, authorisation: Authorisation, key: string) => {
  const result = await sendAuthorised((...with_) => post(request, ...with_), authorisation, key);
  if (result.kind === 'done') refreshOwnState();
  return result;
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

  const askFor = (request: OrderRequest, words: ConfirmWords, key: string, asksPassword = false) =>
    new Promise<DeskOutcome>((answer) => ask({ request, words, asksPassword, key, answer }));

  const direct = async (request: OrderRequest, words: ConfirmWords, key: string): Promise<DeskOutcome> => {
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

/** Reports what a cancellation cancelled and released, or why it failed. */
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
