import { toast } from '@vitrine/ui';
import { call, errorText, newIdempotencyKey } from '../../lib/api.ts';
import { type Authorisation, sendAuthorised, unlockedUntil } from '../../lib/authorised.ts';
import { currentSession } from '../../lib/session.ts';
import type { ConfirmWords, DeskOutcome, OrderDesk, OrderRequest } from '../../lib/trading/order-desk.ts';
import { refreshOwnState } from '../../lib/trading/own-live.ts';

/** What the desk wants to know from the client before it can send. */
export interface DeskQuestion {
  readonly request: OrderRequest;
  readonly words: ConfirmWords;
  /** One per confirmed order, kept over every retry. */
  readonly key: string;
  readonly answer: (outcome: DeskOutcome) => void;
}

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

/** Sends a request with what authorises it. */
export const sendOrder = async (request: OrderRequest, authorisation: Authorisation, key: string) => {
  const result = await sendAuthorised((...with_) => post(request, ...with_), authorisation, key);
  if (result.kind === 'done') refreshOwnState();
  return result;
};

const isUnlocked = (): boolean => {
  const session = currentSession();
  return session.status === 'client' && unlockedUntil(session.client) !== undefined;
};

/** The desk of a page. `ask` shows the question and must answer it; one order is under way at a time. */
export const createOrderDesk = (ask: (question: DeskQuestion) => void): OrderDesk => {
  let busy = false;

  const askFor = (request: OrderRequest, words: ConfirmWords, key: string) =>
    new Promise<DeskOutcome>((answer) => ask({ request, words, key, answer }));

  const direct = async (request: OrderRequest, words: ConfirmWords, key: string): Promise<DeskOutcome> => {
    const result = await sendOrder(request, {}, key);
    switch (result.kind) {
      case 'done':
        toast.ok(words.success);
        return { kind: 'done' };
      case 'needs_new_password':
      case 'needs_password':
      case 'wrong_password':
        return askFor(request, words, key);
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
        return await (isUnlocked() ? direct : askFor)(request, words, key);
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
