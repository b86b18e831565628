import { formatDecimal } from '@vitrine/money';
import { tradingPrincipal } from '../../auth/http/session-principal.ts';
import { pageSize, readIdCursor } from '../../http/paging.ts';
import * as acts from '../points/convert-points.ts';
import type { Handler } from '../services.ts';
import { POINTS_PER_TOKEN, rewardToken, worthOf } from '../token.ts';

export const points: Handler<'points'> = async ({ services, session }) => {
  const { owner } = session;
  const token = rewardToken(services.instruments);
  const { points, ...totals } = await services.points.totals(owner);
  const budget = token && (await services.rewardFund.budget(token.asset));
  const text = (units = 0) => formatDecimal(units, token?.scale ?? 0);
  return {
    points,
    coin: token?.code ?? '',
    points_per_coin: POINTS_PER_TOKEN,
    convertible: points - (points % POINTS_PER_TOKEN),
    worth: text(token && worthOf(points, token)),
    is_verified: services.kyc.isVerified(owner),
    totals,
    fund: { available: text(budget?.available), paid: text(budget?.paid), promised: text(budget?.promised) },
  };
};

export const convertPoints: Handler<'convertPoints'> = async (call) => {
  const { services, session, body, device, origin, idempotencyKey } = call;
  const principal = tradingPrincipal({ services, session, body: {}, device, origin });
  const { token, payment } = await acts.convertPoints(services, principal, body.points, idempotencyKey);
  const { position } = payment;
  return {
    message: position === undefined ? 'waiting' : 'success',
    points: payment.points ?? 0,
    amount: formatDecimal(payment.units, token.scale),
    coin: token.code,
    ...(position !== undefined && { position }),
  };
};

export const pointHistory: Handler<'pointHistory'> = async ({ services, session, query }) => {
  const limit = pageSize(query.limit);
  const rows = await services.points.of(session.owner, { limit: limit + 1, ...readIdCursor(query.cursor) });
  const scale = rewardToken(services.instruments)?.scale ?? 0;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    entries: shown.map(({ id, kind, rule, name, points, balance, units, paidPosition, atMs, position }) => ({
      id,
      kind,
      rule,
      name,
      points,
      balance,
      ...(units !== undefined && { amount: formatDecimal(units, scale), paid_position: paidPosition ?? 0 }),
      time: atMs,
      position,
    })),
    ...(last === undefined ? {} : { next_cursor: String(last.id) }),
  };
};
