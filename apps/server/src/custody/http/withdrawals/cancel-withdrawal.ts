import { formatDecimal } from '@vitrine/money';
import { withdrawingPrincipal } from '../../../auth/http/session-principal.ts';
import type { Handler } from '../../services.ts';

export const cancelWithdrawal: Handler<'cancelWithdrawal'> = async (call) => {
  const { withdrawals, instruments } = call.services;
  const { coin, asset, units } = await withdrawals.requests.cancel(withdrawingPrincipal(call), call.body.withdrawal_id);
  return { message: 'success', released: { coin, amount: formatDecimal(units, instruments.asset(asset).scale) } };
};
