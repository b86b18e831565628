import type { endpoints } from '@vitrine/contract';
import { demandHistories } from '../../../http/position.ts';
import { submit } from '../../../http/submit.ts';
import { ApiError } from '../../../kit/api-error.ts';
import { clientReference } from '../../../kit/reference.ts';
import type { Handler } from '../../services.ts';
import { amountText } from './conversion.ts';

export const convertCancel: Handler<typeof endpoints.convertCancel> = async (call) => {
  const { services, session, body, idempotencyKey } = call;
  // Its hold is known once the tables have come as far as the log is now.
  await demandHistories(services, services.core.position);
  const found = await services.converts.limits.find(session.owner, Number(body.order_id));
  if (found === undefined) throw new ApiError('unknown_order');
  const { repeated, position } = await submit(services, {
    kind: 'VoidHold',
    hold: found.hold,
    ...(idempotencyKey === undefined ? {} : { reference: clientReference(session.owner, idempotencyKey) }),
  });
  const from = services.instruments.asset(found.from);
  const released = { coin: from.code, amount: amountText(from, found.units) };
  return { message: 'success', position: repeated?.position ?? position, released };
};
