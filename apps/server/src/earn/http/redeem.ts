import { formatDecimal } from '@vitrine/money';
import { tradingPrincipal } from '../../auth/http/session-principal.ts';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';
import * as acts from '../stakes/redeem.ts';
import { readStake } from '../stakes/stake-table.ts';

export const earnRedeem: Handler<'earnRedeem'> = async (call) => {
  const { services, session, body, idempotencyKey } = call;
  const { earn, instruments } = services;
  const stake = await readStake(earn.pool, body.stake_id);
  if (stake === undefined || stake.owner !== session.owner) throw new ApiError('unknown_stake');
  const { scale } = instruments.asset(stake.asset);
  const units = body.amount === undefined ? 'all' : readUnits(body.amount, { scale });
  const done = await acts.redeem(services, tradingPrincipal(call), { stake: stake.id, units }, idempotencyKey);
  return { message: 'success', redeemed: formatDecimal(done.units, scale), position: done.position };
};
