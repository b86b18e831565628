import { tradingPrincipal, wrongPasswordMessage } from '../../auth/http/session-principal.ts';
import { readUnits } from '../../kit/amounts.ts';
import { quoteText } from '../../projections/wire.ts';
import { changeMargin as act } from '../positions/change-margin.ts';
import type { Handler } from '../services.ts';
import { findPerpetual } from './find-perpetual.ts';

export const changeMargin: Handler<'changeMargin'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const perpetual = findPerpetual(services, body.name);
  const { market, quote } = perpetual;
  const units = readUnits(body.amount, quote);
  const intent = { market, position: body.side, change: body.change, units };
  return act(services, tradingPrincipal(call), intent, idempotencyKey).then(
    ({ position, marginUnits }) => ({
      message: 'success' as const,
      margin: quoteText(perpetual, marginUnits),
      position,
    }),
    wrongPasswordMessage,
  );
};
