import type { endpoints } from '@vitrine/contract';
import { findMarket } from '../find.ts';
import type { Handler } from '../handler.ts';
import { clientReference } from '../reference.ts';
import { submit } from '../submit.ts';

export const cancelAllOrders: Handler<typeof endpoints.cancelAllOrders> = async (call) => {
  const { services, session, body, idempotencyKey } = call;
  const { repeated, position } = await submit(services, {
    kind: 'CancelAllOrders',
    owner: session.owner,
    ...(body.name === undefined ? {} : { market: findMarket(services, body.name).market }),
    ...(idempotencyKey === undefined ? {} : { reference: clientReference(session.owner, idempotencyKey) }),
  });
  return { message: 'success', position: repeated?.position ?? position };
};
