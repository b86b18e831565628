import type { endpoints } from '@vitrine/contract';
import type { Convert } from '@vitrine/core';
import { demandHistories } from '../../../http/position.ts';
import { ApiError } from '../../../kit/api-error.ts';
import { clientReference } from '../../../kit/reference.ts';
import type { Handler, Services } from '../../services.ts';
import { refuseTrading } from '../orders/submit-order.ts';
import { type Accepted, submitWithPassword } from '../orders/submit-with-password.ts';
import { convertedOnWire } from './converted.ts';

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
  const done = await convertedBy(services, owner, accepted);
  const result = done && convertedOnWire(services.instruments, done);
  return { message: 'success', position: accepted.position, ...(result && { result }) };
};

/** What an accepted conversion converted; of one that repeats an earlier one from the table. */
async function convertedBy(services: Services, owner: number, { position, events }: Accepted) {
  if (events !== undefined) return events.find((event) => event.kind === 'Converted');
  await demandHistories(services, position);
  return services.histories.convertAt(owner, position);
}
