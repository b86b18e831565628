import type { endpoints } from '@vitrine/contract';
import { submit } from '../../../http/submit.ts';
import { clientReference } from '../../../kit/reference.ts';
import type { Handler } from '../../services.ts';
import { cancelAnswer } from './cancel-result.ts';

export const cancelOrder: Handler<typeof endpoints.cancelOrder> = async ({
  services,
  session,
  body,
  idempotencyKey,
}) => {
  const outcome = await submit(services, {
    kind: 'CancelOrder',
    owner: session.owner,
    order: Number(body.order_id),
    ...(idempotencyKey === undefined ? {} : { reference: clientReference(session.owner, idempotencyKey) }),
  });
  return cancelAnswer(services, session.owner, outcome);
};
