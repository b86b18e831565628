import { tradingPrincipal } from '../../auth/http/session-principal.ts';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { readProduct } from '../products/products.ts';
import type { Handler } from '../services.ts';
import { readStake } from '../stakes/stake-table.ts';
import * as acts from '../stakes/subscribe.ts';

export const earnStore: Handler<'earnStore'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const { earn, instruments } = services;
  const product = await readProduct(earn.pool, body.earn_id, services.clock());
  if (product === undefined) throw new ApiError('unknown_product');
  const isLocked = body.status === 'STAKE_LOCK';
  // A locked stake needs a term; a flexible one has none.
  if (isLocked !== (body.days ?? 0) > 0) throw new ApiError('term_unknown');
  const wanted = {
    product: product.id,
    units: readUnits(body.amount, instruments.asset(product.asset)),
    days: body.days ?? 0,
    autoRenew: isLocked && body.auto_renew === true,
    isAccepted: body.accepted === true,
    version: body.version,
  };
  const done = await acts.subscribe(services, tradingPrincipal(call), wanted, idempotencyKey);
  const stake = await readStake(earn.pool, done.stake);
  return {
    message: 'success',
    stake_id: done.stake,
    starts_at: stake?.startCut ?? 0,
    ...(stake?.endCut === undefined ? {} : { ends_at: stake.endCut }),
    position: done.position,
  };
};
