import type { endpoints } from '@vitrine/contract';
import type { Convert } from '@vitrine/core';
import { ApiError } from '../api-error.ts';
import type { Handler } from '../handler.ts';
import { refuseTrading } from '../orders/submit-order.ts';
import { submitWithPassword } from '../orders/submit-with-password.ts';
import { clientReference } from '../reference.ts';

export const convertOrder: Handler<typeof endpoints.convertOrder> = async (call) => {
  const { services, session, body, idempotencyKey } = call;
  const { owner } = session;
  const quoted = services.converts.quotes.read(body.quote_id);
  if (quoted?.owner !== owner) throw new ApiError('quote_unknown');
  const { from, to, units, minUnits, expiresMs } = quoted;
  // Without a key of its own a call is known by its quote. With other keys the same quote may be taken again while it lives:
  // each time at the market and within its bound, so there is nothing to gain.
  const reference = clientReference(owner, idempotencyKey ?? `quote ${body.quote_id}`);
  const command: Convert = { kind: 'Convert', owner, from, to, units, minUnits, reference };
  const accepted = await submitWithPassword(call, command, () => {
    if (expiresMs < Date.now()) throw new ApiError('quote_expired');
    refuseTrading(call);
  });
  if (accepted === undefined) return { message: 'wrong_transaction_password' };
  return { message: 'success', position: accepted.position };
};
