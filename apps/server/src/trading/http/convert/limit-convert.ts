import { tradingPrincipal, wrongPasswordMessage } from '../../../auth/http/session-principal.ts';
import { readUnits } from '../../../kit/amounts.ts';
import * as acts from '../../convert/place-limit-convert.ts';
import type { Handler } from '../../services.ts';
import { amountText, readConversion } from './conversion.ts';

export const placeLimitConvert: Handler<'placeLimitConvert'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const conversion = readConversion(services, body);
  const { from, to, units } = conversion;
  const minUnits = readUnits(body.receives, to);
  const intent = { ...conversion, minUnits };
  return acts.placeLimitConvert(services, tradingPrincipal(call), intent, idempotencyKey).then(
    ({ record, position, expiresMs }) => ({
      message: 'success',
      order_id: String(record),
      position,
      result: {
        from: from.code,
        to: to.code,
        amount: amountText(from, units),
        receives: amountText(to, minUnits),
        expires_at: expiresMs,
      },
    }),
    wrongPasswordMessage,
  );
};

export const cancelLimitConvert: Handler<'cancelLimitConvert'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const principal = tradingPrincipal(call);
  const cancelled = await acts.cancelLimitConvert(services, principal, Number(body.order_id), idempotencyKey);
  const from = services.instruments.asset(cancelled.from);
  const released = { coin: from.code, amount: amountText(from, cancelled.units) };
  return { message: 'success', position: cancelled.position, released };
};
