import { withdrawingPrincipal, wrongPasswordMessage } from '../../../auth/http/session-principal.ts';
import type { Handler, Services } from '../../services.ts';
import type { Withdrawal } from '../../withdrawals/table.ts';
import { readForm } from './draft-withdrawal.ts';
import { withdrawalItem } from './withdrawal-view.ts';

export const createWithdrawal: Handler<'createWithdrawal'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const { gasfee: gasFee, verification: code, totp, passkey } = body;
  const verdict = await services.withdrawals.requests
    .confirm(withdrawingPrincipal(call), readForm(body), { gasFee, code, totp, passkey }, idempotencyKey)
    .catch(wrongPasswordMessage);
  if ('message' in verdict) return { message: 'wrong_password' };
  if (verdict.kind === 'wrong_code') return { message: 'wrong_code', factor: verdict.factor };
  const { withdrawal, position } = verdict;
  return { message: 'success', withdrawal_id: withdrawal.id, position, result: amountsOf(services, withdrawal) };
};

function amountsOf(services: Services, withdrawal: Withdrawal) {
  const { coin, network, withdraw_amount, gasfee, received_amount } = withdrawalItem(services, withdrawal);
  return { coin, network, withdraw_amount, gasfee, received_amount };
}
