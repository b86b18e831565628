import type { endpoints } from '@vitrine/contract';
import { submit } from '../../../http/submit.ts';
import { findMarket } from '../../../kit/find.ts';
import { clientReference } from '../../../kit/reference.ts';
import type { Handler } from '../../services.ts';
import { cancelAnswer } from './cancel-result.ts';

export const cancelAllOrders: Handler<typeof endpoints.cancelAllOrders> = async (call) => {
  const { services, session, body, idempotencyKey } = call;
  const outcome = await submit(services, {
    kind: 'CancelAllOrders',
    owner: session.owner,
    ...(body.name === undefined ? {} : { market: findMarket(services, body.name).market }),
    ...(idempotencyKey === undefined ? {} : { reference: clientReference(session.owner, idempotencyKey) }),
  });
  return cancelAnswer(services, session.owner, outcome);
};
