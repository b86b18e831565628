import { formatDecimal } from '@vitrine/money';
import { tradingPrincipal } from '../../auth/http/session-principal.ts';
import { valueText, valueUnits } from '../../wallet/http/valuation.ts';
import type { Handler } from '../services.ts';
import { readStake } from '../stakes/stake-table.ts';
import * as acts from '../stakes/unlock.ts';

export const stakeUnlockQuote: Handler<'stakeUnlockQuote'> = async ({ services, session, query }) => {
  const quote = await acts.quoteUnlock(services, session.owner, query.stake_id);
  const { stake } = quote;
  const asset = services.instruments.asset(stake.asset);
  const show = (units: number) => formatDecimal(units, asset.scale);
  const value = (units: number) => valueText(services, valueUnits(services, asset, units));
  return {
    stake_id: stake.id,
    name: asset.code,
    pays_now: show(quote.nowUnits),
    pays_later: show(quote.laterUnits),
    pays_later_at: quote.laterMs,
    forfeits: show(quote.forfeitedUnits),
    keep_to_end: { interest: show(stake.wholeUnits), at: stake.endCut ?? 0 },
    initial_payment_usdt: value(quote.nowUnits),
    price: value(10 ** asset.scale),
    fee: '0',
    quote_id: quote.id,
    position: services.core.position,
  };
};

export const stakeUnlock: Handler<'stakeUnlock'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const wanted = { stake: body.stake_id, quote: body.quote_id, isAccepted: body.accepted };
  const done = await acts.unlock(services, tradingPrincipal(call), wanted, idempotencyKey);
  const stake = await readStake(services.earn.pool, done.stake);
  const { scale } = services.instruments.asset(done.asset);
  return {
    message: 'success',
    paid: formatDecimal(done.units, scale),
    rest: formatDecimal((stake?.baseUnits ?? 0) - done.units, scale),
    rest_at: stake?.restDueMs ?? 0,
    position: done.position,
  };
};
