import { tradingPrincipal, wrongPasswordMessage } from '../../../auth/http/session-principal.ts';
import * as acts from '../../convert/quoted-convert.ts';
import type { Handler } from '../../services.ts';
import { convertedOnWire } from './converted.ts';

export const convertQuoted: Handler<'convertQuoted'> = (call) => {
  const { services, body, idempotencyKey } = call;
  return acts.convertQuoted(services, tradingPrincipal(call), body.quote_id, idempotencyKey).then(
    ({ position, converted }) => ({
      message: 'success',
      position,
      ...(converted && { result: convertedOnWire(services.instruments, converted) }),
    }),
    wrongPasswordMessage,
  );
};
