import { tradingPrincipal, wrongPasswordMessage } from '../../auth/http/session-principal.ts';
import * as acts from '../miners/rent.ts';
import type { Handler } from '../services.ts';

export const rentMiner: Handler<'rentMiner'> = (call) => {
  const { services, body, idempotencyKey } = call;
  const wanted = { product: body.product_id, version: body.version, isAccepted: body.accepted };
  return acts.rent(services, tradingPrincipal(call), wanted, idempotencyKey).then(
    ({ id, startCut, endCut, position }) => ({
      message: 'success',
      rental_id: id,
      starts_at: startCut,
      ends_at: endCut,
      position,
    }),
    wrongPasswordMessage,
  );
};
