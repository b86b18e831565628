import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../api-error.ts';
import type { Handler } from '../handler.ts';
import { clientReference } from '../reference.ts';
import { submit } from '../submit.ts';

const WAIT_MS = 2_000;

export const convertCancel: Handler<typeof endpoints.convertCancel> = async (call) => {
  const { services, session, body, idempotencyKey } = call;
  // Its hold is known once the tables have come as far as the log is now.
  if (!(await services.histories.reached(services.core.position, WAIT_MS))) throw new ApiError('outcome_unknown');
  const hold = await services.converts.limits.holdOf(session.owner, Number(body.order_id));
  if (hold === undefined) throw new ApiError('unknown_order');
  const { repeated, position } = await submit(services, {
    kind: 'VoidHold',
    hold,
    ...(idempotencyKey === undefined ? {} : { reference: clientReference(session.owner, idempotencyKey) }),
  });
  return { message: 'success', position: repeated?.position ?? position };
};
